// What list and detail both know about a request: its outcome, whether the filter shows it, and its link.
import type { JournalDetail, JournalEntry } from '../../api-types.ts';
import { messages } from '../messages/messages.ts';

/** `well`: success, `refused`: error, `fault`: a fault applied, `open`: in progress. */
type Tone = 'well' | 'refused' | 'fault' | 'open';

export function toneOf(entry: JournalEntry): Tone {
  if (entry.outcome === 'open') return 'open';
  if (entry.fault !== null) return 'fault';
  return isRefused(entry) ? 'refused' : 'well';
}

export const isRefused = ({ status, outcome, path, rule }: JournalEntry): boolean => {
  if (outcome === 'open') return false;
  if (outcome !== 'answered' || status === null || status >= 400) return true;
  // Authorization errors are redirects with an error code (RFC 6749 §4.1.2.1).
  return status >= 300 && path === '/oauth/authorize' && refusedSignIn.test(rule ?? '');
};

const refusedSignIn = /^(?:invalid_|unsupported_|unauthorized_|access_denied|server_error|temporarily_)/;

/** `200`, `dropped`, `in progress` */
export function statusLabel({ status, outcome }: JournalEntry): string {
  if (outcome === 'answered') return String(status ?? messages.requests.outcomes.answered);
  return messages.requests.outcomes[outcome];
}

// Filters requests by text, kind and pilot.

export const kinds = ['all', 'refused', 'uploads', 'tokens', 'faults'] as const;
export type Kind = (typeof kinds)[number];

export type RequestFilter = {
  kind: Kind;
  /** All words must occur. */
  text: string;
  pilot: string;
};

export const noFilter: RequestFilter = { kind: 'all', text: '', pilot: '' };

const fits: Record<Kind, (entry: JournalEntry) => boolean> = {
  all: () => true,
  refused: isRefused,
  uploads: ({ method, path }) => method === 'POST' && path === '/api/v1/flights',
  tokens: ({ path }) => path === '/oauth/token',
  faults: ({ fault }) => fault !== null,
};

/** Returns the newest matching entries, up to the given number. */
export function filterRequests(
  entries: readonly JournalEntry[],
  { kind, text, pilot }: RequestFilter,
  upToId: number | null,
): JournalEntry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting: JournalEntry[] = [];
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index]!;
    if (upToId !== null && entry.id > upToId) continue;
    if (pilot !== '' && entry.pilot !== pilot) continue;
    if (!fits[kind](entry)) continue;
    if (wanted.length > 0 && !wanted.every((word) => textOf(entry).includes(word))) continue;
    fitting.push(entry);
  }
  return fitting;
}

const texts = new WeakMap<JournalEntry, string>();

function textOf(entry: JournalEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { method, path, status, outcome, clientId, pilot, grantType, rule, hint } = entry;
  const text = [method, path, status, outcome, clientId, pilot, grantType, rule, hint].join(' ').toLowerCase();
  texts.set(entry, text);
  return text;
}

// A link to one request of the journal: `#requests/17/mbl3k0w0`. The second part is its time: after a restart, the same
// number belongs to another request.

export type LinkedRequest = {
  readonly id: number;
  /** Null if the link names the number alone. */
  readonly atMs: number | null;
};

const base = 36;

export function linkedRequest(item: string): LinkedRequest | null {
  const [, id, at] = /^(\d+)(?:\/(\w+))?$/.exec(item) ?? [];
  return id === undefined ? null : { id: Number(id), atMs: at === undefined ? null : Number.parseInt(at, base) };
}

export const requestItem = ({ id, at }: Pick<JournalDetail, 'id' | 'at'>): string =>
  `${id}/${Date.parse(at).toString(base)}`;

export const isLinked = ({ at }: JournalDetail, atMs: number | null): boolean =>
  atMs === null || atMs === Date.parse(at);
