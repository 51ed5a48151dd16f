// Flights: their moderation, and those that are made without an upload.

import { createHash } from 'node:crypto';
import type {
  FlightCorrection,
  FlightsRequest,
  FlightsToMake,
  FlightsWait,
  FlightView,
  Page,
  FlightSeed,
} from '../../api-types.ts';
import { isoTimeOrNull, isoTime } from '../../clock/timestamps.ts';
import type { EmulatorContext, Image } from '../../context.ts';
import { EmulatorError } from '../../emulator-error.ts';
import { figuresFor, needsModerator } from '../../flights/figures.ts';
import { recordOf } from '../../flights/record.ts';
import { checkParties } from '../../world/fault-match.ts';
import { moveFlight, nextMove, flagsError } from '../../world/flight-checks.ts';
import { addFlight } from '../../world/world.ts';
import type { Flight } from '../../world/world.ts';
import { waitForFlights } from '../waits/flight-waits.ts';
import { pageByNumber, viewPage, wholeList } from './paging.ts';

export type FlightsControl = {
  list(request: FlightsRequest): Page<FlightView>;
  /** All or nothing. */
  add(wanted: FlightsToMake): Page<FlightView>;
  read(which: { id: number }): FlightView;
  /** Rejects with an `EmulatorError` of kind `unmet`. */
  wait(wanted: FlightsWait): Promise<Page<FlightView>>;
  /** Runs the automatic check now, optionally with the figures to find. */
  check(which: { id: number } & FlightCorrection): FlightView;
  /** Approves a flight now, optionally with corrected figures. */
  moderate(which: { id: number } & FlightCorrection): FlightView;
  /** Rejects the report. */
  archive(which: { id: number }): FlightView;
  /** The uploaded image, while it is kept in memory. */
  image(which: { id: number }): Image;
};

export function createFlightsControl(context: EmulatorContext): FlightsControl {
  const { world, settings, checks, images } = context;

  const view = (flight: Flight): FlightView => ({
    record: recordOf(flight, settings),
    pilot: flight.pilotId,
    clientId: flight.clientId,
    fileName: flight.fileName,
    sizeBytes: flight.sizeBytes,
    sha256: flight.sha256,
    needsModerator: flight.needsModerator,
    figures: { ...flight.figures },
    dueAt: isoTimeOrNull(flight.dueAtMs),
    hasImage: images.has(flight.id),
  });

  const find = (id: number): Flight => {
    const flight = world.flights.get(id);
    if (flight === undefined) throw new EmulatorError('unknown', `Flight ${id} not found.`);
    return flight;
  };

  const flightsOf = function* (pilot: string | undefined, newestFirst: boolean): Iterable<Flight> {
    const ids = pilot === undefined ? [...world.flights.keys()] : (world.flightIdsByPilot.get(pilot) ?? []);
    for (const id of newestFirst ? ids.toReversed() : ids) yield find(id);
  };

  return {
    list({ pilot, newestFirst = false, ...request }) {
      if (pilot !== undefined) checkParties({ pilot }, world);
      return viewPage(
        pageByNumber(flightsOf(pilot, newestFirst), ({ id }) => id, request, newestFirst),
        view,
      );
    },
    add: (wanted) => wholeList(makeFlights(context, wanted).map(view)),
    read: ({ id }) => view(find(id)),
    wait: async (wanted) => wholeList((await waitForFlights(context, wanted)).map(view)),
    check: ({ id, ...figures }) => view(checks.check(id, figures)),
    moderate: ({ id, ...figures }) => view(checks.moderate(id, figures)),
    archive: ({ id }) => view(checks.archive(id)),
    image({ id }) {
      const image = images.read(find(id).id);
      if (image !== null) return image;
      throw new EmulatorError('unknown', `The image of flight ${id} is not available; only recent uploads are kept.`);
    },
  };
}

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
