// An exchange while it is recorded: what the service has found out about it, and what describes its messages. The journal keeps
// the description once it is over, and nothing of the request.

import { isoTime } from '../clock/clock.ts';
import type { JournalDetail, JournalEntry } from '../api-types.ts';
import type { MultipartParts } from './message-text.ts';

/** What was almost right. A function is called after the response was sent, so that it delays nothing. */
export type Hint = string | null | (() => string | null);

/** The request and the response, with secrets masked. */
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

/** A new, open exchange. */
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
