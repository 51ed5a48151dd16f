// A recorded exchange: flat values, because one is created for every request. Its contents are masked, and the request is
// released once it has been read. The journal keeps a finished exchange as bytes and builds entries on demand.

import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { JournalDetail, JournalEntry, JournalMessage } from '../api-types.ts';
import { shown } from './masking.ts';
import type { MultipartParts } from './message-text.ts';

/** What was almost right. A function is called after the response was sent, so that it delays nothing. */
export type Hint = string | null | (() => string | null);

export type Exchange = Omit<JournalEntry, 'at' | 'hint'> & {
  atMs: number;
  /** From `stopwatchMs`. */
  startedMs: number;
  query: string;
  hint: Hint;
  /** Alternating names (in lower case) and values. */
  requestHeaders: readonly string[];
  requestBody: string | null;
  requestBytes: number;
  /** The status line and headers as sent; null until then. */
  answerHead: string | null;
  answerBody: string | null;
  answerBytes: number;
  /** The raw data, until it has been read. */
  source: Source | null;
};

/** The raw request and response. */
export type Source = {
  /** Until it is over. */
  request: FastifyRequest | null;
  /** Until it is over. */
  answer: ServerResponse | null;
  /** The text of a form, or null. */
  form: string | null;
  /** The parts of a multipart body so far. */
  parts: MultipartParts | null;
  /** The head of the response as Node wrote it, or null. */
  head: string | null;
  /** The body passed to `reply.send`. */
  body: unknown;
  /** Fills the exchange. */
  read(exchange: Exchange, source: Source): void;
};

/** A new, open exchange. */
export const newExchange = (atMs: number, method: string): Exchange => ({
  id: 0,
  atMs,
  startedMs: 0,
  durationMs: null,
  method,
  path: '',
  query: '',
  status: null,
  outcome: 'open',
  clientId: null,
  pilot: null,
  grantType: null,
  rule: null,
  hint: null,
  fault: null,
  requestHeaders: [],
  requestBody: null,
  requestBytes: 0,
  answerHead: null,
  answerBody: null,
  answerBytes: 0,
  source: null,
});

export function entryOf(exchange: Exchange): JournalEntry {
  const { id, method, path, status, outcome, durationMs, clientId, pilot, grantType, rule, hint, fault } = exchange;
  return {
    id,
    at: new Date(exchange.atMs).toISOString(),
    durationMs,
    method,
    path: shown(path),
    status,
    outcome,
    clientId,
    pilot,
    grantType,
    rule: rule === null ? null : shown(rule),
    hint: typeof hint === 'function' ? null : hint,
    fault,
  };
}

export function detailOf(exchange: Exchange): JournalDetail {
  return {
    ...entryOf(exchange),
    query: shown(exchange.query),
    request: {
      headers: collect(exchange.requestHeaders),
      body: exchange.requestBody === null ? null : shown(exchange.requestBody),
      bodyBytes: exchange.requestBytes,
    },
    answer: answerOf(exchange),
  };
}

function answerOf({ answerHead, answerBody, answerBytes }: Exchange): JournalMessage | null {
  if (answerHead === null) return null;
  const lines = answerHead.split('\r\n').slice(1);
  const headers = lines.flatMap((line) => {
    const at = line.indexOf(': ');
    return at === -1 ? [] : [line.slice(0, at).toLowerCase(), line.slice(at + 2)];
  });
  return { headers: collect(headers), body: answerBody === null ? null : shown(answerBody), bodyBytes: answerBytes };
}

/** Joins headers of the same name (RFC 9110 §5.3). A Map, because `__proto__` is a valid name. */
function collect(headers: readonly string[]): Record<string, string> {
  const collected = new Map<string, string>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = shown(headers[at]!);
    const before = collected.get(name);
    collected.set(name, before === undefined ? shown(headers[at + 1]!) : `${before}, ${shown(headers[at + 1]!)}`);
  }
  return Object.fromEntries(collected);
}
