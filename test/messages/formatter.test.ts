import { expect, test } from 'vitest';
import { createFormatter } from '../../main/messages/formatter.ts';
import { message, storedMessage, verbatim, type Message } from '../../main/messages/message.ts';
import type { Part } from '../../main/messages/message-params.ts';
import { core } from '../../main/messages/catalogue.ts';
import { languages } from '../../main/messages/languages.ts';

const noon = Date.UTC(2026, 10, 22, 12);
const dayMs = 86_400_000;

const formatterOf = (defaultMessage: string, locale?: string) => {
  const formatter = createFormatter({ catalogue: { ...core, tried: { defaultMessage } }, locale, now: () => noon });
  return (params: Readonly<Record<string, Part | readonly Part[] | boolean | null>> = {}) =>
    formatter.text({ id: 'tried', params } as unknown as Message);
};

test.each([
  ['en-US', 'Nov 21, 12:00Z'],
  ['de-AT', '21 Nov, 12:00Z'],
  ['not a locale', '21 Nov, 12:00Z'],
])('writes dates as they are written where %s is spoken, on a clock of 24 hours', (locale, text) => {
  expect(formatterOf('{at, time, dateTime}', locale)({ at: noon - dayMs })).toBe(text);
});

test.each([
  ['{is, select, yes {Y} other {N}}', ['Y', 'N', 'N']],
  ['{is, select, no {N} other {Y}}', ['Y', 'N', 'Y']],
  ['{is, select, null {?} other {N}}', ['N', 'N', 'N']],
])('chooses a text of %j for true, false and null', (pattern, texts) => {
  expect([true, false, null].map((is) => formatterOf(pattern)({ is }))).toEqual(texts);
});

test('writes sizes in megabytes of 1,048,576 bytes', () => {
  expect(formatterOf('{bytes, number, megabytes}')({ bytes: 13_000_000 })).toBe('12.4 MB');
  expect(formatterOf('{bytes, number, megabytes}', 'de-DE')({ bytes: 10 * 1024 * 1024 })).toBe('10 MB');
});

test.each([
  ['en-GB', ['a', 'b', 'c'], 'a, b and c', 'a, b or c'],
  ['en-US', ['a', 'b', 'c'], 'a, b, and c', 'a, b, or c'],
  ['en-GB', ['a'], 'a', 'a'],
  ['en-GB', [], '', ''],
])('writes a list as in %s: %j', (locale, names, and, or) => {
  expect(formatterOf('{names, number, list}', locale)({ names })).toBe(and);
  expect(formatterOf('{names, number, orList}', locale)({ names })).toBe(or);
});

test('writes a choice that has no text of its own like one that is not known', () => {
  const written = formatterOf('{status, select, loading {is being read} other {is complete}}');
  expect(['loading', null, 'newer'].map((status) => written({ status }))).toEqual([
    'is being read',
    'is complete',
    'is complete',
  ]);
  const stored = message('updates.channelChoice', { channel: null });
  expect(storedMessage(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test.each([
  ['en', 'a, b, c'],
  ['fr', 'a, b, c'],
  ['de', 'a, b, c'],
  ['ja', 'a b c'],
] as const)('writes facts in %s without an “and”: %s', (language, facts) => {
  const catalogue = { ...core, tried: { defaultMessage: '{names, number, facts}' } };
  const { text } = createFormatter({ catalogue, language, locale: language });
  expect(text({ id: 'tried', params: { names: ['a', 'b', 'c'] } } as unknown as Message)).toBe(facts);
});

test('writes messages nested in a message, also in a list', () => {
  const known = message('intake.inQueue');
  expect(formatterOf('{name}: {count, number}')({ name: known, count: 2 })).toBe('Already in the queue.: 2');
  expect(formatterOf('{name}')({ name: known })).toBe('Already in the queue.');
  expect(formatterOf('{names, number, list}')({ names: ['a', known] })).toBe('a and Already in the queue.');
  const stored = message('shared.list', { items: ['a', message('shared.verbatim', { text: known })] });
  expect(storedMessage(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test('leaves angle brackets alone', () => {
  expect(formatterOf('<b> {name}')({ name: '<script>' })).toBe('<b> <script>');
});

test('shows a message of a newer version as its id', () => {
  const formatter = createFormatter({ catalogue: core });
  expect(formatter.text({ id: 'failure.of-tomorrow', params: {} } as unknown as Message)).toBe('failure.of-tomorrow');
  expect(formatter.text({ id: 'toString', params: {} } as unknown as Message)).toBe('toString');
});

test('what was stored and is no message is empty', () => {
  expect(storedMessage({ text: 'The disk is full.' })).toEqual(verbatim(''));
});

test('every interface that shows a failure shows text of the service or the system unchanged', () => {
  const { text } = createFormatter({ catalogue: core });
  expect(text(verbatim('<b>ENOSPC</b>, {write}'))).toBe('<b>ENOSPC</b>, {write}');
});

test('writes counts with the digits of the language, from a thousand on in groups', () => {
  const count = formatterOf('{count, number}', 'de-DE');
  expect([0, 999, 1000, -5, 1.5].map((value) => count({ count: value }))).toEqual(['0', '999', '1.000', '-5', '1,5']);
});

test('each of our languages writes small counts with the same digits, in every region', () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const regions = letters.flatMap((one) => letters.map((two) => one + two));
  const locales = languages.flatMap((language) =>
    regions.map((region) => `${new Intl.Locale(language).language}-${region}`),
  );
  const others = locales.filter((locale) => new Intl.NumberFormat(locale).format(987) !== '987');
  expect(others).toEqual([]);
});
