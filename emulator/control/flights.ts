// Flights: their moderation, and those that are made without an upload.

import { z } from 'zod';
import { flightView, pageOf } from '../api-types.ts';
import type { FlightView } from '../api-types.ts';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import type { EmulatorContext } from '../context.ts';
import { EmulatorError, refuseUnknown } from '../emulator-error.ts';
import { figuresFor, needsModerator, recordOf } from '../flights/figures.ts';
import {
  chosenBy,
  dateTime,
  flag,
  id,
  listOf,
  members,
  page,
  switched,
  text,
  wholeNumber,
} from '../options/input-schemas.ts';
import { checkParties } from '../world/fault-schema.ts';
import { figuresSchema, addFlight, firstKey } from '../world/world.ts';
import { flagsError, moveFlight, nextMove } from '../world/flight-checks.ts';
import type { Flight, World } from '../world/world.ts';
import { call, pageItems, wholeList } from './call.ts';
import { flightsWait, waitForFlights } from './waits.ts';

const one = members({ id });
const figures = figuresSchema.partial();
const correction = members({ id, ...figures.shape });

export const flightSeed = members({
  pilot: text.optional().describe('The first pilot by default.'),
  clientId: text.optional().describe('The first application by default.'),
  fileName: text.optional(),
  createdAt: dateTime.optional(),
  figures: members(figures.shape).optional().describe('What the checks find; omitted figures are drawn from the seed.'),
  needsModerator: flag.optional().describe('Drawn from the seed by default.'),
  automatedChecked: flag.optional(),
  moderatorChecked: flag.optional(),
  isArchived: flag.optional(),
});
/** A flight to create without an upload. Omitted members get the values of an upload. */
type FlightSeed = z.output<typeof flightSeed>;

const mostAtOnce = 10_000;
const alike = members({ count: wholeNumber(1, mostAtOnce), ...flightSeed.shape });
const each = members({
  records: listOf(flightSeed, 'a list of flights').max(mostAtOnce, { error: `at most ${mostAtOnce} flights` }),
});

type FlightsToMake = z.output<typeof alike> | z.output<typeof each>;
const flightsToMake = chosenBy<FlightsToMake, z.input<typeof alike> | z.input<typeof each>>((given) =>
  typeof given === 'object' && given !== null && 'records' in given ? each : alike,
);

const flights = pageOf(flightView);

export const flightCalls = {
  'flights.list': call({
    method: 'GET',
    path: '/flights',
    summary: 'List flights, oldest first',
    input: members({ ...page, pilot: text.optional(), newestFirst: switched.optional() }),
    answer: flights,
    run(emulator, { pilot, newestFirst = false, ...filter }) {
      const { world } = emulator;
      if (pilot !== undefined) checkParties({ pilot }, world);
      const ids = pilot === undefined ? [...world.flights.keys()] : (world.flightIdsByPilot.get(pilot) ?? []);
      const view = (id: number) => viewFlight(emulator, find(world, id));
      return pageItems(newestFirst ? ids.toReversed() : ids, String, filter, view);
    },
  }),
  'flights.add': call({
    method: 'POST',
    path: '/flights',
    summary: 'Create flights without an upload: `count` identical ones, or `records`',
    input: flightsToMake,
    described: z.union([alike, each]),
    isStep: true,
    answer: flights,
    example: { records: [{ pilot: 'second', figures: { icao_out: 'EDDF' }, needsModerator: true }] },
    run: (emulator, wanted) => viewAll(emulator, makeFlights(emulator, wanted)),
  }),
  'flights.read': call({
    method: 'GET',
    path: '/flights/:id',
    summary: 'Read a flight',
    input: one,
    answer: flightView,
    run: (emulator, { id }) => viewFlight(emulator, find(emulator.world, id)),
  }),
  'flights.wait': call({
    method: 'POST',
    path: '/wait/flights',
    summary: 'Wait for flights that match, such as one that is checked',
    input: flightsWait,
    answer: flights,
    example: { match: { id: 4701, moderatorChecked: true }, timeout: '5s' },
    run: async (emulator, wanted) => viewAll(emulator, await waitForFlights(emulator, wanted)),
  }),
  'flights.check': call({
    method: 'POST',
    path: '/flights/:id/check',
    summary: 'Run the automatic check now, with the figures it should find',
    input: correction,
    isStep: true,
    answer: flightView,
    example: { pax: 118 },
    run: (emulator, { id, ...figures }) => viewFlight(emulator, emulator.checks.check(id, figures)),
  }),
  'flights.moderate': call({
    method: 'POST',
    path: '/flights/:id/moderate',
    summary: 'Approve a flight as the moderator, with corrected figures',
    input: correction,
    isStep: true,
    answer: flightView,
    example: { season_points: 42 },
    run: (emulator, { id, ...figures }) => viewFlight(emulator, emulator.checks.moderate(id, figures)),
  }),
  'flights.archive': call({
    method: 'POST',
    path: '/flights/:id/archive',
    summary: 'Archive a flight, as a moderator who rejects the report does',
    input: one,
    isStep: true,
    answer: flightView,
    run: (emulator, { id }) => viewFlight(emulator, emulator.checks.archive(id)),
  }),
  'flights.image': call({
    method: 'GET',
    path: '/flights/:id/image',
    summary: 'Download the uploaded image while it is kept in memory',
    input: one,
    answer: 'image',
    run({ world, images }, { id }) {
      const image = images.read(find(world, id).id);
      if (image !== null) return image;
      throw new EmulatorError('unknown', `The image of flight ${id} is not available; only recent uploads are kept.`);
    },
  }),
};

const viewFlight = ({ settings, images }: EmulatorContext, flight: Flight): FlightView => ({
  record: recordOf(flight, settings),
  pilot: flight.pilotId,
  clientId: flight.clientId,
  fileName: flight.fileName,
  sizeBytes: flight.sizeBytes,
  sha256: images.sha256(flight),
  needsModerator: flight.needsModerator,
  figures: { ...flight.figures },
  dueAt: isoTimeOrNull(flight.dueAtMs),
  hasImage: images.has(flight.id),
});

const viewAll = (context: EmulatorContext, flights: readonly Flight[]) =>
  wholeList(flights.map((flight) => viewFlight(context, flight)));

const find = ({ flights }: World, id: number): Flight => flights.get(id) ?? refuseUnknown(`Flight ${id}`);

/** All or nothing. */
export function makeFlights(context: EmulatorContext, wanted: FlightsToMake): Flight[] {
  const { world, checks, changed } = context;
  const seeds = 'records' in wanted ? wanted.records : copiesOf(wanted);
  const flights = seeds.map((seed, index) => makeFlight(context, world.nextFlightId + index, seed));
  world.nextFlightId += flights.length;
  for (const flight of flights) {
    addFlight(world, flight);
    checks.follow(flight);
  }
  changed('flights');
  return flights;
}

const copiesOf = ({ count, ...seed }: { count: number } & FlightSeed): FlightSeed[] =>
  Array.from({ length: count }, () => seed);

function makeFlight({ world, settings, clock }: EmulatorContext, id: number, seed: FlightSeed): Flight {
  const nowMs = clock.now();
  const pilotId = seed.pilot ?? firstKey(world.pilots);
  const clientId = seed.clientId ?? firstKey(world.applications);
  checkParties({ pilot: pilotId, clientId }, world);
  const createdAtMs = seed.createdAt === undefined ? nowMs : Date.parse(seed.createdAt);
  if (createdAtMs > nowMs) {
    const message = `createdAt is in the future: ${seed.createdAt} is after ${isoTime(nowMs)}.`;
    throw new EmulatorError('not-allowed', message);
  }
  // There is no image, so the ID and the seed are used.
  const fingerprint = `${settings.seed} flight ${id}`;
  const flight: Flight = {
    id,
    pilotId,
    clientId,
    createdAtMs,
    fileName: seed.fileName ?? `flight-${id}.png`,
    sizeBytes: 0,
    sha256: null,
    figures: { ...figuresFor(fingerprint), ...seed.figures },
    needsModerator: seed.needsModerator ?? needsModerator(settings.seed, fingerprint, settings.moderationShare),
    automatedChecked: seed.automatedChecked ?? seed.moderatorChecked === true,
    moderatorChecked: seed.moderatorChecked ?? false,
    isArchived: seed.isArchived ?? false,
    dueAtMs: null,
  };
  const obstacle = flagsError(flight);
  if (obstacle !== null) throw new EmulatorError('not-allowed', `Invalid flight: ${obstacle}.`);
  const isLeftToTime = [seed.automatedChecked, seed.moderatorChecked, seed.isArchived].every(
    (flag) => flag === undefined,
  );
  return isLeftToTime
    ? withDueChecks(flight, nowMs, settings)
    : { ...flight, dueAtMs: nextDueAtMs(flight, nowMs, settings) };
}

type Delays = Pick<EmulatorContext['settings'], 'checkDelayMs' | 'moderationDelayMs'>;

function withDueChecks(uploaded: Flight, nowMs: number, settings: Delays): Flight {
  let flight: Flight = { ...uploaded, dueAtMs: uploaded.createdAtMs + settings.checkDelayMs };
  while (flight.dueAtMs !== null && flight.dueAtMs <= nowMs && flight.createdAtMs < nowMs) {
    flight = moveFlight(flight, nextMove(flight), flight.dueAtMs, settings);
  }
  return flight;
}

function nextDueAtMs(flight: Flight, nowMs: number, { checkDelayMs, moderationDelayMs }: Delays): number | null {
  if (flight.isArchived || flight.moderatorChecked) return null;
  if (!flight.automatedChecked) return nowMs + checkDelayMs;
  return flight.needsModerator ? nowMs + moderationDelayMs : null;
}
