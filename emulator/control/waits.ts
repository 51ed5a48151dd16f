// Waits for requests and flights. They subscribe to the event bus; if what they wait for does not come, the error names the
// nearest misses.

import { z } from 'zod';
import { afterRealTime, isoTime } from '../clock/clock.ts';
import type { EmulatorContext } from '../context.ts';
import { stoppedError, EmulatorError } from '../emulator-error.ts';
import { journalOutcomes } from '../api-types.ts';
import type { EmulatorEvent, JournalEntry, JournalDetail } from '../api-types.ts';
import type { EmulatorClock } from '../clock/clock.ts';
import { duration, flag, id, members, oneOf, statusPattern, text, wholeNumber } from '../options/input-schemas.ts';
import { formatDuration } from '../options/option-kinds.ts';
import { entryOf } from '../journal/journal.ts';
import type { Flight } from '../world/world.ts';
import { editDistance } from '../options/did-you-mean.ts';
import { isPathMatch, pathError } from '../world/fault-schema.ts';

const requestMatch = members({
  method: text.optional(),
  /** A `*` at the end matches anything. */
  path: text
    .check(({ value, issues }) => {
      const message = pathError(value);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    })
    .optional(),
  /** `429`, or `4xx` for a class. */
  status: statusPattern.optional(),
  outcome: oneOf(journalOutcomes).optional(),
  clientId: text.optional(),
  pilot: text.optional(),
  grantType: text.optional(),
  /** The ID of the fault that applied. */
  fault: id.optional(),
  /** Contained in the rule that decided. */
  rule: text.optional(),
  /** Contained in the query. */
  query: text.optional(),
  /** Contained in the request headers of these names. */
  headers: z.record(z.string(), z.string({ error: 'a text' }), { error: 'headers and their texts' }).optional(),
  /** Contained in the request body as the journal shows it; of an upload, the names and types of its parts. */
  body: text.optional(),
  /** Contained in the body of the response. */
  response: text.optional(),
});
/** Which requests; omitted members match any. What is contained in a text, and the method, ignore case. */
export type RequestMatch = z.input<typeof requestMatch>;

const flightMatch = members({
  id: id.optional(),
  pilot: text.optional(),
  clientId: text.optional(),
  fileName: text.optional(),
  sha256: text.optional(),
  needsModerator: flag.optional(),
  automatedChecked: flag.optional(),
  moderatorChecked: flag.optional(),
  isArchived: flag.optional(),
});
/** Which flights; omitted members match any. */
export type FlightMatch = z.input<typeof flightMatch>;

const longestWaitMs = 10 * 60_000;
/** Shorter than the 5 s after which Vitest and Jest end a test, so that the error with the nearest misses comes first. */
const defaultWaitMs = 3000;
const mostCounted = 1_000_000;

const amounts = {
  /** Wait for this many or more; 1 by default. */
  atLeast: wholeNumber(1, mostCounted).optional(),
  /** Wait for exactly this many; more are an error immediately. */
  count: wholeNumber(0, mostCounted).optional(),
  /** In real time, also with a virtual clock; 3 s by default, at most 10 minutes. */
  timeout: duration(longestWaitMs).optional(),
};
const isOneAmount = ({ atLeast, count }: { atLeast?: unknown; count?: unknown }) =>
  atLeast === undefined || count === undefined;
const severalAmounts = { path: ['atLeast'], error: 'count or atLeast, not both' };

export const requestsWait = members({
  match: requestMatch.optional(),
  ...amounts,
  /** Only requests after the one with this ID. */
  after: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
}).refine(isOneAmount, severalAmounts);

export const flightsWait = members({ match: flightMatch.optional(), ...amounts }).refine(isOneAmount, severalAmounts);

type Subject<Item> = {
  what: 'flight' | 'request';
  /** Those that match by now; null if this event changes nothing. Called first with null, then with each event. */
  find(event: EmulatorEvent | null): Item[] | null;
  /** About those that were found, or those that nearly match. */
  nearest(found: readonly Item[]): string;
  /** Whether only the clock can cause it, so that autoAdvance may move it. */
  movesClock?: true;
};

type Wanted = {
  atLeast?: number | undefined;
  count?: number | undefined;
  timeout?: number | undefined;
};

/** Rejects with what is nearest if too many match, or when the time is over. */
function waitFor<Item>(
  { events, ended, autoAdvance, clock }: EmulatorContext,
  { atLeast = 1, count, timeout = defaultWaitMs }: Wanted,
  { what, find, nearest, movesClock }: Subject<Item>,
): Promise<Item[]> {
  let found: Item[] = [];
  const unmet = (waited: string) => {
    const amount = count === undefined ? `at least ${atLeast}` : `exactly ${count}`;
    const expected = `Expected ${amount} matching ${what}${(count ?? atLeast) === 1 ? '' : 's'}, got ${found.length}`;
    return new EmulatorError('unmet', `${expected}${waited}.${nearest(found)}${frozenHint(clock)}`);
  };
  return new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    let isOver = false;
    const settle = (end: () => void) => {
      isOver = true;
      for (const one of undo) one();
      end();
    };
    const attempt = (event: EmulatorEvent | null) => {
      if (isOver) return;
      found = find(event) ?? found;
      if (count !== undefined && found.length > count) settle(() => reject(unmet('')));
      else if (found.length === count || (count === undefined && found.length >= atLeast)) settle(() => resolve(found));
    };
    // Before listening, because reading the journal publishes what is not published yet.
    attempt(null);
    if (isOver) return;
    const stop = () => settle(() => reject(stoppedError()));
    ended.addEventListener('abort', stop);
    undo.push(
      events.listen(attempt),
      afterRealTime(timeout, () => settle(() => reject(unmet(` within ${formatDuration(timeout)}`))), true),
      () => ended.removeEventListener('abort', stop),
    );
    if (!movesClock) return;
    const hold = autoAdvance.hold();
    undo.push(
      hold.release,
      events.listen(() => hold.nudge()),
    );
  });
}

/** A frozen clock is the usual reason why nothing happens. */
function frozenHint({ steering }: EmulatorClock): string {
  const dueAtMs = steering?.nextDueAtMs ?? null;
  if (steering?.isFrozen !== true || dueAtMs === null) return '';
  return ` The clock is frozen, and the next event is due at ${isoTime(dueAtMs)}: advance it.`;
}

const mostNamed = 3;

type Miss = {
  named: string;
  differences: readonly string[];
  /** How much the paths differ. */
  letters: number;
};

/** Those that differ least: in the fewest members, then in the fewest letters of the path, then the newest. */
function nearestOf(misses: readonly Miss[]): string {
  const nearest = misses
    .filter(({ differences }) => differences.length > 0)
    .toReversed()
    .toSorted((one, other) => one.differences.length - other.differences.length || one.letters - other.letters)
    .slice(0, mostNamed);
  if (nearest.length === 0) return '';
  return ` Nearest: ${nearest.map(({ named, differences }) => `${named} (${differences.join(', ')})`).join('; ')}.`;
}

export function waitForFlights(context: EmulatorContext, wanted: z.output<typeof flightsWait>): Promise<Flight[]> {
  const { match = {}, ...amounts } = wanted;
  const flights = () => [...context.world.flights.values()];
  /** The members that differ, as in `automatedChecked false`. */
  const differencesOf = (flight: Flight) => {
    const sha256 = match.sha256 === undefined ? null : context.images.sha256(flight);
    const seen: Record<string, unknown> = { ...flight, pilot: flight.pilotId, sha256 };
    return Object.entries(match).flatMap(([name, wanted]) =>
      wanted === undefined || seen[name] === wanted ? [] : [`${name} ${String(seen[name])}`],
    );
  };
  return waitFor(context, amounts, {
    what: 'flight',
    movesClock: true,
    find(event) {
      if (event !== null && !(event.type === 'changed' && event.what.includes('flights'))) return null;
      return flights().filter((flight) => differencesOf(flight).length === 0);
    },
    nearest: () =>
      nearestOf(
        flights().map((flight) => ({
          named: `flight ${flight.id}`,
          differences: differencesOf(flight),
          letters: 0,
        })),
      ),
  });
}

const mostCompared = 200;

export function waitForRequests(
  context: EmulatorContext,
  wanted: z.output<typeof requestsWait>,
): Promise<JournalEntry[]> {
  const { journal } = context;
  const { match = {}, after = 0, ...amounts } = wanted;
  const matching = new Map<number, JournalDetail>();
  return waitFor(context, amounts, {
    what: 'request',
    find(event) {
      if (event !== null && event.type !== 'request') return null;
      const seen = event === null ? journal.details(after) : [journal.read(event.entry.id)];
      for (const one of seen) {
        if (one !== null && one.id > after && requestDifferences(match, one).length === 0) matching.set(one.id, one);
      }
      return [...matching.values()].map(entryOf);
    },
    nearest(found) {
      if (amounts.count !== undefined && found.length > amounts.count) {
        const which = found.length > mostNamed ? `The last ${mostNamed}` : 'They';
        return ` ${which} are: ${found.slice(-mostNamed).map(namedAs).join('; ')}.`;
      }
      const others = journal.details(after).filter(({ id }) => !matching.has(id));
      if (others.length === 0) return found.length === 0 ? ' There was no other request.' : '';
      return nearestOf(
        others.slice(-mostCompared).map((one) => ({
          named: namedAs(one),
          differences: requestDifferences(match, one),
          letters: match.path === undefined ? 0 : editDistance(match.path.replace(/\*$/, ''), one.path),
        })),
      );
    },
  });
}

const namedAs = ({ id, method, path, status }: JournalEntry) => `request ${id} ${method} ${path} ${status ?? 'open'}`;

// Compares a request of the journal with a test's expectation, and describes the differences.

type Compare<Wanted> = (wanted: Wanted, seen: JournalDetail) => string | null;

const same = (name: keyof RequestMatch & keyof JournalEntry): Compare<string | number> => {
  return (wanted, entry) => (entry[name] === wanted ? null : `${name} ${entry[name] ?? 'none'} instead of ${wanted}`);
};

const contains = (name: string, seen: string | null, wanted: string): string | null =>
  seen?.toLowerCase().includes(wanted.toLowerCase()) ? null : `${name} without “${wanted}”`;

const comparisons: { [name in keyof RequestMatch]-?: Compare<NonNullable<RequestMatch[name]>> } = {
  method: (wanted, { method }) => (method === wanted.toUpperCase() ? null : `${method} instead of ${wanted}`),
  path: (wanted, { path }) => (isPathMatch(wanted, path) ? null : `path ${path} instead of ${wanted}`),
  status: (wanted, { status }) =>
    isStatus(String(wanted), String(status)) ? null : `status ${status ?? 'none'} instead of ${wanted}`,
  outcome: same('outcome'),
  clientId: same('clientId'),
  pilot: same('pilot'),
  grantType: same('grantType'),
  fault: same('fault'),
  rule: (wanted, { rule }) => contains('rule', rule, wanted),
  query: (wanted, { query }) => contains('query', query, wanted),
  headers: (wanted, { request }) =>
    Object.entries(wanted)
      .map(([name, text]) => contains(`header ${name}`, request.headers[name.toLowerCase()] ?? null, text))
      .find((difference) => difference !== null) ?? null,
  body: (wanted, { request }) => contains('body', request.body, wanted),
  response: (wanted, { answer }) => contains('response', answer?.body ?? null, wanted),
};

const isStatus = (wanted: string, status: string) =>
  wanted.endsWith('xx') ? status.startsWith(wanted.charAt(0)) : status === wanted;

function requestDifferences(match: RequestMatch, seen: JournalDetail): string[] {
  const wanted = match as Record<string, unknown>;
  const differences = Object.entries(comparisons).flatMap(([name, compare]) =>
    wanted[name] === undefined ? [] : ((compare as Compare<unknown>)(wanted[name], seen) ?? []),
  );
  // An open request matches only if the expectation names this outcome.
  return seen.outcome === 'open' && match.outcome !== 'open' ? [...differences, 'not over yet'] : differences;
}
