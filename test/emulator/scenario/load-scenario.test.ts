import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stepInputs } from '../../../emulator/control/calls.ts';
import { builtInNames, loadBuiltIn, loadScenario, readScenario } from '../../../emulator/scenario/load-scenario.ts';
import { createScenarioSchema } from '../../../emulator/scenario/scenario-schema.ts';

const schema = createScenarioSchema(stepInputs);

async function load(fileName: string, text: string) {
  const folder = await mkdtemp(`${tmpdir()}/scenario-`);
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(`${folder}/${fileName}`, text);
  return loadScenario(`${folder}/${fileName}`, schema);
}

const yaml = (...lines: string[]) => ['title: A day', 'about: What happens.', ...lines].join('\n');

describe('a scenario file', () => {
  it('of YAML is read', async () => {
    const { name, document } = await load(
      'a-day.yaml',
      yaml(
        'seed: monday',
        'settings: { minGapMs: 12s, autoConsent: on }',
        'steps:',
        '  - { at: 2m, call: faults.clear }',
      ),
    );
    expect(name).toBe('a-day');
    expect(document).toEqual({
      title: 'A day',
      about: 'What happens.',
      seed: 'monday',
      settings: { minGapMs: '12s', autoConsent: 'on' },
      steps: [{ at: '2m', call: 'faults.clear' }],
    });
  });

  it('of JSON is read, and may name its schema', async () => {
    const given = { $schema: './scenario.schema.json', title: 'A day', about: 'What happens.', steps: [] };
    const { name, document } = await load('A.JSON', JSON.stringify(given));
    expect(name).toBe('A');
    expect(document).toEqual(given);
  });

  it.each([
    ['line 4: flow sequence', yaml('steps: [', '')],
    ['line 3: map keys must be unique', yaml('title: Again', 'steps: []')],
    ['unresolved alias', yaml('steps: *later')],
    ['steps takes a list of steps; it is missing', yaml()],
    ['a scenario takes an object with $schema, title, about', ''],
    ['a scenario has no “step”; it takes $schema, title, about', yaml('steps: []', 'step: 3')],
    ['steps.0 takes an object with at, call, with, say; 3 is not that (line 4)', yaml('steps:', '  - 3')],
    [
      'steps.1.call takes one of settings.change, faults.add, faults.remove,',
      yaml('steps:', '  - { at: 0, call: faults.clear }', '  - { at: 2m, call: faults.clera }'),
    ],
    ['“faults.clera” is not that (line 3)', yaml('steps: [{ at: 2m, call: faults.clera }]')],
    ['steps.0.call takes one of', yaml('steps: [{ at: 2m, call: reset }]')],
    [
      'steps.0.with.writeEnabled takes true or false; “maybe” is not that (line 8)',
      yaml(
        'steps:',
        '  - at: 2m',
        '    call: applications.update',
        '    with:',
        '      clientId: a',
        '      writeEnabled: maybe',
      ),
    ],
    [
      'steps.0.with takes an object with id; it is missing (line 3)',
      yaml('steps: [{ at: 2m, call: flights.archive }]'),
    ],
    [
      'steps.0.with has no “figures”; it takes id, aircraft',
      yaml('steps: [{ at: 2m, call: flights.check, with: { id: 4700, figures: {} } }]'),
    ],
    [
      'steps.0.at takes a duration such as 0, 250ms, 5s, 2m, 1h or 30d; 120 is not',
      yaml('steps: [{ at: 120, call: faults.clear }]'),
    ],
    [
      'steps.0.with.minGapMs takes a duration such as 250ms',
      yaml('steps: [{ at: 2m, call: settings.change, with: { minGapMs: soon } }]'),
    ],
    ['settings has no “port”; it takes autoConsent, minGapMs', yaml('settings: { port: 4170 }', 'steps: []')],
    [
      'settings.moderationShare takes a number from 0 to 1; 2 is not that',
      yaml('settings: { moderationShare: 2 }', 'steps: []'),
    ],
    ['settings.autoConsent takes true or false; 1 is not that', yaml('settings: { autoConsent: 1 }', 'steps: []')],
    ['flights.0.figures.pax takes a number; “many”', yaml('flights: [{ figures: { pax: many } }]', 'steps: []')],
    ['flights.0.count takes a whole number from 1 to 10000; 0 is', yaml('flights: [{ count: 0 }]', 'steps: []')],
    [
      'faults.0.effect.type takes an effect whose type is',
      yaml('faults: [{ effect: { type: explode } }]', 'steps: []'),
    ],
  ])('is refused with the place: %s', async (sentence, text) => {
    const refused = load('scenario.yaml', text);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toMatchObject({
      kind: 'option',
      message: expect.stringMatching(/^The scenario \/.*scenario\.yaml cannot be played: [^\n]*\.$/),
    });
  });

  it.each([
    ['line 2: it is not JSON there', '{"title": "A day",\n "about": }'],
    ['line 3: it is not JSON there', '{"title":\n"A day",\n'],
    ['about takes a text; it is missing', '{"title": "A day"}'],
  ])('of JSON is refused with the place: %s', async (sentence, text) => {
    await expect(load('scenario.json', text)).rejects.toThrow(sentence);
  });

  it('that is not there, or has another ending, is refused in words', async () => {
    await expect(loadScenario('/nowhere/day.yaml', schema)).rejects.toThrow(
      'The scenario /nowhere/day.yaml cannot be read',
    );
    await expect(loadScenario('day.txt', schema)).rejects.toThrow('ends in .yaml, .yml or .json; day.txt does not.');
    await expect(loadScenario('.', schema)).rejects.toThrow('. does not.');
  });
});

describe('the scenarios that come with the emulator', () => {
  it('are six', async () => {
    expect(await builtInNames()).toEqual([
      'answers-lost',
      'application-disabled',
      'consent-revoked-by-reuse',
      'service-down',
      'slow-moderators',
      'subscription-lost',
    ]);
  });

  it('are listed where another name is given', async () => {
    await expect(loadScenario('sunny-day', schema)).rejects.toThrow(
      'There is no scenario “sunny-day”. These come with the emulator: answers-lost, application-disabled,',
    );
  });

  it('are all that a name can reach: a path is no name', async () => {
    await expect(loadBuiltIn('../scenarios/service-down', schema)).rejects.toThrow('There is no scenario');
  });
});

it('a scenario may be given as a value', () => {
  const document = { title: 'A day', about: 'What happens.', steps: [] };
  expect(readScenario(document, schema)).toEqual({ name: 'scenario', document });
  expect(() => readScenario({ ...document, steps: [{ at: '1m', call: 'no.call' }] }, schema)).toThrow(
    'The scenario as given cannot be played: steps.0.call takes one of',
  );
});
