import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parametersOf, readCatalogue } from '../../../scripts/build/messages.mjs';
import { faultsOf, languages, staleMessages, translationFaults } from '../../../scripts/build/translations.mjs';

test('every message of the catalogue is used', () => {
  const sources = execFileSync('git', ['ls-files', '-z', '--', 'main/*.ts', 'renderer/*.ts', 'renderer/*.tsx'])
    .toString()
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  // A template such as `cli.strip.${stage}` uses all ids that begin like it; its type says that each exists.
  const isUsed = (/** @type {string} */ id) =>
    sources.includes(`'${id}'`) || sources.includes(`\`${id.slice(0, id.lastIndexOf('.') + 1)}\${`);
  const unused = [...readCatalogue().keys()].filter((id) => !isUsed(id));
  expect(
    unused,
    'Remove these from main/messages/en, or use them by their whole id or the part before the last dot.',
  ).toEqual([]);
});

test('types a parameter by how its message uses it', () => {
  const typesIn = (/** @type {string} */ text) =>
    Object.fromEntries([...parametersOf(text)].map(([name, types]) => [name, [...types]]));
  expect(typesIn('{name} at {at, time, moment}, {bytes, number, megabytes}')).toEqual({
    name: ['Part'],
    at: ['number'],
    bytes: ['number'],
  });
  expect(typesIn('{n, plural, one {# file of {n}} other {# files in {folder}}}')).toEqual({
    n: ['number'],
    folder: ['Part'],
  });
  expect(typesIn('{names, number, list} or {names, number, orList}')).toEqual({ names: ['readonly Part[]'] });
  expect(typesIn('{mode, select, broker {The broker} other {The service}}')).toEqual({ mode: ["'broker'", 'null'] });
});

test.each(languages())('the translation %s has every message, with its parameters', (language) => {
  expect(
    translationFaults(language, readCatalogue()),
    'node scripts/run.mjs scripts/build/messages.mjs lists what is wrong.',
  ).toEqual([]);
});

test('no translation is of an English text that has changed since', () => {
  expect(staleMessages(readCatalogue()), 'node scripts/run.mjs scripts/build/messages.mjs says what to do.').toEqual(
    [],
  );
});

test('a message is stale once its English text changes, and until it has been translated at all', () => {
  const english = new Map([
    ['app.quit', { defaultMessage: 'Quit' }],
    ['app.new', { defaultMessage: 'New' }],
  ]);
  // The beginning of the SHA-256 of "Quit".
  const marks = { 'app.quit': 'b3eb37ac' };
  expect(staleMessages(english, marks)).toEqual(['app.new']);
  expect(staleMessages(new Map([['app.quit', { defaultMessage: 'Exit' }]]), marks)).toEqual(['app.quit']);
});

test.each([
  ['a lost parameter', '{n} of {total}', 'Viele von {total}', 'has the parameters'],
  ['a list that is none', '{names, number, list}', '{names}', 'has the parameters'],
  ['a choice that is gone', '{a, select, yes {Y} other {N}}', '{a, select, other {N}}', 'has the parameters'],
  ['a form of another language', '{n, plural, one {#} other {#}}', '{n, plural, few {#} other {#}}', 'plural forms'],
  ['an option in another spelling', 'Use --data-dir', 'Nimm --daten', 'has the options'],
  ["an apostrophe that quotes what's after it", 'The {name}', "l'{name}", 'straight apostrophe'],
  ['a brace without an end', 'The {name}', '{name', "isn't an ICU message"],
])('a translation with %s is refused', (_, english, text, fault) => {
  expect(faultsOf(english, text, 'de').join()).toContain(fault);
});
