// Charts as marks, the calendar, and the image's zoom.
import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import { drawAll } from '../../../renderer/elements/canvas.ts';
import { fitted, fitScale, limitedView, zoomedView } from '../../../renderer/detail/image-viewer.tsx';
import { type Card, drawCard, placeFigures } from '../../../renderer/logbook/statistics/card.ts';
import { mapOfFlight } from '../../../renderer/logbook/map/draw-map.ts';
import { barChart, calendarOf, columnChart } from '../../../renderer/logbook/statistics/charts.ts';
import { clockTime, dayText } from '../../../renderer/format/time.ts';

const column = (value: number, label = 'Jan') => ({ label, value, tip: `${label}: ${value}` });
const chart = (values: readonly number[], width = 600) =>
  columnChart({ width, height: 200, columns: values.map((value) => column(value)), tick: String });

describe('columns', () => {
  it('are as high as their figures, from a baseline of zero', () => {
    const [half, whole] = chart([50, 100]).marks.filter((mark) => mark.kind === 'rect' && mark.tip !== undefined);
    if (half?.kind !== 'rect' || whole?.kind !== 'rect') throw new Error('no columns');
    expect(whole.height).toBeCloseTo(2 * half.height);
    expect(whole.y + whole.height).toBeCloseTo(half.y + half.height);
  });

  it('stay in the image, and their labels never overlap, for any data', () => {
    const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 80 });
    fc.assert(
      fc.property(values, fc.integer({ min: 200, max: 1_600 }), (given, width) => {
        const { marks } = chart(given, width);
        const rects = marks.filter((mark) => mark.kind === 'rect');
        expect(
          rects.filter((mark) => !(mark.height >= 0 && mark.y >= 0 && mark.x + mark.width <= width + 0.01)),
        ).toEqual([]);
        const labels = marks.flatMap((mark) =>
          mark.kind === 'text' && mark.text === 'Jan' && mark.anchor === 'middle' ? [mark.x] : [],
        );
        for (const [at, x] of labels.entries()) expect(at === 0 || x - labels[at - 1]! >= 20).toBe(true);
      }),
    );
  });

  it.each([[[]], [[1]], [[2, 1]], [[3]], [[7]], [[0, 12, 5]], [[1_234]]])(
    'have an axis of whole numbers for %j: there are no half flights',
    (values) => {
      const { marks } = columnChart({
        width: 600,
        height: 200,
        columns: values.map((value) => column(value)),
        tick: String,
      });
      const ticks = marks.flatMap((mark) => (mark.kind === 'text' && mark.anchor === 'end' ? [Number(mark.text)] : []));
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.filter((tick) => !Number.isInteger(tick))).toEqual([]);
    },
  );

  it('stand between the labels of a scale, with a line at zero', () => {
    const columns = ['-5', '0', ''].map((label) => column(1, label));
    const { marks } = columnChart({ width: 346, height: 200, columns, tick: () => '', zeroAt: 1 });
    const labels = marks.flatMap((mark) => (mark.kind === 'text' && mark.y > 180 ? [`${mark.text} at ${mark.x}`] : []));
    expect(labels).toEqual(['-5 at 46', '0 at 146']);
    expect(marks).toContainEqual(expect.objectContaining({ x: 146, width: 1, ink: 'dim' }));
  });
});

// At 13 pixels a digit is 8.1 pixels wide, and a letter of Japanese 13.
test.each([
  ['274 h 41 min', 12 * 8.1],
  ['274\u6642\u959341\u5206', 5 * 8.1 + 3 * 13],
])('the figure %s never overlaps its bar', (shown, wide) => {
  const { marks } = barChart(300, [{ label: 'A320', name: '', value: 1, shown, tip: '' }]);
  const ends = marks.flatMap((mark) => (mark.kind === 'rect' ? [mark.x + mark.width] : []));
  expect(Math.max(...ends)).toBeLessThan(300 - wide);
});

test('a bar is as long as its share of the longest', () => {
  const bar = (value: number) => ({ label: 'A320', name: '', value, shown: String(value), tip: '' });
  const lengths = barChart(600, [bar(200), bar(50)]).marks.flatMap((mark) =>
    mark.kind === 'rect' && mark.ink === 'out' ? [mark.width] : [],
  );
  expect(lengths[0]! / lengths[1]!).toBeCloseTo(4);
});

test.each([2, 4])('the figures of a card in %i columns never touch', (count) => {
  const measure = (text: string, size: number) => text.length * size * 0.6;
  const figures = ['20,576 h 7 min', '12,345', '2 h 15 min early', '−1,250'].map((value) => ({
    value,
    name: 'points',
  }));
  const { size, columns } = placeFigures(figures, count, 900, measure);
  for (const [at, { value }] of figures.entries()) {
    const column = at % count;
    expect(columns[column]! + measure(value, size) + 30).toBeLessThan(columns[column + 1] ?? 931);
  }
});

test('a square card with a screenshot names both airports of a flight to the south-west', () => {
  const written: string[] = [];
  const measureText = (text: string) => ({ width: text.length * 10 });
  const drawn = { measureText, fillText: (text: string) => void written.push(text) };
  const context = new Proxy(drawn, { get: (known, name) => Reflect.get(known, name) ?? (() => {}) });
  const map = mapOfFlight({ from: 'EDDF', to: 'LPPT', fromAt: [8.57, 50.03], toAt: [-9.14, 38.77] });
  const texts = { head: '', title: [], under: [], figures: [], records: [], foot: [], logo: null };
  const screenshot = { width: 1, height: 1 } as ImageBitmap;
  const ink = { palette: {}, colours: {}, coast: { land: [{ type: 'Sphere' }], borders: null } };
  drawAll(drawCard(context as never, { ...texts, map, screenshot } satisfies Card, 'square', ink as never));
  expect(written).toEqual(expect.arrayContaining(['EDDF', 'LPPT']));
});

describe('the calendar', () => {
  it.each([0, 1, 6])('has the 365 days that end with the last, in weeks that begin with day %i', (firstWeekday) => {
    const { weeks } = calendarOf([], '2026-11-20', firstWeekday);
    const days = weeks.flat().filter((day) => day !== null);
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([365, '2025-11-21', '2026-11-20']);
    for (const week of weeks.slice(1, -1)) {
      expect(week).toHaveLength(7);
      expect(new Date(week[0]!.day).getUTCDay()).toBe(firstWeekday);
    }
  });

  it('counts flights, days and the longest streak', () => {
    const days = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-15'].map((day) => ({ day, flights: 2 }));
    expect(calendarOf(days, '2026-11-20', 1)).toMatchObject({ flights: 8, daysFlown: 4, longestStreak: 3 });
  });
});

describe('the zoom of an image', () => {
  const image = { width: 1_280, height: 720 };
  const space = { width: 960, height: 700 };

  it('begins with all of it, never enlarged', () => {
    expect(fitted(image, space).scale).toBeCloseTo(0.75);
    expect(fitScale({ width: 100, height: 100 }, space)).toBe(1);
  });

  it('keeps the point under the pointer in place', () => {
    const at = [100, -50] as const;
    const before = { scale: 2, x: 30, y: 20 };
    const after = zoomedView(before, 1.5, image, space, at);
    const pointOf = (view: typeof before) => [(at[0] - view.x) / view.scale, (at[1] - view.y) / view.scale];
    expect(pointOf(after)[0]).toBeCloseTo(pointOf(before)[0]!);
    expect(pointOf(after)[1]).toBeCloseTo(pointOf(before)[1]!);
  });

  it('leaves no gap at an edge of a larger image', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 20, noNaN: true }), fc.integer(), fc.integer(), (scale, x, y) => {
        const view = limitedView({ scale, x, y }, image, space);
        expect(Math.abs(view.x)).toBeLessThanOrEqual(Math.max(0, (image.width * view.scale - space.width) / 2) + 1e-9);
        expect(Math.abs(view.y)).toBeLessThanOrEqual(
          Math.max(0, (image.height * view.scale - space.height) / 2) + 1e-9,
        );
      }),
    );
  });
});

test('days and times are written as a logbook has them', () => {
  expect([clockTime(407), clockTime(5), clockTime(-61)]).toEqual(['6:47', '0:05', '-1:01']);
  expect([dayText('2026-10-12'), dayText('UNKNOWN')]).toEqual(['12 Oct 2026', 'UNKNOWN']);
});
