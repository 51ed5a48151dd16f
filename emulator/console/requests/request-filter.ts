// Filters requests by text, kind and pilot.
import type { JournalEntry } from '../../api-types.ts';
import { isRefused } from './request-outcome.ts';

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
