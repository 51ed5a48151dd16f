// Waits for requests in the journal, past and future. If they do not come, the error names the nearest misses.

import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorContext } from '../context.ts';
import type { JournalEntry, JournalWait, RequestMatch } from '../api-types.ts';
import { differencesOf, isMatch } from './request-match.ts';
import { editDistance } from '../options/did-you-mean.ts';
import { frozenHint, waitUntil } from './waiting.ts';

type WaitContext = Pick<EmulatorContext, 'journal' | 'events' | 'clock' | 'ended' | 'autoAdvance'>;

type Wanted = Omit<JournalWait, 'timeout'> & { timeout?: number | undefined };

export function waitForRequests(context: WaitContext, wanted: JournalWait): Promise<JournalEntry[]> {
  const { journal } = context;
  const { match = {}, atLeast = 1, count, after = 0, timeout } = wanted as Wanted;
  const found = new Map<number, JournalEntry>();
  const note = (entry: JournalEntry) => {
    if (entry.id > after && isMatch(match, entry, () => journal.read(entry.id))) found.set(entry.id, entry);
  };
  const unmet = (waited: string) =>
    new EmulatorError(
      'unmet',
      `${expected({ atLeast, count }, found.size)}${waited}.${
        count !== undefined && found.size > count ? these(found) : nearest(context, match, found, after)
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

const expected = ({ atLeast, count }: { atLeast: number; count: number | undefined }, seen: number): string => {
  const wanted = count === undefined ? `at least ${atLeast}` : `exactly ${count}`;
  return `Expected ${wanted} matching ${(count ?? atLeast) === 1 ? 'request' : 'requests'}, got ${seen}`;
};

const pageSize = 1000;

function* entriesAfter({ journal }: WaitContext, after: number): Generator<JournalEntry> {
  let next: string | null = String(after);
  while (next !== null) {
    const page: { items: JournalEntry[]; next: string | null } = journal.list({ after: next, limit: pageSize });
    yield* page.items;
    ({ next } = page);
  }
}

/** The number of recent requests to compare, and to name. */
const mostCompared = 200;
const mostNamed = 3;

const namedAs = ({ id, method, path, status }: JournalEntry) => `request ${id} ${method} ${path} ${status ?? 'open'}`;

/** The last of those that match. */
const these = (found: ReadonlyMap<number, JournalEntry>): string =>
  ` They are: ${[...found.values()].slice(-mostNamed).map(namedAs).join('; ')}.`;

/** The requests that differ least: in the fewest members, then in the fewest letters of the path, then the newest. */
function nearest(
  context: WaitContext,
  match: RequestMatch,
  found: ReadonlyMap<number, JournalEntry>,
  after: number,
): string {
  const others = [...entriesAfter(context, after)].filter(({ id }) => !found.has(id)).slice(-mostCompared);
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
