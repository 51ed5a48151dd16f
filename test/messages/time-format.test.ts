import { describe, expect, test } from 'vitest';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { createTimeFormat } from '../../main/messages/time-format.ts';
import { app, cli, core, exported, resultPage } from '../../main/messages/catalogue.ts';
import type { Catalogue } from '../../main/messages/formatter.ts';
import { languages } from '../../main/messages/languages.ts';
import { translated } from '../../main/messages/translations.ts';
import { window } from '../../main/messages/window-catalogue.ts';

const noon = Date.UTC(2026, 4, 12, 12, 2, 16);
const evening = Date.UTC(2026, 4, 12, 23, 30);
const dayMs = 86_400_000;
const inTokyo = (choice: 'utc' | 'local' | 'both', locale = 'en-GB') =>
  createTimeFormat(locale, choice, () => 9 * 3_600_000);
const lt = '\u00A0LT';

describe('a time', () => {
  test.each([
    ['utc', '12:02Z', '12:02:16Z', '12 May 2026, 12:02:16Z'],
    ['local', `21:02${lt}`, `21:02:16${lt}`, `12 May 2026, 21:02:16${lt}`],
    ['both', `12:02Z / 21:02${lt}`, `12:02:16Z / 21:02:16${lt}`, `12 May 2026, 12:02:16Z / 21:02:16${lt}`],
  ] as const)('in %s always says which zone it is in', (choice, minute, second, full) => {
    const format = inTokyo(choice);
    expect([format.minute(noon), format.second(noon), format.full(noon)]).toEqual([minute, second, full]);
  });

  test.each([
    [noon, '12:02Z'],
    [noon - dayMs, '11 May, 12:02Z'],
    [noon - 400 * dayMs, '7 Apr 2025, 12:02Z'],
    [noon + 300 * dayMs, '8 Mar 2027, 12:02Z'],
  ])('has no more date than it needs: %s', (at, text) => expect(inTokyo('utc').dateTime(at, noon)).toBe(text));

  test('is of the day that it is in its zone', () => {
    // 23:30Z of 12 May is 08:30 of 13 May in Tokyo, where 12:02Z is still the 12th.
    expect(inTokyo('utc').dateTime(evening, noon)).toBe('23:30Z');
    expect(inTokyo('local').dateTime(evening, noon)).toBe(`13 May, 08:30${lt}`);
    expect(inTokyo('both').dateTime(evening, noon)).toBe(`23:30Z / 13 May, 08:30${lt}`);
    expect(inTokyo('local').dateTime(Date.UTC(2026, 11, 31, 20), Date.UTC(2026, 11, 31, 12))).toBe(
      `1 Jan 2027, 05:00${lt}`,
    );
  });

  test('is short in narrow places: seconds only today, and in one zone; exact on request', () => {
    expect(inTokyo('utc').short(noon, noon)).toBe('12:02:16Z');
    expect(inTokyo('both').short(noon, noon)).toBe(`12:02Z / 21:02${lt}`);
    expect(inTokyo('local').short(noon - dayMs, noon)).toBe(`11 May, 21:02${lt}`);
    expect(inTokyo('utc').exactDateTime(noon - dayMs, noon)).toBe('11 May, 12:02:16Z');
  });

  test('has the order and the names of its language', () => {
    expect(inTokyo('utc', 'de-DE').full(noon)).toBe('12. Mai 2026, 12:02:16Z');
    expect(inTokyo('utc', 'en-US').dateTime(noon - dayMs, noon)).toBe('May 11, 12:02Z');
  });
});

const english: Catalogue = { ...app, ...cli, ...core, ...exported, ...resultPage, ...window };
const known: readonly unknown[] = ['dateTime', 'minute', 'second'];

const patternOf = (entry: Catalogue[string]) =>
  typeof entry === 'object' && 'defaultMessage' in entry ? entry.defaultMessage : entry;

const elementsOf = (entry: Catalogue[string]): readonly MessageFormatElement[] => {
  const pattern = patternOf(entry);
  return typeof pattern === 'string' ? parse(pattern, { ignoreTag: true }) : pattern;
};

const hasUnknownStyle = (elements: readonly MessageFormatElement[]): boolean =>
  elements.some((element) => {
    if (element.type === TYPE.date) return true;
    if (element.type === TYPE.time) return !known.includes(element.style);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return false;
    return Object.values(element.options).some(({ value }) => hasUnknownStyle(value));
  });

test.each(languages)('every time in a message has a style that names its zone: %s', async (language) => {
  const catalogue = await translated(english, language);
  const wrong = Object.entries(catalogue).filter(([, entry]) => hasUnknownStyle(elementsOf(entry)));
  expect(wrong.map(([id]) => id)).toEqual([]);
});
