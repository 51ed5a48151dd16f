// Lists, creates and moderates flights, by the rules of world/flight-checks.ts.

import { recordOf } from '../../flights/record.ts';
import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import type { Flight } from '../../world/world.ts';
import { waitForFlights } from '../waits/flight-waits.ts';
import { makeFlights } from './make-flights.ts';
import { isoTimeOrNull } from '../../clock/timestamps.ts';
import { checkParties } from '../../world/fault-match.ts';
import { pageByNumber, viewPage, wholeList } from './paging.ts';
import type {
  FlightCorrection,
  FlightsRequest,
  FlightsToMake,
  FlightsWait,
  FlightView,
  Page,
} from '../../api-types.ts';
import type { Image } from '../../context.ts';

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
