// An exchange as the recorder writes it: flat values, since it is made for every request. What stands in it is masked;
// what it is read from is let go as soon as it has been read. When it is over the journal keeps it as one text, and
// makes the entries of the control interface of it when somebody asks.

import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { JournalDetail, JournalEntry, JournalMessage, JournalOutcome } from '../api-types.ts';
import { shown } from './masking.ts';
import type { MultipartParts } from './multipart-parts.ts';

/** What was nearly right; a function is asked when the answer is out, so that looking for it delays nobody. */
export type Hint = string | null | (() => string | null);

export interface Exchange {
  id: number;
  atMs: number;
  /** By the stopwatch. */
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
  /** Names in lower case and values, by turns. */
  requestHeaders: readonly string[];
  requestBody: string | null;
  requestBytes: number;
  /** Null until the head is out. The status line and the headers as they went over the wire. */
  answerHead: string | null;
  answerBody: string | null;
  answerBytes: number;
  /** What it is read from when it is over, and who reads it; nobody afterwards. */
  source: Source | null;
}

/** What has come and gone, as it was. */
export interface Source {
  /** Until it is over. */
  request: FastifyRequest | null;
  /** Until it is over. */
  answer: ServerResponse | null;
  /** A form, as it was read; null where something else came. */
  form: string | null;
  /** What a body in parts has held so far. */
  parts: MultipartParts | null;
  /** The head of the answer as Node wrote it, names and values in one text; null where it never did. */
  head: string | null;
  /** The answer's body as it was handed over. */
  body: unknown;
  /** Secrets that were met on the way and what stands for them, so that no digest is made twice. */
  mentions: Map<string, string> | null;
  /** Reads it into the exchange. */
  read(exchange: Exchange, source: Source): void;
}

/** Stands between the texts of what is kept, and in none of them. */
const separator = '\u0000';
const absent = '\u0001';

/** What is kept of one that is over, as a text; its number stands beside it. Joined, as that costs a third of JSON. */
export function pack(exchange: Exchange): string {
  const { method, path, query, outcome, clientId, pilot, grantType, rule, hint, requestHeaders } = exchange;
  const { requestBody, answerHead, answerBody } = exchange;
  const numbers = `${exchange.atMs} ${exchange.durationMs} ${exchange.status} ${exchange.fault} ${exchange.requestBytes} ${exchange.answerBytes}`;
  const known = `${clientId ?? absent}${separator}${pilot ?? absent}${separator}${grantType ?? absent}`;
  const message = `${rule ?? absent}${separator}${typeof hint === 'string' ? hint : absent}`;
  const bodies = `${plain(requestBody)}${separator}${answerHead ?? absent}${separator}${plain(answerBody)}`;
  return [numbers, method, path, query, outcome, known, message, bodies, ...requestHeaders].join(separator);
}

/** Only bodies can hold anything: Node lets no such character through in a head. */
const plain = (text: string | null): string =>
  text === null ? absent : text.includes(separator) || text === absent ? text.replaceAll(unwanted, '\uFFFD') : text;

// oxlint-disable-next-line no-control-regex -- the two that mean something here
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

/** An open one, of which nothing is known yet. */
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

/** Headers of one name are joined as RFC 9110 §5.3 joins them; `__proto__` is a name like any other. */
function collect(headers: readonly string[]): Record<string, string> {
  const collected = new Map<string, string>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = shown(headers[at]!);
    const before = collected.get(name);
    collected.set(name, before === undefined ? shown(headers[at + 1]!) : `${before}, ${shown(headers[at + 1]!)}`);
  }
  return Object.fromEntries(collected);
}
