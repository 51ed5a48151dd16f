// The flight record, and the figures that the checks find in an image (A5, A6): embedded ones if they are plausible, others
// derived from its fingerprint, so that the same image always gives the same figures.

import { createHash, hash } from 'node:crypto';
import { z } from 'zod';
import { drawFor } from '../http/digest.ts';
import { parseJson } from '../http/json.ts';
import type { Flight, FlightFigures } from '../world/world.ts';
import type { FlightRecord } from '../api-types.ts';

const shortestNm = 60;
const longestNm = 7600;

/** A flight from a known departure is at most this long, or goes to one of the three nearest airports. */
type Leg = {
  from: Airport;
  longestNm: number;
};

/** @param embedded the JSON value embedded in the image, if there is one */
export function figuresFor(fingerprint: string, embedded?: unknown, leg?: Leg): FlightFigures {
  const draw = createDraw(fingerprint);
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
export function needsModerator(seed: string, fingerprint: string, share: number): boolean {
  return createDraw(hash('sha256', `${seed} ${fingerprint}`)).fraction() < share;
}

type Draw = ReturnType<typeof createDraw>;

function createDraw(seed: string) {
  let turn = 0;
  const fraction = () => drawFor(`${turn++} ${seed}`);
  return {
    /** In [0, 1). */
    fraction,
    /** An integer, inclusive. */
    between: (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1)),
    oneOf: <T>(items: readonly T[]): T => items[Math.floor(fraction() * items.length)]!,
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
        .regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|\d\d:\d\d)$/)
        .refine((date) => !Number.isNaN(Date.parse(date.length === 5 ? `1970-01-01T${date}Z` : `${date}Z`))),
    ),
  })
  .catch({});

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;

// Well-known airports by ICAO code, with latitude and longitude in degrees.

type Airport = {
  icao: string;
  latitude: number;
  longitude: number;
};

const table = `
EDDF 50.03 8.56|EDDM 48.35 11.79|EDDB 52.36 13.50|EDDH 53.63 9.99|EDDL 51.29 6.77|EGLL 51.47 -0.45|EGKK 51.15 -0.19
EGCC 53.35 -2.27|EGPH 55.95 -3.37|EIDW 53.42 -6.27|LFPG 49.01 2.55|LFMN 43.66 7.22|LFLL 45.73 5.08|EHAM 52.31 4.76
EBBR 50.90 4.48|ELLX 49.63 6.20|LSZH 47.46 8.55|LSGG 46.24 6.11|LOWW 48.11 16.57|LOWS 47.79 13.00|LOWG 46.99 15.44
LIRF 41.80 12.24|LIMC 45.63 8.72|LIPZ 45.51 12.35|LEMD 40.47 -3.56|LEBL 41.30 2.08|LEPA 39.55 2.74|LPPT 38.77 -9.13
LPMA 32.70 -16.77|LGAV 37.94 23.94|LTFM 41.26 28.74|EKCH 55.62 12.66|ENGM 60.20 11.08|ENBR 60.29 5.22|ESSA 59.65 17.92
EFHK 60.32 24.96|EPWA 52.17 20.97|LKPR 50.10 14.26|LHBP 47.44 19.26|LROP 44.57 26.10|BIKF 63.99 -22.61|LLBG 32.01 34.89
OMDB 25.25 55.36|OTHH 25.27 51.61|VIDP 28.57 77.10|VTBS 13.69 100.75|WSSS 1.36 103.99|VHHH 22.31 113.91|RJTT 35.55 139.78
RKSI 37.46 126.44|ZSPD 31.14 121.81|YSSY -33.95 151.18|YMML -37.67 144.84|NZAA -37.01 174.79|FACT -33.97 18.60
FAOR -26.14 28.25|HECA 30.12 31.41|GMMN 33.37 -7.59|KJFK 40.64 -73.78|KBOS 42.36 -71.01|KORD 41.98 -87.90|KATL 33.64 -84.43
KMIA 25.79 -80.29|KDEN 39.86 -104.67|KLAX 33.94 -118.41|KSFO 37.62 -122.38|KSEA 47.45 -122.31|CYYZ 43.68 -79.63
CYVR 49.19 -123.18|MMMX 19.44 -99.07|SBGR -23.43 -46.47|SAEZ -34.82 -58.54|SCEL -33.39 -70.79
`;

export const airports: readonly Airport[] = table
  .trim()
  .split(/[|\n]/)
  .map((entry) => {
    const [icao = '', latitude, longitude] = entry.split(' ');
    return { icao, latitude: Number(latitude), longitude: Number(longitude) };
  });

const earthRadiusNm = 3440.065;

export function distanceNm(from: Airport, to: Airport): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfLatitude = radians(to.latitude - from.latitude) / 2;
  const halfLongitude = radians(to.longitude - from.longitude) / 2;
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(halfLongitude) ** 2;
  return 2 * earthRadiusNm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

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

export const aircraftTypes: readonly AircraftType[] = `
AT76 275 0 700 72 1500|DH8D 350 0 1000 78 1600|E190 445 120 1900 100 2400|E195 445 150 2000 118 2600
BCS3 447 150 2900 145 3500|A319 447 150 2600 138 3200|A320 447 150 2700 174 3600|A20N 450 150 3100 180 3800
A21N 450 250 3500 215 4600|B738 453 150 2800 186 3500|B38M 453 150 3300 189 3700|B752 461 500 3600 200 5500
A333 470 1500 5600 290 17000|A339 472 1500 6700 290 17500|B789 488 1500 7300 290 18000|A359 488 1800 8000 315 19000
B77W 490 2000 7700 365 21000|B748 490 2500 7500 390 22000
`
  .trim()
  .split(/[|\n]/)
  .map((entry) => {
    const [designator = '', ...figures] = entry.split(' ');
    const [cruiseKt = 0, leastNm = 0, rangeNm = 0, seats = 0, cargoKg = 0] = figures.map(Number);
    return { designator, cruiseKt, leastNm, rangeNm, seats, cargoKg };
  });

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

// Extracts the figures embedded in an image (A5) while it streams: in a PNG from a `tEXt` or `iTXt` chunk with the keyword
// `FlightReport`, in a JPEG from a comment that starts with `FlightReport:`, each followed by JSON. Buffers at most one such
// text, up to a limit.

export type ImageKind = 'png' | 'jpeg';

const keyword = 'FlightReport';
const mostTextBytes = 16 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);
/** The whole chunk IEND, and the marker EOI. */
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const jpegEnd = Buffer.from([0xff, 0xd9]);
/** Some programs write a few bytes behind the image. */
const mostEndBytes = 64;
const fingerprintedBytes = 4096;
/** SOF55: JPEG-LS (ISO 14495) starts like a JPEG, and is none (A27). */
const jpegLsFrame = 0xf7;

/** The next step: read a number of bytes, or skip some first. Null: nothing more to read. */
type Step = { skip: number; take: number; next: (bytes: Buffer) => Step } | null;

export function createReportReader() {
  let kind: ImageKind | null = null;
  let found: unknown;
  let held: Buffer = Buffer.alloc(0);
  let lastBytes: Buffer = Buffer.alloc(0);
  let sizeBytes = 0;
  const begin = createHash('sha256');

  const pngChunk = (): Step => ({
    skip: 0,
    take: 8,
    next(header) {
      const length = header.readUInt32BE(0);
      const type = header.toString('latin1', 4, 8);
      // Not a chunk; nothing after it can be located.
      if (type === 'IEND' || length > 0x7fffffff || !/^[A-Za-z]{4}$/.test(type)) return null;
      const following: Step = { ...pngChunk()!, skip: 4 };
      if ((type !== 'tEXt' && type !== 'iTXt') || length > mostTextBytes) return { ...following, skip: length + 4 };
      return {
        skip: 0,
        take: length,
        next(text) {
          found = pngText(type, text);
          return found === undefined ? following : null;
        },
      };
    },
  });

  const jpegSegment = (): Step => ({
    skip: 0,
    take: 2,
    next(begin) {
      const marker = begin[1]!;
      // 0xDA starts the image data; comments come before it.
      if (begin[0] !== 0xff || marker === 0xda || marker === 0xd9) return null;
      // Markers may be preceded by fill bytes (0xFF).
      if (marker === 0xff) return refill(begin.subarray(1));
      if (marker === jpegLsFrame) {
        kind = null;
        return null;
      }
      return { skip: 0, take: 2, next: (size) => jpegContent(marker, size.readUInt16BE(0) - 2) };
    },
  });

  const jpegContent = (marker: number, length: number): Step => {
    if (length < 0) return null;
    if (marker !== 0xfe || length > mostTextBytes) return { ...jpegSegment()!, skip: length };
    return {
      skip: 0,
      take: length,
      next(text) {
        const message = text.toString('utf8');
        if (message.startsWith(`${keyword}:`)) found ??= parseJson(message.slice(keyword.length + 1));
        return jpegSegment();
      },
    };
  };

  /** Returns bytes that were read too early. */
  const refill = (bytes: Buffer): Step => {
    held = Buffer.concat([bytes, held]);
    return jpegSegment();
  };

  let step: Step = {
    skip: 0,
    take: jpegSignature.length,
    next(begin) {
      if (begin.equals(jpegSignature)) {
        kind = 'jpeg';
        return refill(begin.subarray(2));
      }
      return {
        skip: 0,
        take: pngSignature.length - begin.length,
        next(rest) {
          if (!Buffer.concat([begin, rest]).equals(pngSignature)) return null;
          kind = 'png';
          return pngChunk();
        },
      };
    },
  };

  return {
    push(bytes: Buffer) {
      if (sizeBytes < fingerprintedBytes) begin.update(bytes.subarray(0, fingerprintedBytes - sizeBytes));
      sizeBytes += bytes.length;
      // Copies, because a slice would keep the whole buffer alive.
      lastBytes = Buffer.concat([lastBytes, bytes.subarray(-mostEndBytes)]).subarray(-mostEndBytes);
      if (step === null) return;
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      while (step !== null) {
        const skipped = Math.min(step.skip, held.length);
        held = held.subarray(skipped);
        step.skip -= skipped;
        if (step.skip > 0 || held.length < step.take) break;
        const taken = held.subarray(0, step.take);
        held = held.subarray(step.take);
        step = step.next(taken);
      }
      // A copy, because a slice would keep the whole buffer alive.
      held = step === null ? Buffer.alloc(0) : Buffer.from(held);
    },
    /** The type by the first bytes (A14), or null. */
    kind: () => kind,
    /** The embedded JSON value; undefined if there is none. */
    embedded: () => found,
    /** Of begin, end and size: a hash of a whole image would be half of its upload. Called once. */
    fingerprint: () => begin.update(lastBytes).update(String(sizeBytes)).digest('hex'),
    /** Whether the last bytes have the end of such an image. */
    isComplete: () => lastBytes.includes(kind === 'png' ? pngEnd : jpegEnd),
  };
}

function pngText(type: 'tEXt' | 'iTXt', chunk: Buffer): unknown {
  if (!chunk.subarray(0, keyword.length + 1).equals(Buffer.from(`${keyword}\0`, 'latin1'))) return undefined;
  if (type === 'tEXt') return parseJson(chunk.toString('latin1', keyword.length + 1));
  // iTXt: compression flag, method, language, translated keyword, text. Compressed text is ignored.
  const isCompressed = chunk[keyword.length + 1] !== 0;
  const languageEnd = chunk.indexOf(0, keyword.length + 3);
  const translatedEnd = languageEnd === -1 ? -1 : chunk.indexOf(0, languageEnd + 1);
  return isCompressed || translatedEnd === -1 ? undefined : parseJson(chunk.toString('utf8', translatedEnd + 1));
}
