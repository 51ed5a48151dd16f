// The flight record, and the figures that the checks find in an image (A5, A6): embedded ones if they are plausible, others
// derived from its SHA-256, so that the same image always gives the same figures.

import { hash } from 'node:crypto';
import { z } from 'zod';
import { drawFor } from '../http/digest.ts';
import { airports, distanceNm } from './airports.ts';
import type { Airport } from './airports.ts';
import type { Flight, FlightFigures } from '../world/world.ts';
import type { FlightRecord } from '../api-types.ts';

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
  const read = embeddedFigures.parse(embedded);
  const enRoute = read.en_route ?? minutesFor(route.nm, aircraft, draw.between(-4, 9));
  const delayMin = read.delay_min ?? draw.between(-14, 24);
  return {
    aircraft: read.aircraft ?? aircraft.designator,
    icao_out: read.icao_out ?? route.from.icao,
    icao_in: read.icao_in ?? route.to.icao,
    // A6: `total_ft` is the block time: en route, and taxiing at both ends.
    total_ft: read.total_ft ?? enRoute + draw.between(12, 27),
    en_route: enRoute,
    pax: read.pax ?? Math.round((aircraft.seats * draw.between(58, 100)) / 100),
    cargo_kg: read.cargo_kg ?? Math.round((aircraft.cargoKg * draw.between(15, 90)) / 1000) * 10,
    delay_min: delayMin,
    rating_contribution: ratingFor(enRoute, delayMin),
    season_points: 5 + Math.round(enRoute / 18),
    date: read.date ?? null,
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

const plausible = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const whole = (least: number, most: number) => plausible(z.int().min(least).max(most));
const code = plausible(z.string().regex(/^[A-Z]{4}$/));

/** Omits implausible values. */
const embeddedFigures = z
  .object({
    aircraft: plausible(z.string().regex(/^[A-Z][A-Z0-9]{1,3}$/)),
    icao_out: code,
    icao_in: code,
    total_ft: whole(1, 3000),
    en_route: whole(1, 2000),
    pax: whole(0, 1000),
    cargo_kg: whole(0, 250_000),
    delay_min: whole(-1440, 1440),
    date: plausible(
      z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
        .refine((date) => !Number.isNaN(Date.parse(`${date}Z`))),
    ),
  })
  .catch({});

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

// The record with its sixteen documented fields. Which of them are filled depends on the flags alone (A5).

/** A5: points are set only once the last required check has passed. */
const hasPassedAllChecks = (flight: Flight): boolean =>
  flight.automatedChecked && (flight.moderatorChecked || !flight.needsModerator);

export function recordOf(flight: Flight, { nullableAsStrings }: { nullableAsStrings: boolean }): FlightRecord {
  const { figures } = flight;
  const isRead = flight.automatedChecked;
  // A6: numbers, or strings with `nullableAsStrings`.
  const shown = (isKnown: boolean, value: number): number | string | null =>
    isKnown ? (nullableAsStrings ? String(value) : value) : null;
  const createdAt = timestamp(flight.createdAtMs);
  const isSettled = hasPassedAllChecks(flight);
  return {
    id: flight.id,
    date: (isRead ? figures.date : null) ?? createdAt,
    aircraft: isRead ? figures.aircraft : 'UNKNOWN',
    icao_out: isRead ? figures.icao_out : '',
    icao_in: isRead ? figures.icao_in : '',
    total_ft: shown(isRead, figures.total_ft),
    en_route: shown(isRead, figures.en_route),
    pax: shown(isRead, figures.pax),
    cargo_kg: shown(isRead, figures.cargo_kg),
    delay_min: shown(isRead, figures.delay_min),
    moderator_checked: flight.moderatorChecked,
    automated_checked: flight.automatedChecked,
    rating_contribution: shown(isSettled, figures.rating_contribution),
    season_points: shown(isSettled, figures.season_points),
    is_archived: flight.isArchived,
    created_at: createdAt,
  };
}

/** A7: UTC, to the second, without an offset. */
export const timestamp = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19);
