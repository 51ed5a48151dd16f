import { describe, expect, it } from 'vitest';
import { historyOf } from '../../../emulator/scenario/history.ts';

const dayMs = 24 * 3_600_000;
const from = Date.parse('2025-11-24T06:30:00Z');
const legsADay = (flights: ReturnType<typeof historyOf>) =>
  [...Map.groupBy(flights, ({ createdAt }) => createdAt.slice(0, 10)).values()].map(({ length }) => length);

describe.each([
  [180, 364],
  [1_400, 400],
  [25, 10],
  [3, 0.25],
  [1_900, 400],
])('a history of %i flights in %d days', (count, days) => {
  const flights = historyOf(from, days * dayMs, count, 'any');

  it('has all of them in this time, oldest first, and at most five on a day', () => {
    const times = flights.map(({ createdAt }) => createdAt);
    expect(times).toHaveLength(count);
    expect(times).toEqual(times.toSorted());
    expect(Date.parse(times[0]!)).toBeGreaterThanOrEqual(from);
    expect(Date.parse(times.at(-1)!)).toBeLessThanOrEqual(from + days * dayMs);
    expect(Math.max(...legsADay(flights))).toBeLessThanOrEqual(5);
  });

  it('reports each after its departure', () => {
    for (const { createdAt, figures } of flights) expect(`${figures.date}.000Z` < createdAt).toBe(true);
  });

  it('departs from where the last flight has landed', () => {
    const arrivals = flights.slice(0, -1).map(({ figures }) => figures.icao_in);
    expect(flights.slice(1).map(({ figures }) => figures.icao_out)).toEqual(arrivals);
  });
});

it('has a pilot awake on most days only, and legs that fit into the day', () => {
  const flights = historyOf(from, 364 * dayMs, 1_200, 'any');
  expect(legsADay(flights).length).toBeLessThan(340);
  const hours = flights.reduce((sum, { figures }) => sum + figures.en_route / 60, 0);
  expect(hours / legsADay(flights).length).toBeLessThan(12);
});

it('has more flights a day only where they would not fit otherwise', () => {
  expect(Math.max(...legsADay(historyOf(from, 10 * dayMs, 100, 'any')))).toBeLessThanOrEqual(12);
});

it('is the same for the same seed only', () => {
  const of = (seed: string) => historyOf(from, 30 * dayMs, 40, seed);
  expect(of('one')).toEqual(of('one'));
  expect(of('one')).not.toEqual(of('other'));
});
