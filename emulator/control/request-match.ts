// Compares a request of the journal with a test's expectation, and describes the differences.

import type { JournalDetail, JournalEntry, RequestMatch } from '../api-types.ts';

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

const isPathMatch = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

const isStatus = (wanted: string, status: string) =>
  wanted.endsWith('xx') ? status.startsWith(wanted.charAt(0)) : status === wanted;

/** Reads the whole request only if the entry fits. */
export function isMatch(match: RequestMatch, entry: JournalEntry, read: () => JournalDetail | null): boolean {
  // An open request matches only if the expectation names this outcome.
  if (entry.outcome === 'open' && match.outcome !== 'open') return false;
  if (compare(byEntry, match, entry).length > 0) return false;
  if (!Object.keys(byDetail).some((name) => name in match)) return true;
  const detail = read();
  return detail !== null && compare(byDetail, match, detail).length === 0;
}

/** What is different, one phrase each. */
export const differencesOf = (match: RequestMatch, detail: JournalDetail): string[] => [
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
