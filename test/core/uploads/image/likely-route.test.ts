// Which route words on an image look like. The words are as the engine gives them: x and y of their upper left corner.
import { expect, it } from 'vitest';
import { loadAirports } from '../../../../main/core/logbook/airports.ts';
import { likelyRoute } from '../../../../main/core/uploads/image/likely-route.ts';

const airports = await loadAirports();

/** A word, x and y, how surely it was read in percent (95 without), and how high it is. */
type Row = string;
const read = (...rows: Row[]) =>
  likelyRoute(
    rows.map((row) => {
      const [, text = '', x, y, confidence = 95, height = 15] = /^(.+?) (\d+) (\d+)(?: (\d+))?(?: (\d+))?$/.exec(row)!;
      const box = { x: Number(x), y: Number(y), width: 10 * text.length, height: Number(height) };
      return { text, confidence: Number(confidence), box };
    }),
    airports,
  );
const routeOf = (...rows: Row[]) => {
  const route = read(...rows);
  return route && `${route.from} ${route.to}`;
};
const page: Row[] = ['Flight 0 300', 'Aircraft: 0 330'];

it('is one pair in one direction, and where its codes stand', () => {
  const pair = { x: 50, y: 10, width: 40, height: 15 };
  expect(read('EKCH 50 10', '→ 100 10', 'EDDF 120 10', ...page)).toEqual({
    from: 'EKCH',
    to: 'EDDF',
    boxes: [pair, { ...pair, x: 120 }],
    by: 'arrow',
  });
  expect(read('EKCH-EDDF 50 10', ...page)?.boxes).toEqual([pair, { ...pair, x: 100 }]);
  expect(routeOf('(EKCH) 50 10', 'to 120 10', 'Frankfurt 150 10', '(EDDF) 250 10', ...page)).toBe('EKCH EDDF');
  expect(routeOf('EKCH 50 10', 'EDDF 120 10', ...page)).toBeNull();
});

it.each([
  ['behind them', ['Abflug: 0 10', 'EKCH 200 10', 'Ziel: 0 40', 'EDDF/07R 200 40']],
  ['below them', ['DÉPART 0 10', 'ARRIVÉE 200 10', 'EKCH 0 35', 'EDDF 200 35']],
  ['far behind them, with nothing between', ['Departure 0 10', 'EKCH 900 10', 'Arrival 0 40', 'EDDF 900 40']],
  ['with an alternate', ['Dep 0 10', 'EKCH 200 10', 'Arr 0 40', 'EDDF 200 40', 'Alternate 0 70', 'EDDK 200 70']],
  ['with a drawn line, read as letters', ['Dep 0 10', 'EKCH 90 10', 'Arr 0 40', 'EDDF 90 40', 'SSSR 0 70 95 4']],
  ['one above the other', ['Kalkış 0 10', 'EKCH 0 30', 'Varış 0 60', 'EDDF 0 80']],
] satisfies [string, Row[]][])('is codes that stand beside labels: %s', (_how, rows) => {
  expect(read(...rows, ...page)).toMatchObject({ from: 'EKCH', to: 'EDDF', by: 'labels' });
});

it.each([
  ['hardly a word of a report', ['EKCH 50 10', '→ 100 10', 'EDDF 120 10']],
  ['two routes', ['EKCH-EDDF 50 10', 'EDDF-LPPT 50 90', ...page]],
  ['the way back', ['EKCH-EDDF 50 10', 'EDDF-EKCH 50 90', ...page]],
  ['a round trip', ['EKCH-EKCH 50 10', ...page]],
  ['no airport', ['EKCH-ZZZQ 50 10', ...page]],
  ['labels above a list', ['From 0 0', 'To 90 0', 'EKCH 0 20', 'EDDF 90 20', 'LPPT 90 40', ...page]],
  ['a list of one route', ['EKCH 0 20', '→ 60 20', 'EDDF 90 20', 'EKCH 0 40', 'EDDF 90 40', ...page]],
  ['a list out and back', ['From 0 0', 'To 90 0', 'EKCH 0 20', 'EDDF 90 20', 'EDDF 0 40', 'EKCH 90 40', ...page]],
  ['codes before their labels', ['EKCH 0 10', 'dep 50 10', 'EDDF 90 10', 'arr 140 10', 'EDDK 180 10', ...page]],
  ['a landing elsewhere', ['EKCH-EDDF 50 10', 'Landed 50 90', 'at 120 90', 'EDDK 150 90', ...page]],
  ['a third airport beside labels', ['Dep 0 10', 'EKCH 90 10', 'Arr 0 40', 'EDDF 90 40', 'EDDK 90 90', ...page]],
  ['what is up next', ['Up 0 90', 'next: 40 90', 'EKCH-EDDF 100 90', ...page]],
  ['a route with stops', ['EKCH-EDDF 50 10', 'EDDF 200 10', 'LPPT 260 10', ...page]],
  ['two words of a plan', ['EKCH-EDDF 50 10', 'OFP 50 90', 'Flightplan 100 90', ...page]],
  ['two codes beside each other, and no distance', ['EKCH 0 10', 'EDDF 300 10', ...page]],
  ['two codes in both orders', ['EKCH 0 10', 'EDDF 300 10', 'EDDF 0 50', 'EKCH 300 50', '388NM 0 80', ...page]],
  ['a diversion', ['EKCH-EDDF 50 10', 'Umgeleitet 50 90', ...page]],
  ['a plan', ['EKCH-EDDF 50 10', 'Planned 50 90', 'departure 130 90', ...page]],
  ['an offer', ['EKCH-EDDF 50 10', 'Next 50 90', 'flight 100 90', ...page]],
  ['an alternate that was flown', ['EKCH-EDDF 50 10', 'Alternate 50 90', 'flown: 150 90', ...page]],
  ['an alternate behind a dash', ['EKCH 50 10', '- 100 10', 'Alternate 120 10', 'EDDF 230 10', ...page]],
  ['an arrival behind its arrow', ['Arr 0 10', 'EKCH 50 10', '→ 100 10', 'EDDF 130 10', ...page]],
  ['the route of an earlier flight', ['Last 0 10', 'flight 50 10', 'EKCH-EDDF 130 10', ...page]],
  ['too many codes', ['EKCH-EDDF 50 10', ...page, 'LPPT EGLL ENBR LFPG 0 90', 'ESSA ENGM EFHK 0 99']],
] satisfies [string, Row[]][])('is none on a page with %s', (_what, rows) => {
  expect(routeOf(...rows)).toBeNull();
});

it('is two codes beside each other whose distance is printed, because arrows are often drawn', () => {
  expect(read('EKCH 0 10', 'EDDF 300 10', '388NM 0 80', ...page)).toMatchObject({ to: 'EDDF', by: 'distance' });
  expect(routeOf('EKCH 0 10', 'EDDF 300 10', '900NM 0 80', ...page)).toBeNull();
  // Any number could be as far as neighbours are apart.
  expect(routeOf('EGLL 0 10', 'EGLC 300 10', '20NM 0 80', ...page)).toBeNull();
});

it('is found beside a planned figure, an alternate, and a button for the next page', () => {
  const others = ['Planned 50 90', 'fuel 130 90', 'Alternate: 50 120', 'LPPT 160 120', 'Next 50 150'];
  expect(routeOf('EKCH-EDDF 50 10', ...others, ...page)).toBe('EKCH EDDF');
});

it.each([
  ['read surely', 'EKCH EDDF', ['EKCH 50 10 90', 'to 100 10', 'EDDF 130 10 90']],
  ['not read surely', null, ['EKCH 50 10 90', 'to 100 10', 'EDDF 130 10 89']],
  ['read twice', 'EKCH EDDF', ['EKCH 50 10', 'to 100 10', 'EDDF 130 10 60', 'EDDF 300 200 60']],
  ['named', 'EKCH EDDF', ['EKCH 50 10', 'to 100 10', 'EDDF 130 10 60', 'FRANKFURT 300 200']],
  ['as far as printed', 'EKCH EDDF', ['EKCH 50 10 30', 'to 100 10', 'EDDF 130 10 30', '388 300 200', 'NM 335 200']],
  ['farther than printed', null, ['EKCH 50 10 30', 'to 100 10', 'EDDF 130 10 30', '388km 300 200']],
] satisfies [string, string | null, Row[]][])('counts if its codes are %s', (_how, expected, rows) => {
  expect(routeOf(...rows, ...page)).toBe(expected);
});
