import { expect, it } from 'vitest';
import { createDateWords } from '../../../main/core/logbook/dates.ts';
import type { LanguageChoice } from '../../../main/messages/languages.ts';
import { termsOf, type Term } from '../../../main/core/logbook/terms.ts';

const airports = new Set(['llbg', 'lowg', 'graz', 'aviv', 'llb']);
type Spoken = { readonly language?: LanguageChoice; readonly system?: string };
const meant = (q: string, today = '2026-11-23', { language = 'en', system = 'en-GB' }: Spoken = {}) =>
  termsOf(q, { today, dates: createDateWords(language, system), isAirport: (word) => airports.has(word) });

const text = (term: Term): string => {
  switch (term.kind) {
    case 'number':
      return `#${term.id}`;
    case 'days':
      return term.every === undefined ? `${term.from}/${term.to}` : `every ${term.every.join(' ')}`;
    case 'route':
      return `${term.from}→${term.to}`;
    case 'from':
    case 'to':
      return `${term.kind} ${term.word}`;
    case 'word':
      return term.days === null ? term.word : `${term.word} or ${text({ kind: 'days', ...term.days })}`;
  }
};
const texts = (...asked: Parameters<typeof meant>) => meant(...asked).map(text);

it.each<[string, string[]]>([
  ['', []],
  ['  LOWG, a320 ', ['lowg', 'a320']],
  ['Oct 30', ['every 10-30']],
  ['30 October', ['every 10-30']],
  ['October 30th', ['every 10-30']],
  ['30. Oct.', ['every 10-30']],
  ['30th of October 2026', ['every 10-30', '2026 or 2026-01-01/2026-12-31']],
  ['Oct 3', ['every 10-03']],
  ['Oct 30, 2026', ['every 10-30', '2026 or 2026-01-01/2026-12-31']],
  ['2026 oct 30', ['2026 or 2026-01-01/2026-12-31', 'every 10-30']],
  ['ju 30', ['ju', '30']],
  ['jun 30 b77w', ['every 06-30', 'b77w']],
  ['Oct 32', ['oct or every 10', '32']],
  ['Oct a330', ['oct or every 10', 'a330']],
  ['Oct 2026', ['oct or every 10', '2026 or 2026-01-01/2026-12-31']],
  ['2026-10', ['2026-10 or 2026-10-01/2026-10-31']],
  ['2026-10-12', ['2026-10-12 or 2026-10-12/2026-10-12']],
  ['10/2026', ['10/2026 or 2026-10-01/2026-10-31']],
  ['1.2026', ['1.2026 or 2026-01-01/2026-01-31']],
  ['13/2026', ['13/2026']],
  ['2026-10-31', ['2026-10-31 or 2026-10-31/2026-10-31']],
  ['2026/10/1', ['2026/10/1 or 2026-10-01/2026-10-01']],
  ['31.10.2026', ['31.10.2026 or 2026-10-31/2026-10-31']],
  ['31/10/2026', ['31/10/2026 or 2026-10-31/2026-10-31']],
  ['31-10-2026', ['31-10-2026 or 2026-10-31/2026-10-31']],
  ['10/31/2026', ['10/31/2026 or 2026-10-31/2026-10-31']],
  ['3/4/26', ['3/4/26 or 2026-04-03/2026-04-03']],
  ['31.10.', ['31.10. or every 10-31']],
  ['31/10', ['31/10 or every 10-31']],
  ['32.10.2026', ['32.10.2026']],
  ['31.13.2026', ['31.13.2026']],
  ['10月30日', ['10月30日 or every 10-30']],
  ['2026年10月30日', ['2026年10月30日 or 2026-10-30/2026-10-30']],
  ['2026年10月', ['2026年10月 or 2026-10-01/2026-10-31']],
  ['2026年', ['2026年 or 2026-01-01/2026-12-31']],
  ['１０月３０日　ＬＯＷＧ', ['10月30日 or every 10-30', 'lowg']],
  ['13月', ['13月']],
  ['today', ['2026-11-23/2026-11-23']],
  ['yesterday lowg', ['2026-11-22/2026-11-22', 'lowg']],
  ['this week', ['2026-11-23/2026-11-29']],
  ['last week', ['2026-11-16/2026-11-22']],
  ['this year', ['2026-01-01/2026-12-31']],
  ['last year', ['2025-01-01/2025-12-31']],
  ['this month', ['2026-11-01/2026-11-31']],
  ['last month', ['2026-10-01/2026-10-31']],
  ['last october', ['2026-10-01/2026-10-31']],
  ['last november', ['2025-11-01/2025-11-31']],
  ['last dec', ['2025-12-01/2025-12-31']],
  ['this dec', ['2026-12-01/2026-12-31']],
  ['last october 12', ['2026-01-01/2026-12-31', 'every 10-12']],
  ['last approach', ['last', 'approach']],
  ['flight 7100', ['#7100']],
  ['Flight #7100 lowg', ['#7100', 'lowg']],
  ['#7100', ['#7100']],
  ['7100', ['7100']],
  ['flight', ['flight']],
  ['to LOWG', ['to lowg']],
  ['from Graz to LLBG', ['from graz', 'to llbg']],
  ['back to base', ['back', 'to', 'base']],
  ['from', ['from']],
  ['LLBG-LOWG', ['llbg→lowg']],
  ['LLBG>LOWG', ['llbg→lowg']],
  ['LLBG->LOWG', ['llbg→lowg']],
  ['LLBG–LOWG', ['llbg→lowg']],
  ['LLBG→LOWG', ['llbg→lowg']],
  ['Tel Aviv → Graz', ['tel', 'aviv→graz']],
  ['LLBG - LOWG', ['llbg→lowg']],
  ['LLBG →', ['llbg']],
  ['LLBG-', ['llbg']],
  ['shot-3.png', ['shot-3.png']],
])('reads "%s"', (q, expected) => {
  expect(texts(q)).toEqual(expected);
});

it('counts from the first month of a year back to the last of the year before', () => {
  expect(texts('last month', '2026-01-05')).toEqual(['2025-12-01/2025-12-31']);
});

it('reads at most twelve words', () => {
  expect(meant('a '.repeat(100))).toHaveLength(12);
});

it.each<[string, string]>([
  ['yesterday', '2026-01-01'],
  ['last week', '2026-01-02'],
])('reads "%s" on %s across the turn of the year', (q, today) => {
  const meaning = { yesterday: '2025-12-31/2025-12-31', 'last week': '2025-12-22/2025-12-28' }[q];
  expect(texts(q, today)).toEqual([meaning]);
});

it.each<[LanguageChoice, string, string]>([
  ['de', 'heute', '2026-11-23/2026-11-23'],
  ['de', 'gestern', '2026-11-22/2026-11-22'],
  ['de', 'letzte Woche', '2026-11-16/2026-11-22'],
  ['de', 'diesen Monat', '2026-11-01/2026-11-31'],
  ['de', 'Oktober', 'oktober or every 10'],
  ['de', '30. März', 'every 03-30'],
  ['fr', 'aujourd’hui', '2026-11-23/2026-11-23'],
  ['fr', "aujourd'hui", '2026-11-23/2026-11-23'],
  ['fr', 'la semaine dernière', '2026-11-16/2026-11-22'],
  ['fr', 'année dernière', '2025-01-01/2025-12-31'],
  ['fr', '1 févr.', 'every 02-01'],
  ['es', 'ayer', '2026-11-22/2026-11-22'],
  ['es', 'mes pasado', '2026-10-01/2026-10-31'],
  ['es', '30 de octubre de 2026', 'every 10-30 & 2026-01-01/2026-12-31'],
  ['pt-BR', 'semana passada', '2026-11-16/2026-11-22'],
  ['pt-BR', 'outubro de 2025', 'outubro or every 10 & 2025-01-01/2025-12-31'],
  ['ja', '今日', '2026-11-23/2026-11-23'],
  ['ja', '先月', '2026-10-01/2026-10-31'],
  ['ja', 'yesterday', '2026-11-22/2026-11-22'],
])('understands dates in the language that is shown (%s): "%s"', (language, q, meaning) => {
  expect(texts(q, undefined, { language }).join(' & ')).toBe(meaning);
});

it.each<[LanguageChoice, string, string]>([
  ['en', 'en-US', '2026-03-04'],
  ['en', 'en-GB', '2026-04-03'],
  ['en', 'de-DE', '2026-04-03'],
  ['de', 'en-US', '2026-04-03'],
  ['system', 'en-US', '2026-03-04'],
  ['system', 'fr-FR', '2026-04-03'],
])('has the day first, except where the locale has the month first (%s on %s)', (language, system, day) => {
  const spoken = { language, system };
  expect(texts('03/04/2026', undefined, spoken)).toEqual([`03/04/2026 or ${day}/${day}`]);
  expect(texts('03.04.2026', undefined, spoken)).toEqual(['03.04.2026 or 2026-04-03/2026-04-03']);
});
