// A time in a message has one of the styles of formatter.ts; any other would be written without its zone.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { app, cli, core, exported, resultPage } from '../../main/messages/catalogue.ts';
import { createFormatter, type Catalogue } from '../../main/messages/formatter.ts';
import { languages } from '../../main/messages/languages.ts';
import { message } from '../../main/messages/message.ts';
import { timeChoices } from '../../main/messages/time-format.ts';
import { translated } from '../../main/messages/translations.ts';
import { window } from '../../main/messages/window-catalogue.ts';

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

test.each(languages)(
  'the pre-flight check names until when notifications are off, with the zone: %s',
  async (language) => {
    const at = Date.UTC(2026, 4, 12, 15, 30);
    const line = message('check.notifications', { shown: 'quiet', at });
    const catalogue = await translated(english, language);
    const written = timeChoices.map((times) =>
      createFormatter({ catalogue, language, times, timeZone: 'Asia/Kolkata', now: () => at }).text(line),
    );
    expect(written.map((text) => /\d\d:\d\d.*(?:Z|LT)\)?/.exec(text)?.[0].replaceAll('\u00A0', ' '))).toEqual([
      '15:30Z',
      '21:00 LT',
      '15:30Z (21:00 LT)',
    ]);
  },
);
