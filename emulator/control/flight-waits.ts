// Waits for flights in a state, such as checked.

import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorContext } from '../context.ts';
import type { Flight } from '../world/world.ts';
import type { FlightMatch, FlightsWait } from '../api-types.ts';
import { frozenHint, waitUntil } from './waiting.ts';

type WaitContext = Pick<EmulatorContext, 'world' | 'events' | 'clock' | 'ended' | 'autoAdvance'>;

export function waitForFlights(context: WaitContext, wanted: FlightsWait): Promise<Flight[]> {
  const { match = {}, atLeast = 1, count, timeout } = wanted;
  const find = () => candidates(context, match).filter((flight) => differencesOf(match, flight).length === 0);
  const unmet = (waited: string) => {
    const expected = count === undefined ? `at least ${atLeast}` : `exactly ${count}`;
    const flights = (count ?? atLeast) === 1 ? 'flight' : 'flights';
    const message = `Expected ${expected} matching ${flights}, got ${find().length}${waited}.`;
    return new EmulatorError('unmet', `${message}${nearest(context, match)}${frozenHint(context.clock)}`);
  };
  return waitUntil(context, {
    timeoutMs: timeout as number | undefined,
    movesClock: true,
    check(event) {
      if (event !== null && !(event.type === 'changed' && event.what.includes('flights'))) return undefined;
      const found = find();
      if (count !== undefined && found.length > count) throw unmet('');
      return found.length === count || (count === undefined && found.length >= atLeast) ? found : undefined;
    },
    unmet: (waited) => unmet(` within ${waited}`),
  });
}

function candidates({ world }: WaitContext, { id, pilot }: FlightMatch): Flight[] {
  if (id === undefined && pilot === undefined) return [...world.flights.values()];
  const ids = id === undefined ? (world.flightIdsByPilot.get(pilot ?? '') ?? []) : [id];
  return ids.flatMap((one) => world.flights.get(one) ?? []);
}

/** The members that differ, as in `automatedChecked false`. */
function differencesOf(match: FlightMatch, flight: Flight): string[] {
  const seen: Record<string, unknown> = { ...flight, pilot: flight.pilotId };
  return Object.entries(match).flatMap(([name, wanted]) =>
    wanted === undefined || seen[name] === wanted ? [] : [`${name} ${String(seen[name])}`],
  );
}

const mostNamed = 3;

function nearest({ world }: WaitContext, match: FlightMatch): string {
  const misses = [...world.flights.values()]
    .toReversed()
    .map((flight) => ({ flight, differences: differencesOf(match, flight) }))
    .filter(({ differences }) => differences.length > 0)
    .toSorted((one, other) => one.differences.length - other.differences.length)
    .slice(0, mostNamed);
  if (misses.length === 0) return '';
  return ` Nearest: ${misses.map(({ flight, differences }) => `flight ${flight.id} (${differences.join(', ')})`).join('; ')}.`;
}
