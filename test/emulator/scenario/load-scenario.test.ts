import { writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../open-emulator.ts';
import {
  builtInNames,
  loadBuiltIn,
  loadScenario,
  createScenarioSchema,
} from '../../../emulator/scenario/load-scenario.ts';

const schema = createScenarioSchema();

async function load(fileName: string, text: string) {
  const folder = await newFolder();
  await writeFile(`${folder}/${fileName}`, text);
  return loadScenario(`${folder}/${fileName}`, schema);
}

const yaml = (...lines: string[]) => ['title: A day', 'about: What happens.', ...lines].join('\n');

describe('a scenario file', () => {
  it('is read as YAML', async () => {
    const { name, document } = await load(
      'a-day.yaml',
      yaml('seed: day', 'settings: { minGapMs: 12s, autoConsent: on }', 'steps:', '  - { at: 2m, call: faults.clear }'),
    );
    expect(name).toBe('a-day');
    expect(document).toEqual({
      title: 'A day',
      about: 'What happens.',
      seed: 'day',
      settings: { minGapMs: '12s', autoConsent: 'on' },
      steps: [{ at: 120_000, call: 'faults.clear' }],
    });
  });

  it('is read as JSON, with an optional $schema', async () => {
    const given = { $schema: './scenario.schema.json', title: 'A day', about: 'What happens.', steps: [] };
    const { name, document } = await load('A.JSON', JSON.stringify(given));
    expect(name).toBe('A');
    expect(document).toEqual(given);
  });

  it.each([
    ['line 4: flow sequence', yaml('steps: [', '')],
    ['line 3: map keys must be unique', yaml('title: Again', 'steps: []')],
    ['unresolved alias', yaml('steps: *later')],
    ['steps: expected a list of steps, got nothing', yaml()],
    ['scenario: expected an object with $schema, title, about', ''],
    ['scenario: unknown member “step”; allowed: $schema, title, about', yaml('steps: []', 'step: 3')],
    ['steps.0: expected an object with at, call, with, message, got 3 (line 4)', yaml('steps:', '  - 3')],
    [
      'steps.1.call: expected one of settings.change, faults.add, faults.remove,',
      yaml('steps:', '  - { at: 0, call: faults.clear }', '  - { at: 2m, call: faults.clera }'),
    ],
    ['got “faults.clera” (line 3)', yaml('steps: [{ at: 2m, call: faults.clera }]')],
    ['steps.0.call: expected one of', yaml('steps: [{ at: 2m, call: reset }]')],
    [
      'steps.0.with.writeEnabled: expected true or false, got “maybe” (line 8)',
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
      'steps.0.with: expected an object with id, got nothing (line 3)',
      yaml('steps: [{ at: 2m, call: flights.archive }]'),
    ],
    [
      'steps.0.with: unknown member “figures”; allowed: id, aircraft',
      yaml('steps: [{ at: 2m, call: flights.check, with: { id: 4700, figures: {} } }]'),
    ],
    [
      'steps.0.at: expected a duration such as 250ms or 5s, or a number of milliseconds, got “soon”',
      yaml('steps: [{ at: soon, call: faults.clear }]'),
    ],
    ['settings: unknown member “port”; allowed: autoConsent, minGapMs', yaml('settings: { port: 4170 }', 'steps: []')],
    ['settings.autoConsent: expected true or false, got 1', yaml('settings: { autoConsent: 1 }', 'steps: []')],
    ['flights.0.count: expected a whole number from 1 to 100000, got 0', yaml('flights: [{ count: 0 }]', 'steps: []')],
  ])('is refused with the location of the error: %s', async (sentence, text) => {
    const refused = load('scenario.yaml', text);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toMatchObject({
      kind: 'option',
      message: expect.stringMatching(/^Can’t run the scenario \/.*scenario\.yaml: [^\n]*\.$/),
    });
  });

  it.each([
    ['line 2: invalid JSON', '{"title": "A day",\n "about": }'],
    ['line 3: invalid JSON', '{"title":\n"A day",\n'],
    ['about: expected a text, got nothing', '{"title": "A day"}'],
  ])('in JSON is refused with the location of the error: %s', async (sentence, text) => {
    await expect(load('scenario.json', text)).rejects.toThrow(sentence);
  });

  it('is refused when missing or with an unknown extension', async () => {
    await expect(loadScenario('/nowhere/day.yaml', schema)).rejects.toThrow(
      'Can’t read the scenario /nowhere/day.yaml',
    );
    await expect(loadScenario('day.txt', schema)).rejects.toThrow('must end in .yaml, .yml or .json: day.txt.');
    await expect(loadScenario('.', schema)).rejects.toThrow('must end in');
  });
});

describe('the built-in scenarios', () => {
  it('are eight', async () => {
    expect(await builtInNames()).toEqual([
      'answers-lost',
      'application-disabled',
      'consent-revoked-by-reuse',
      'records-differ',
      'service-down',
      'slow-moderators',
      'subscription-lost',
      'years-of-flights',
    ]);
  });

  it('are found by name only, not by path', async () => {
    await expect(loadBuiltIn('../scenarios/service-down', schema)).rejects.toThrow('No scenario');
  });
});

const folder = new URL('../../../emulator/scenarios/', import.meta.url);

it('each built-in scenario names the schema, for editors', async () => {
  for (const name of await builtInNames()) {
    const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/);
    expect(text).toContain(`--scenario ${name}`);
  }
});
