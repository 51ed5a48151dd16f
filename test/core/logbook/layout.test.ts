// What is taught from the words of a picture, which pictures have its layout, and what is read there. The words are as the
// engine gives them: x and y of their upper left corner.
import { describe, expect, it } from 'vitest';
import { emptyEntry, type OwnEntry } from '../../../main/contract/own-entry.ts';
import { loadAirports } from '../../../main/core/logbook/airports.ts';
import {
  codeIn,
  durationIn,
  layoutFor,
  layoutOf,
  type Page,
  readBy,
  withLayout,
} from '../../../main/core/logbook/layout.ts';

const airports = await loadAirports();
const size = { width: 1280, height: 720 };

/** A word, x and y, and its height: 15 without. */
type Row = string;
const pageOf = (rows: readonly Row[], { width, height } = size): Page => ({
  width,
  height,
  words: rows.map((row) => {
    const [, text = '', x, y, high = 15] = /^(.+?) (\d+) (\d+)(?: (\d+))?$/.exec(row)!;
    const box = { x: Number(x), y: Number(y), width: 10 * text.length, height: Number(high) };
    return { text, confidence: 95, box };
  }),
});
const labels = ['Departure', 'Arrival', 'Aircraft', 'Airborne', 'Remarks', 'Network', 'Callsign'].map(
  (text, at) => `${text} 0 ${10 + 30 * at}`,
);
const report = [...labels, 'EKCH 200 10', 'EDDF 200 40', 'A20N 200 70', '1 200 100', 'h45 220 100', '2:00 200 130'];
const entry: OwnEntry = { ...emptyEntry, icaoOut: 'EKCH', icaoIn: 'EDDF' };
const teach = (rows: readonly Row[], more: Partial<OwnEntry> = {}) =>
  layoutOf(pageOf(rows), { ...entry, ...more }, airports);
const layout = teach(report, { aircraft: 'A20N', minutes: 105, block: 120 })!;
const nothing = () => '';
const doubled = ({ width, height, words }: Page): Page => ({
  width: 2 * width,
  height: 2 * height,
  words: words.map(({ box: { x, y, ...box }, ...word }) => ({
    ...word,
    box: { x: 2 * x, y: 2 * y, width: 2 * box.width, height: 2 * box.height },
  })),
});

describe('a picture teaches', () => {
  it('where the figures of the entry stand, and its words without them', () => {
    expect(layout.aspect).toBeCloseTo(16 / 9);
    expect(Object.keys(layout.places)).toEqual(['from', 'to', 'aircraft', 'minutes', 'block']);
    expect(layout.places.from).toEqual({ x: 200 / 1280, y: 10 / 720, width: 40 / 1280, height: 15 / 720 });
    expect(layout.marks).toHaveLength(labels.length);
    const said = ['from departure', 'to arrival', 'aircraft aircraft', 'minutes airborne', 'block remarks'];
    expect(layout.labels.map(({ of, text }) => `${of} ${text}`)).toEqual(said);
  });

  it.each([
    ['beside its label', [...report, 'EKCH 600 300'], 200],
    ['in large letters', ['EKCH 600 300 60', ...report.slice(2)], 600],
    ['read with small letters', [...labels, 'EKkcH 200 10', ...report.slice(8)], 200],
  ] satisfies [string, Row[], number][])('the place of a code: %s', (_where, rows, x) => {
    expect(teach(rows)?.places.from.x).toBeCloseTo(x / 1280);
  });

  it('the label before a time, though another is nearer behind it', () => {
    const { labels: said } = teach([...report, 'Total 265 100'], { minutes: 105 })!;
    expect(said.filter(({ of }) => of === 'minutes').map(({ text }) => text)).toEqual(['airborne']);
  });

  it('no type and no time that is not printed', () => {
    const { from, to } = layout.places;
    expect(teach(report, { aircraft: 'B738', minutes: 106 })?.places).toEqual({ from, to });
  });

  it.each([
    ['where a code is missing', report.toSpliced(7, 1)],
    ['where one stands twice', [...labels.slice(2), 'EKCH 200 10', 'EKCH 400 10', 'EDDF 200 40']],
    ['from hardly any words', report.slice(4)],
    ['of a diversion', [...report, 'Diverted 500 400']],
    ['where a code is that of an alternate', report.with(1, 'Alternate 0 40')],
  ])('nothing %s', (_where, rows) => expect(teach(rows)).toBeNull());
});

describe('a picture has a layout', () => {
  const most = labels.slice(0, 5);
  it.each([
    ['of the same shape in another size', doubled(pageOf(labels)), nothing, true],
    [
      'whose other words are read at their places, even with a wrong letter',
      pageOf(most.toSpliced(1, 1)),
      ({ y }: { y: number }) => (y > 150 ? 'x Netwerk' : 'ArrlvaI'),
      true,
    ],
    ['but not with fewer of its words', pageOf(most), nothing, false],
    ['but not without the word beside an airport', pageOf(labels.toSpliced(1, 1)), nothing, false],
    ['but not of another shape', pageOf(labels, { width: 1280, height: 800 }), nothing, false],
    ['but not with its words at other places', pageOf(labels.map((row) => row.replace(' 0 ', ' 50 '))), nothing, false],
  ] as const)('%s', (_how, page, line, has) => {
    expect(layoutFor(page, [layout], line) !== null).toBe(has);
  });

  it('and of several the one with most words; one that is taught again takes its place', () => {
    const fewer = { ...layout, marks: layout.marks.slice(1) };
    const other = { ...layout, aspect: 1 };
    expect(layoutFor(pageOf(report), [fewer, layout], nothing)).toBe(layout);
    expect(withLayout([other, fewer], layout, pageOf(report))).toEqual([layout, other]);
  });
});

describe('a picture with a layout', () => {
  const read = (texts: Record<number, string[]>, rows: Row[] = labels) =>
    readBy(layout, pageOf(rows), ({ y }) => texts[Math.round(y)] ?? ['', '', ''], airports);
  const same = (text: string) => [text, text, text];
  const route = { 10: same('LOWW'), 40: same('(LIRF) Rome') };

  it('is read at its places', () => {
    const ends = { from: 'LOWW', to: 'LIRF', by: 'layout' };
    expect(read({ ...route, 70: same('8738') })).toMatchObject({ ...ends, aircraft: 'B738' });
    const times = { 100: same('1 h 45'), 130: same('at 02:00') };
    const printed = [...labels, '1 200 100', 'h45 220 100', '2:00 200 130'];
    expect(read({ ...route, ...times }, printed)).toMatchObject({ ...ends, minutes: 105, block: 120 });
    expect(read({ ...route, ...times }, printed.with(3, 'Duty 0 100'))).not.toHaveProperty('minutes');
    expect(read({ ...route, ...times }, [...printed, '+0:12 245 130'])).not.toHaveProperty('block');
    expect(read({ ...route, ...times }, [...printed, 'left 85 100'])).not.toHaveProperty('minutes');
    expect(read({ ...route, ...times }, [...printed, 'UTC 245 130'])).not.toHaveProperty('block');
    const differs = { 10: ['LOWW', 'LOwW', 'LOWW'], 70: ['B738', 'B739', 'A320'], 100: ['1:45', '1:46', '1:40'] };
    expect(read({ ...route, ...differs })).toEqual({ ...ends, places: [layout.places.from, layout.places.to] });
  });

  it.each([
    ['a code is no airport', { ...route, 10: same('LOXQ') }],
    ['readings differ', { ...route, 10: ['LOWW', 'LOWL', 'LOWG'] }],
    ['two codes stand there', { ...route, 40: same('LIRF LIRA') }],
    ['both are the same', { ...route, 40: same('LOWW') }],
  ])('says nothing where %s', (_where, texts) => expect(read(texts)).toBeNull());

  it.each([
    ['a flight that went elsewhere', 'DIVERTED 500 10'],
    ['a plan of the same look', 'Plan 500 10'],
    ['more airports than on the page that taught it', 'LGAV 500 100'],
  ])('says nothing of %s', (_what, word) => {
    expect(read(route, [...labels, word])).toBeNull();
  });
});

it.each([
  ['AZ0N', 'A20N'],
  ['A21IN', 'A21N'],
  ['X99Z', null],
])('%s is the type %s', (text, type) => expect(codeIn('aircraft', text, airports)).toBe(type));

it.each([
  ['RITT', 'RJTT'],
  ['EDDF', 'EDDF'],
  ['LoWw', 'LOWW'],
  ['SDDO', null],
  ['Lima', null],
])('%s is the airport %s', (text, code) => expect(codeIn('to', text, airports)).toBe(code));

it.each([
  ['2 ho5m', 125],
  ['3ho01', 181],
  ['2 h 65', null],
  ['09:40 12:45', null],
  ['19:55:10', null],
])('%s is a duration of %s minutes', (text, minutes) => expect(durationIn(text)).toBe(minutes));
