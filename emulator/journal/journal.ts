// The journal keeps recent exchanges in memory and drops the oldest. record-requests.ts records them.

import type { FastifyRequest } from 'fastify';
import { createCoalescer, isoTime, stopwatchMs } from '../clock/clock.ts';
import type { JournalDetail, JournalEntry, Page } from '../api-types.ts';
import type { EventBus } from './event-bus.ts';
import type { MultipartParts } from './message-text.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface FastifyRequest {
    /** The journal entry; null for requests to the control interface. */
    exchange: Exchange | null;
  }
}

const defaultLimit = 100;
/** An exchange that stays open longer than this is published twice: now, and when it is over. */
const heldMs = 150;
/** Of a text, beside its characters, of which each takes two. */
const bytesOfOne = 100;
const bytesOf = (text: string) => 2 * text.length + bytesOfOne;

export type Journal = ReturnType<typeof createJournal>;

/** `mostBytes` is the memory for finished exchanges; with large ones, fewer are kept */
export function createJournal(
  { mostEntries, mostBytes }: { mostEntries: number; mostBytes: number },
  events: EventBus,
) {
  // In the order of their IDs, without gaps. What is finished is kept as JSON, whose size is known, and which keeps nothing of
  // the request alive.
  let kept: (Exchange | string)[] = [];
  let keptBytes = 0;
  let lastId = 0;
  const open = new Set<Exchange>();
  let finished: Exchange[] = [];
  /** Open exchanges up to this one have been published. */
  let publishedId = 0;

  const firstId = () => lastId - kept.length + 1;

  // One timer for all of them, and none without listeners.
  const soon = createCoalescer(heldMs, () => {
    if (!events.hasListeners) return;
    const before = stopwatchMs() - heldMs;
    for (const exchange of open) {
      if (exchange.id <= publishedId) continue;
      if (exchange.startedMs > before) return soon.request();
      publishedId = exchange.id;
      events.publish({ type: 'request', entry: entryOf(detailOf(exchange)) });
    }
  });

  const dropOldest = () => {
    const oldest = kept.shift();
    if (typeof oldest === 'string') keptBytes -= bytesOf(oldest);
  };

  const isTooLarge = () => keptBytes > mostBytes && kept.length > 1;

  const settle = () => {
    const settled = finished;
    finished = [];
    for (const exchange of settled) {
      const detail = detailOf(exchange);
      // One that was dropped in the meantime is published, but not stored.
      const at = exchange.id - firstId();
      if (kept[at] === exchange) {
        const text = JSON.stringify(detail);
        kept[at] = text;
        keptBytes += bytesOf(text);
      }
      if (events.hasListeners) events.publish({ type: 'request', entry: entryOf(detail) });
    }
    while (isTooLarge()) dropOldest();
  };

  const find = (id: number): JournalDetail | null => {
    const one = kept[id - firstId()];
    if (one === undefined) return null;
    return typeof one === 'string' ? (JSON.parse(one) as JournalDetail) : detailOf(one);
  };

  return {
    /** Adds an exchange under the next ID; the recorder may change it until it is `finished`. */
    begin(exchange: Exchange): void {
      lastId += 1;
      exchange.id = lastId;
      kept.push(exchange);
      open.add(exchange);
      if (kept.length > mostEntries) dropOldest();
      if (events.hasListeners) soon.request();
    },
    /** The exchange is over: it is described, stored and published within this turn of the event loop. */
    finished(exchange: Exchange): void {
      open.delete(exchange);
      // Processing a batch halves the cost of each.
      if (finished.length === 0) setImmediate(settle);
      finished.push(exchange);
    },
    /** Oldest first, after the given ID. */
    list({
      after,
      limit = defaultLimit,
      contains = '',
    }: {
      after?: string | undefined;
      limit?: number | undefined;
      contains?: string | undefined;
    } = {}): Page<JournalEntry> {
      settle();
      const wanted = contains.toLowerCase();
      const items: JournalEntry[] = [];
      let id = Math.max(firstId(), (Number(after) || 0) + 1);
      for (; id <= lastId && items.length < limit; id += 1) {
        const detail = find(id);
        if (detail !== null && (wanted === '' || textOf(detail).includes(wanted))) items.push(entryOf(detail));
      }
      return { items, next: id <= lastId ? String(id - 1) : null };
    },
    /** All of them after the given ID, oldest first. */
    details(after = 0): JournalDetail[] {
      settle();
      const firstKept = Math.max(firstId(), after + 1);
      return Array.from({ length: Math.max(0, lastId - firstKept + 1) }, (_, index) => find(firstKept + index)!);
    },
    /** Returns null if it was never there or was dropped. */
    read(id: number): JournalDetail | null {
      settle();
      return find(id);
    },
    clear(): void {
      settle();
      kept = [];
      keptBytes = 0;
      events.changed('journal');
    },
  };
}

const textOf = ({ method, path, status, clientId, pilot, rule, hint }: JournalEntry): string =>
  [method, path, status, clientId, pilot, rule, hint].join(' ').toLowerCase();

// An exchange while it is recorded: what the service has found out about it, and what describes its messages. The journal keeps
// the description once it is over, and nothing of the request.

/** What was almost right. A function is called after the response was sent, so that it delays nothing. */
export type Hint = string | null | (() => string | null);

export type Messages = Pick<JournalDetail, 'method' | 'path' | 'query' | 'status' | 'request' | 'answer'>;

export type Exchange = Omit<JournalEntry, 'at' | 'hint' | keyof Messages> & {
  atMs: number;
  /** From `stopwatchMs`. */
  startedMs: number;
  hint: Hint;
  /** The parts of a multipart body so far. */
  parts: MultipartParts | null;
  /** The body passed to `reply.send`, or what a fault sends in its place. */
  sent: unknown;
  /** As they are now; without a response while the exchange is open. */
  messages(): Messages;
};

export const newExchange = (atMs: number, startedMs: number, messages: () => Messages): Exchange => ({
  id: 0,
  atMs,
  startedMs,
  durationMs: null,
  outcome: 'open',
  clientId: null,
  pilot: null,
  grantType: null,
  rule: null,
  hint: null,
  fault: null,
  parts: null,
  sent: undefined,
  messages,
});

export function detailOf(exchange: Exchange): JournalDetail {
  const { id, atMs, durationMs, outcome, clientId, pilot, grantType, rule, hint, fault } = exchange;
  const { method, path, query, status, request, answer } = exchange.messages();
  return {
    id,
    at: isoTime(atMs),
    durationMs,
    method,
    path,
    status,
    outcome,
    clientId,
    pilot,
    grantType,
    rule,
    hint: typeof hint !== 'function' ? hint : outcome === 'open' ? null : hint(),
    fault,
    query,
    request,
    answer,
  };
}

export function entryOf({ query: _query, request: _request, answer: _answer, ...entry }: JournalDetail): JournalEntry {
  return entry;
}

// Records in the journal which rule decided a request, with figures: `too_fast: 3.2 s after flight 17, minimum 5 s`.
// Rules and hints contain no secrets, and nothing chosen by a client except IDs of the service.

/** The last call wins, because an upload is evaluated twice. No effect once the exchange is over. */
export function rule({ exchange }: FastifyRequest, message: string, hint: Hint = null): void {
  if (exchange?.outcome !== 'open') return;
  exchange.rule = message;
  exchange.hint = hint;
}

/** Sets a default rule for responses with several causes. */
export function ruleUnlessRuled(request: FastifyRequest, message: string, hint: Hint = null): void {
  if (request.exchange && request.exchange.rule === null) rule(request, message, hint);
}

export function concerns(
  { exchange }: FastifyRequest,
  who: { clientId?: string | undefined; pilot?: string | undefined; grantType?: string | undefined },
): void {
  if (!exchange) return;
  if (who.clientId !== undefined) exchange.clientId = who.clientId;
  if (who.pilot !== undefined) exchange.pilot = who.pilot;
  if (who.grantType !== undefined) exchange.grantType = who.grantType;
}

/** A sentence as part of a rule; names at the start keep their case. */
export const withoutStop = (message: string): string =>
  message.replace(/^(?:The|This|It|No|An?)\b/, (first) => first.toLowerCase()).replace(/\.$/, '');
