// The flights of a pilot's history: a few legs on most days, none on others, each from where the last one ended.
// Repeatable by the seed.

import { airports, figuresFor } from '../flights/figures.ts';
import { drawFor } from '../http/digest.ts';
import type { FlightFigures } from '../world/world.ts';

type PastFlight = {
  /** When its report was uploaded. */
  createdAt: string;
  figures: FlightFigures;
};

type Day = {
  fromMs: number;
  overMs: number;
  legs: number;
};

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;
/** A day has more only where the flights would not fit into the days otherwise. */
const mostLegs = 5;
/** The longest leg of a day with one leg, with two and so on: all of them fit into the day. */
const longestNm = [7_600, 1_500, 900, 600, 450];
/** In a week in this many, no day has a flight. */
const weeksToARest = 10;
/** From one landing to the next departure. */
const turnMs = 45 * minuteMs;

/** @param overMs from the first to the last; 0: all at `fromMs` */
export function historyOf(fromMs: number, overMs: number, count: number, seed: string): PastFlight[] {
  const share = (of: string) => drawFor(`${seed} ${of}`);
  const flights: PastFlight[] = [];
  let at = airports[Math.floor(share('base') * airports.length)]!;
  for (const day of daysOf(fromMs, overMs, count, share)) {
    // From the early morning, if the legs fit into the day.
    let timeMs = day.fromMs + day.overMs * (0.2 + 0.1 * share(`start ${day.fromMs}`));
    for (let leg = 1; leg <= day.legs; leg += 1) {
      const figures = figuresFor(`${seed} leg ${flights.length}`, undefined, {
        from: at,
        longestNm: longestNm[day.legs - 1] ?? longestNm.at(-1)!,
      });
      at = airports.find(({ icao }) => icao === figures.icao_in) ?? at;
      const date = new Date(Math.max(0, timeMs)).toISOString().slice(0, 19);
      // No later than its share of what is left of the day: the following legs have to fit as well.
      const latestMs = timeMs + (day.fromMs + day.overMs - timeMs) / (day.legs - leg + 1.01);
      timeMs = Math.min(timeMs + figures.en_route * minuteMs + turnMs, latestMs);
      // The clock starts in 1970, as state documents do.
      flights.push({
        createdAt: new Date(Math.max(0, Math.floor(timeMs))).toISOString(),
        figures: { ...figures, date },
      });
    }
  }
  return flights;
}

/** How many flights each day has: its share is drawn, and all together are `count`. */
function daysOf(fromMs: number, overMs: number, count: number, share: (of: string) => number): Day[] {
  const first = Math.ceil(fromMs / dayMs);
  const whole = Math.floor((fromMs + overMs) / dayMs) - first;
  if (whole < 2) return [{ fromMs, overMs, legs: count }];
  const days = Array.from({ length: whole }, (_, index) => first + index);
  const isRest = (day: number) => share(`week ${Math.floor(day / 7)}`) * weeksToARest < 1;
  // Most of them on some of the days.
  const drawn = days.map((day) => (isRest(day) ? 0 : share(`day ${day}`) ** 2));
  const flown = drawn.filter((one) => one > 0).length;
  // Days without flights are dropped if the flights would not fit otherwise.
  const weights = flown * mostLegs >= count ? drawn : days.map(() => 1);
  const most = Math.max(mostLegs, count / whole);
  const sumAt = (scale: number) => weights.reduce((sum, weight) => sum + Math.min(most, weight * scale), 0);
  let [low, high] = [0, 1e9];
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (sumAt(middle) < count) low = middle;
    else high = middle;
  }
  // Rounded along the way, so that no flight is lost.
  let passed = 0;
  return days.map((day, index) => {
    const before = Math.round(passed);
    passed += Math.min(most, weights[index]! * high);
    return { fromMs: day * dayMs, overMs: dayMs, legs: Math.round(passed) - before };
  });
}
