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
import { formatDuration } from '../options/units.ts';
import type { Flight } from '../world/world.ts';
import { editDistance } from '../options/did-you-mean.ts';
import { isPathMatch, pathError } from '../world/fault-match.ts';

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

type Waiting<Found> = {
  /** Returns undefined to wait on. Called first with null, then with each event; throws to end the wait. */
  check(event: EmulatorEvent | null): Found | undefined;
  /** What the wait rejects with when the time is over. */
  unmet(waited: string): Error;
  timeoutMs: number | undefined;
  /** Whether only the clock can cause it, so that autoAdvance may move it. */
  movesClock?: boolean;
};

export function waitUntil<Found>(
  { events, ended, autoAdvance }: Pick<EmulatorContext, 'events' | 'ended' | 'autoAdvance'>,
  { check, unmet, timeoutMs = defaultWaitMs, movesClock = false }: Waiting<Found>,
): Promise<Found> {
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
      try {
        const found = check(event);
        if (found !== undefined) settle(() => resolve(found));
      } catch (cause) {
        settle(() => reject(cause));
      }
    };
    // Before listening, because reading the journal publishes what is not published yet.
    attempt(null);
    if (isOver) return;
    const stop = () => settle(() => reject(stoppedError()));
    ended.addEventListener('abort', stop);
    undo.push(
      events.listen(attempt),
      afterRealTime(timeoutMs, () => settle(() => reject(unmet(formatDuration(timeoutMs)))), true),
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

/** `Expected at least 2 matching requests, got 1`. */
function expected(what: string, wanted: { atLeast: number; count: number | undefined }, seen: number): string {
  const { atLeast, count } = wanted;
  const amount = count === undefined ? `at least ${atLeast}` : `exactly ${count}`;
  return `Expected ${amount} matching ${what}${(count ?? atLeast) === 1 ? '' : 's'}, got ${seen}`;
}

/** The number of near misses to name. */
const mostNamed = 3;

/** Waits for flights in a state, such as checked. */
export function waitForFlights(context: EmulatorContext, wanted: z.output<typeof flightsWait>): Promise<Flight[]> {
  const { match = {}, atLeast = 1, count, timeout } = wanted;
  const find = () => candidates(context, match).filter((flight) => flightDifferences(match, flight).length === 0);
  const unmet = (waited: string) => {
    const message = `${expected('flight', { atLeast, count }, find().length)}${waited}.`;
    return new EmulatorError('unmet', `${message}${nearestFlights(context, match)}${frozenHint(context.clock)}`);
  };
  return waitUntil(context, {
    timeoutMs: timeout,
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

function candidates({ world }: EmulatorContext, { id, pilot }: FlightMatch): Flight[] {
  if (id === undefined && pilot === undefined) return [...world.flights.values()];
  const ids = id === undefined ? (world.flightIdsByPilot.get(pilot ?? '') ?? []) : [id];
  return ids.flatMap((one) => world.flights.get(one) ?? []);
}

/** The members that differ, as in `automatedChecked false`. */
function flightDifferences(match: FlightMatch, flight: Flight): string[] {
  const seen: Record<string, unknown> = { ...flight, pilot: flight.pilotId };
  return Object.entries(match).flatMap(([name, wanted]) =>
    wanted === undefined || seen[name] === wanted ? [] : [`${name} ${String(seen[name])}`],
  );
}

function nearestFlights({ world }: EmulatorContext, match: FlightMatch): string {
  const misses = [...world.flights.values()]
    .toReversed()
    .map((flight) => ({ flight, differences: flightDifferences(match, flight) }))
    .filter(({ differences }) => differences.length > 0)
    .toSorted((one, other) => one.differences.length - other.differences.length)
    .slice(0, mostNamed);
  if (misses.length === 0) return '';
  return ` Nearest: ${misses.map(({ flight, differences }) => `flight ${flight.id} (${differences.join(', ')})`).join('; ')}.`;
}

/** Waits for requests in the journal, past and future. */
export function waitForRequests(
  context: EmulatorContext,
  wanted: z.output<typeof requestsWait>,
): Promise<JournalEntry[]> {
  const { journal } = context;
  const { match = {}, atLeast = 1, count, after = 0, timeout } = wanted;
  const found = new Map<number, JournalEntry>();
  const note = (entry: JournalEntry) => {
    if (entry.id > after && isMatch(match, entry, () => journal.read(entry.id))) found.set(entry.id, entry);
  };
  const unmet = (waited: string) =>
    new EmulatorError(
      'unmet',
      `${expected('request', { atLeast, count }, found.size)}${waited}.${
        count !== undefined && found.size > count ? these(found) : nearestRequests(context, match, found, after)
      }${frozenHint(context.clock)}`,
    );

  return waitUntil(context, {
    timeoutMs: timeout,
    check(event) {
      if (event === null) for (const entry of entriesAfter(context, after)) note(entry);
      else if (event.type === 'request') note(event.entry);
      else return undefined;
      if (count !== undefined && found.size > count) throw unmet('');
      return found.size === count || (count === undefined && found.size >= atLeast) ? [...found.values()] : undefined;
    },
    unmet: (waited) => unmet(` within ${waited}`),
  });
}

const entriesAfter = ({ journal }: EmulatorContext, after: number): JournalEntry[] =>
  journal.list({ after: String(after), limit: Infinity }).items;

/** The number of recent requests to compare. */
const mostCompared = 200;

const namedAs = ({ id, method, path, status }: JournalEntry) => `request ${id} ${method} ${path} ${status ?? 'open'}`;

/** The last of those that match. */
const these = (found: ReadonlyMap<number, JournalEntry>): string =>
  ` They are: ${[...found.values()].slice(-mostNamed).map(namedAs).join('; ')}.`;

/** The requests that differ least: in the fewest members, then in the fewest letters of the path, then the newest. */
function nearestRequests(
  context: EmulatorContext,
  match: RequestMatch,
  found: ReadonlyMap<number, JournalEntry>,
  after: number,
): string {
  const others = entriesAfter(context, after)
    .filter(({ id }) => !found.has(id))
    .slice(-mostCompared);
  if (others.length === 0) return found.size === 0 ? ' There was no other request.' : '';
  const misses = others.toReversed().flatMap(({ id, outcome }) => {
    const detail = context.journal.read(id);
    if (detail === null) return [];
    const differences = differencesOf(match, detail);
    const letters = match.path === undefined ? 0 : editDistance(match.path.replace(/\*$/, ''), detail.path);
    return [{ detail, letters, differences: outcome === 'open' ? [...differences, 'not over yet'] : differences }];
  });
  const named = misses
    .toSorted((one, other) => one.differences.length - other.differences.length || one.letters - other.letters)
    .slice(0, mostNamed)
    .map(({ detail, differences }) => `${namedAs(detail)} (${differences.join(', ')})`);
  return ` Nearest: ${named.join('; ')}.`;
}

// Compares a request of the journal with a test's expectation, and describes the differences.

type Compare<Wanted, Seen> = (wanted: Wanted, seen: Seen) => string | null;
type Table<Names extends keyof RequestMatch, Seen> = {
  [name in Names]: Compare<NonNullable<RequestMatch[name]>, Seen>;
};

const same = (name: keyof RequestMatch & keyof JournalEntry): Compare<string | number, JournalEntry> => {
  return (wanted, entry) => (entry[name] === wanted ? null : `${name} ${entry[name] ?? 'none'} instead of ${wanted}`);
};

const contains = (name: string, seen: string | null, wanted: string): string | null =>
  seen?.toLowerCase().includes(wanted.toLowerCase()) ? null : `${name} without “${wanted}”`;

/** Information that the list of requests already has. */
const byEntry: Table<
  'method' | 'path' | 'status' | 'outcome' | 'clientId' | 'pilot' | 'grantType' | 'fault' | 'rule',
  JournalEntry
> = {
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
};

/** What needs the whole request. */
const byDetail: Table<'query' | 'headers' | 'body' | 'response', JournalDetail> = {
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

/** Reads the whole request only if the entry fits. */
function isMatch(match: RequestMatch, entry: JournalEntry, read: () => JournalDetail | null): boolean {
  // An open request matches only if the expectation names this outcome.
  if (entry.outcome === 'open' && match.outcome !== 'open') return false;
  if (compare(byEntry, match, entry).length > 0) return false;
  if (!Object.keys(byDetail).some((name) => name in match)) return true;
  const detail = read();
  return detail !== null && compare(byDetail, match, detail).length === 0;
}

/** What is different, one phrase each. */
const differencesOf = (match: RequestMatch, detail: JournalDetail): string[] => [
  ...compare(byEntry, match, detail),
  ...compare(byDetail, match, detail),
];

function compare<Seen>(table: Record<string, Compare<never, Seen>>, match: RequestMatch, seen: Seen): string[] {
  const wanted = match as Record<string, unknown>;
  return Object.entries(table).flatMap(([name, differs]) => {
    const difference = wanted[name] === undefined ? null : differs(wanted[name] as never, seen);
    return difference === null ? [] : [difference];
  });
}
