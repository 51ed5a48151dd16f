// A recorded exchange: flat values, because one is created for every request. Its contents are masked, and the request is
// released once it has been read. The journal keeps a finished exchange as one text and builds entries on demand.

import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { JournalDetail, JournalEntry, JournalMessage, JournalOutcome } from '../api-types.ts';
import { shown } from './masking.ts';
import type { MultipartParts } from './multipart-parts.ts';

/** What was almost right. A function is called after the response was sent, so that it delays nothing. */
export type Hint = string | null | (() => string | null);

export type Exchange = {
  id: number;
  atMs: number;
  /** From `stopwatchMs`. */
  startedMs: number;
  durationMs: number | null;
  method: string;
  path: string;
  query: string;
  status: number | null;
  outcome: JournalOutcome;
  clientId: string | null;
  pilot: string | null;
  grantType: string | null;
  rule: string | null;
  hint: Hint;
  fault: number | null;
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
  /** Masks of secrets that were already digested. */
  mentions: Map<string, string> | null;
  /** Fills the exchange. */
  read(exchange: Exchange, source: Source): void;
};

/** Separates the packed texts; occurs in none of them. */
const separator = '\u0000';
const absent = '\u0001';

/** Packs a finished exchange into one text, at a third of the cost of JSON. */
export function pack(exchange: Exchange): string {
  const { method, path, query, outcome, clientId, pilot, grantType, rule, hint, requestHeaders } = exchange;
  const { requestBody, answerHead, answerBody } = exchange;
  const numbers = `${exchange.atMs} ${exchange.durationMs} ${exchange.status} ${exchange.fault} ${exchange.requestBytes} ${exchange.answerBytes}`;
  const known = `${clientId ?? absent}${separator}${pilot ?? absent}${separator}${grantType ?? absent}`;
  const message = `${rule ?? absent}${separator}${typeof hint === 'string' ? hint : absent}`;
  const bodies = `${plain(requestBody)}${separator}${answerHead ?? absent}${separator}${plain(answerBody)}`;
  return [numbers, method, path, query, outcome, known, message, bodies, ...requestHeaders].join(separator);
}

/** Only bodies can contain these characters; Node rejects them in a head. */
const plain = (text: string | null): string =>
  text === null ? absent : text.includes(separator) || text === absent ? text.replaceAll(unwanted, '\uFFFD') : text;

// oxlint-disable-next-line no-control-regex -- the two reserved characters
const unwanted = /[\u0000\u0001]/g;

export function unpack(id: number, packed: string): Exchange {
  const texts = packed.split(separator);
  const [numbers = '', method = '', path = '', query = '', outcome = '', ...others] = texts.splice(0, 13);
  const [clientId, pilot, grantType, rule, hint, requestBody, answerHead, answerBody] = others.map((text) =>
    text === absent ? null : text,
  );
  const [atMs, durationMs, status, fault, requestBytes, answerBytes] = numbers
    .split(' ')
    .map((text) => (text === 'null' ? null : Number(text)));
  const exchange = newExchange(atMs ?? 0, method);
  const numbersOf = { durationMs, status, fault, requestBytes, answerBytes };
  const textsOf = { clientId, pilot, grantType, rule, hint, requestBody, answerHead, answerBody };
  return Object.assign(exchange, { id, path, query, outcome, requestHeaders: texts }, numbersOf, textsOf);
}

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
