// The figures that the checks find in an image (A5, A6): embedded ones if they are plausible, others derived from its SHA-256,
// so that the same image always gives the same figures.

import { hash } from 'node:crypto';
import { drawFor } from '../http/digest.ts';
import { airports, distanceNm } from './airports.ts';
import type { Airport } from './airports.ts';
import type { FlightFigures } from '../world/world.ts';

const shortestNm = 60;
const longestNm = 7600;

/** A flight from a known departure is at most this long, or goes to one of the three nearest airports. */
type Leg = {
  from: Airport;
  longestNm: number;
};

/** @param embedded the JSON value embedded in the image, or null */
export function figuresFor(sha256: string, embedded: unknown, leg?: Leg): FlightFigures {
  const draw = createDraw(sha256);
  const route = drawRoute(draw, leg);
  const aircraft = drawAircraft(draw, route.nm);
  const embeddedFigures = readEmbedded(embedded);
  const enRoute = embeddedFigures.en_route ?? minutesFor(route.nm, aircraft, draw.between(-4, 9));
  const delayMin = embeddedFigures.delay_min ?? draw.between(-14, 24);
  return {
    aircraft: embeddedFigures.aircraft ?? aircraft.designator,
    icao_out: embeddedFigures.icao_out ?? route.from.icao,
    icao_in: embeddedFigures.icao_in ?? route.to.icao,
    // A6: `total_ft` is the block time: en route, and taxiing at both ends.
    total_ft: embeddedFigures.total_ft ?? enRoute + draw.between(12, 27),
    en_route: enRoute,
    pax: embeddedFigures.pax ?? Math.round((aircraft.seats * draw.between(58, 100)) / 100),
    cargo_kg: embeddedFigures.cargo_kg ?? Math.round((aircraft.cargoKg * draw.between(15, 90)) / 1000) * 10,
    delay_min: delayMin,
    rating_contribution: ratingFor(enRoute, delayMin),
    season_points: 5 + Math.round(enRoute / 18),
    date: embeddedFigures.date ?? null,
  };
}

/** A5: whether a report needs a moderator, derived from the seed and the image. */
export function needsModerator(seed: string, sha256: string, share: number): boolean {
  return createDraw(hash('sha256', `${seed} ${sha256}`)).fraction() < share;
}

type Draw = {
  /** In [0, 1). */
  fraction(): number;
  /** An integer, inclusive. */
  between(least: number, most: number): number;
  oneOf<T>(items: readonly T[]): T;
};

function createDraw(seed: string): Draw {
  let turn = 0;
  const fraction = () => drawFor(`${turn++} ${seed}`);
  return {
    fraction,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    oneOf: (items) => items[Math.floor(fraction() * items.length)]!,
  };
}

type Route = {
  from: Airport;
  to: Airport;
  nm: number;
};

function drawRoute(draw: Draw, leg?: Leg): Route {
  if (leg) return draw.oneOf(legsFrom(leg.from).filter(({ nm }, place) => place < 3 || nm <= leg.longestNm));
  return draw.oneOf(routesFrom(draw.oneOf(airports)));
}

const routesFrom = (from: Airport): Route[] =>
  airports
    .map((to) => ({ from, to, nm: distanceNm(from, to) }))
    .filter(({ nm }) => isWithin(nm, shortestNm, longestNm));

/** Nearest first, by departure: a history draws thousands of legs. */
const legs = new Map<Airport, readonly Route[]>();

function legsFrom(from: Airport): readonly Route[] {
  const known = legs.get(from) ?? routesFrom(from).toSorted((one, other) => one.nm - other.nm);
  legs.set(from, known);
  return known;
}

const drawAircraft = (draw: Draw, nm: number): AircraftType =>
  draw.oneOf(aircraftTypes.filter((type) => isWithin(nm, type.leastNm, type.rangeNm)));

/** Cruise speed plus climb, approach, detours and wind. */
function minutesFor(nm: number, { cruiseKt }: AircraftType, windMin: number): number {
  return Math.max(15, Math.round((nm * 1.03 * 60) / cruiseKt) + 18 + windMin);
}

/** Longer and more punctual flights score higher. */
function ratingFor(enRouteMin: number, delayMin: number): number {
  const forLength = Math.min(0.4, enRouteMin / 1500);
  const forLateness = Math.max(0, delayMin - 15) / 60;
  return Math.round((0.1 + forLength - forLateness) * 100) / 100;
}

/** Omits implausible values. */
function readEmbedded(embedded: unknown): Partial<FlightFigures> {
  if (typeof embedded !== 'object' || embedded === null || Array.isArray(embedded)) return {};
  const values = new Map<string, unknown>(Object.entries(embedded));
  const whole = (name: string, least: number, most: number) => {
    const value = values.get(name);
    return Number.isInteger(value) && isWithin(value as number, least, most) ? (value as number) : undefined;
  };
  const text = (name: string, form: RegExp) => {
    const value = values.get(name);
    return typeof value === 'string' && form.test(value) ? value : undefined;
  };
  const date = text('date', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const embeddedFigures = {
    aircraft: text('aircraft', /^[A-Z][A-Z0-9]{1,3}$/),
    icao_out: text('icao_out', /^[A-Z]{4}$/),
    icao_in: text('icao_in', /^[A-Z]{4}$/),
    total_ft: whole('total_ft', 1, 3000),
    en_route: whole('en_route', 1, 2000),
    pax: whole('pax', 0, 1000),
    cargo_kg: whole('cargo_kg', 0, 250_000),
    delay_min: whole('delay_min', -1440, 1440),
    date: date !== undefined && !Number.isNaN(Date.parse(`${date}Z`)) ? date : undefined,
  };
  return Object.fromEntries(Object.entries(embeddedFigures).filter(([, value]) => value !== undefined));
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;

// Aircraft by ICAO type designator, with rounded figures for plausible flights.

type AircraftType = {
  designator: string;
  cruiseKt: number;
  /** The shortest leg it is used for. */
  leastNm: number;
  rangeNm: number;
  seats: number;
  cargoKg: number;
};

const type = (
  designator: string,
  cruiseKt: number,
  leastNm: number,
  rangeNm: number,
  seats: number,
  cargoKg: number,
): AircraftType => ({ designator, cruiseKt, leastNm, rangeNm, seats, cargoKg });

export const aircraftTypes: readonly AircraftType[] = [
  type('AT76', 275, 0, 700, 72, 1500),
  type('DH8D', 350, 0, 1000, 78, 1600),
  type('E190', 445, 120, 1900, 100, 2400),
  type('E195', 445, 150, 2000, 118, 2600),
  type('BCS3', 447, 150, 2900, 145, 3500),
  type('A319', 447, 150, 2600, 138, 3200),
  type('A320', 447, 150, 2700, 174, 3600),
  type('A20N', 450, 150, 3100, 180, 3800),
  type('A21N', 450, 250, 3500, 215, 4600),
  type('B738', 453, 150, 2800, 186, 3500),
  type('B38M', 453, 150, 3300, 189, 3700),
  type('B752', 461, 500, 3600, 200, 5500),
  type('A333', 470, 1500, 5600, 290, 17_000),
  type('A339', 472, 1500, 6700, 290, 17_500),
  type('B789', 488, 1500, 7300, 290, 18_000),
  type('A359', 488, 1800, 8000, 315, 19_000),
  type('B77W', 490, 2000, 7700, 365, 21_000),
  type('B748', 490, 2500, 7500, 390, 22_000),
];
