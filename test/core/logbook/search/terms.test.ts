import { expect, it } from 'vitest';
import { termsOf, type Term } from '../../../../main/core/logbook/search/terms.ts';

const airports = new Set(['llbg', 'lowg', 'graz', 'aviv', 'llb']);
const meant = (q: string, today = '2026-11-23') => termsOf(q, { today, isAirport: (word) => airports.has(word) });

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
const texts = (q: string, today?: string) => meant(q, today).map(text);

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
