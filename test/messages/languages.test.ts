import { describe, expect, test } from 'vitest';
import { app, cli, core, exported, resultPage } from '../../main/messages/catalogue.ts';
import { createFormatter } from '../../main/messages/formatter.ts';
import { languageFor, languages } from '../../main/messages/languages.ts';
import { message } from '../../main/messages/message.ts';
import { translated } from '../../main/messages/translations.ts';
import { window } from '../../main/messages/window-catalogue.ts';

const english = { ...app, ...cli, ...core, ...exported, ...resultPage, ...window };

describe('the language', () => {
  test.each([
    ['the system’s', ['de-AT', 'en'], 'de'],
    ['the first of the system that there is', ['fi-FI', 'fr-CA', 'de'], 'fr'],
    ['Brazilian Portuguese for any Portuguese', ['pt-PT'], 'pt-BR'],
    ['found regardless of case', ['JA-jp'], 'ja'],
    ['English where there is none of them', ['fi-FI'], 'en'],
    ['English where the system has none', [], 'en'],
  ])('is %s', (_, preferred, language) => expect(languageFor('system', preferred)).toBe(language));

  test('is the chosen one, regardless of the system', () => {
    for (const language of languages) expect(languageFor(language, ['fi-FI', 'es'])).toBe(language);
  });
});

describe('texts', () => {
  const now = () => Date.UTC(2026, 10, 22);
  const formatterOf = async (language: (typeof languages)[number], locale?: string) =>
    createFormatter({ catalogue: await translated(english, language), language, locale, now });

  test.each([
    ['en', 'en-US', '2 flights', 'Nov 21, 13:00Z'],
    ['de', 'de-AT', '2 Flüge', '21. Nov.'],
    ['fr', 'fr-FR', '2 vols', '21 nov.'],
    ['es', 'es-MX', '2 vuelos', '21 nov'],
    ['pt-BR', 'pt-BR', '2 voos', '21 de nov.'],
    ['ja', 'ja-JP', '2件のフライト', '11月21日'],
  ] as const)('in %s have the plurals and dates of %s', async (language, locale, flights, date) => {
    const { text } = await formatterOf(language, locale);
    expect(text(message('logbook.export.all', { n: 2 }))).toBe(flights);
    expect(text(message('background.quietUntil', { at: Date.UTC(2026, 10, 21, 13) }))).toContain(date);
  });

  test('are written as at home where the language of the system is another one', async () => {
    expect((await formatterOf('de', 'en-US')).locale).toBe('de');
    expect((await formatterOf('pt-BR')).locale).toBe('pt-BR');
    expect((await formatterOf('ja', 'not a locale')).locale).toBe('ja');
  });

  test('are in English if a translation lacks a message', async () => {
    const { 'logbook.export.open': _left, ...rest } = (await translated({}, 'de')) as Record<string, string>;
    const { text } = createFormatter({ catalogue: { ...english, ...rest }, language: 'de' });
    expect(text(message('logbook.export.open'))).toBe('Export');
  });
});
