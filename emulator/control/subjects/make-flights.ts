// Creates flights without an upload. Omitted members get the values of an upload; given ones must be a possible state (A5).

import { createHash } from 'node:crypto';
import { moveFlight, nextMove, flagsError } from '../../world/flight-checks.ts';
import { figuresFor, needsModerator } from '../../flights/figures.ts';
import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { addFlight } from '../../world/world.ts';
import type { Flight } from '../../world/world.ts';
import { isoTime } from '../../clock/timestamps.ts';
import type { FlightSeed, FlightsToMake } from '../../api-types.ts';

/** All or nothing. */
export function makeFlights(context: EmulatorContext, wanted: FlightsToMake): Flight[] {
  const { world, checks, changed } = context;
  const seeds = 'records' in wanted ? wanted.records : alike(wanted);
  const flights = seeds.map((seed, index) => makeFlight(context, world.nextFlightId + index, seed));
  world.nextFlightId += flights.length;
  for (const flight of flights) {
    addFlight(world, flight);
    checks.follow(flight);
  }
  changed('flights');
  return flights;
}

const alike = ({ count, ...seed }: { count: number } & FlightSeed): FlightSeed[] =>
  Array.from({ length: count }, () => seed);

function makeFlight({ world, settings, clock }: EmulatorContext, id: number, seed: FlightSeed): Flight {
  const nowMs = clock.now();
  const pilotId = seed.pilot ?? firstKey(world.pilots);
  const clientId = seed.clientId ?? firstKey(world.applications);
  if (!world.pilots.has(pilotId)) throw new EmulatorError('unknown', `Pilot ${pilotId} not found.`);
  if (!world.applications.has(clientId)) throw new EmulatorError('unknown', `Application ${clientId} not found.`);
  const createdAtMs = seed.createdAt === undefined ? nowMs : Date.parse(seed.createdAt);
  if (createdAtMs > nowMs) {
    const message = `createdAt is in the future: ${seed.createdAt} is after ${isoTime(nowMs)}.`;
    throw new EmulatorError('not-allowed', message);
  }
  // There is no image to hash, so the ID and the seed are used.
  const sha256 = createHash('sha256').update(`${settings.seed} flight ${id}`).digest('hex');
  const flight: Flight = {
    id,
    pilotId,
    clientId,
    createdAtMs,
    fileName: seed.fileName ?? `flight-${id}.png`,
    sizeBytes: 0,
    sha256,
    figures: { ...figuresFor(sha256, null), ...seed.figures },
    needsModerator: seed.needsModerator ?? needsModerator(settings.seed, sha256, settings.moderationShare),
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

/** Applies the checks that were due since the upload. */
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

const firstKey = (entries: ReadonlyMap<string, unknown>): string => entries.keys().next().value ?? '';
