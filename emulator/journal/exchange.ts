// An exchange as the recorder keeps it: as few and as flat values as possible, since thousands of them stay in memory.
// What stands in it is masked, apart from the two fields that hold what has not been read yet and are emptied at its
// end. The journal makes the entries of the control interface of it.

import type { JournalDetail, JournalEntry, JournalMessage, JournalOutcome } from '../control/types.ts';
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
  /** What a body in parts has held so far. */
  parts: MultipartParts | null;
  /** The answer's body as it was handed over, until the exchange is over. */
  unreadAnswer: unknown;
}

/** At most so many bytes of memory are needed for it. */
export function weightOf(exchange: Exchange): number {
  const { path, query, rule, hint, requestHeaders, requestBody, answerHead, answerBody } = exchange;
  let characters = path.length + query.length + (rule?.length ?? 0) + (typeof hint === 'string' ? hint.length : 0);
  for (const text of requestHeaders) characters += text.length;
  characters += (requestBody?.length ?? 0) + (answerHead?.length ?? 0) + (answerBody?.length ?? 0);
  return ownBytes + requestHeaders.length * bytesEachText + characters * 2;
}

const ownBytes = 600;
const bytesEachText = 40;

export function entryOf(exchange: Exchange): JournalEntry {
  const { id, method, path, status, outcome, durationMs, clientId, pilot, grantType, rule, hint, fault } = exchange;
  return {
    id,
    at: new Date(exchange.atMs).toISOString(),
    durationMs,
    method,
    path,
    status,
    outcome,
    clientId,
    pilot,
    grantType,
    rule,
    hint: typeof hint === 'function' ? null : hint,
    fault,
  };
}

export function detailOf(exchange: Exchange): JournalDetail {
  return {
    ...entryOf(exchange),
    query: exchange.query,
    request: {
      headers: collect(exchange.requestHeaders),
      body: exchange.requestBody,
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
  return { headers: collect(headers), body: answerBody, bodyBytes: answerBytes };
}

/** Headers of one name are joined as RFC 9110 §5.3 joins them; `__proto__` is a name like any other. */
function collect(headers: readonly string[]): Record<string, string> {
  const collected = new Map<string, string>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]!;
    const before = collected.get(name);
    collected.set(name, before === undefined ? headers[at + 1]! : `${before}, ${headers[at + 1]}`);
  }
  return Object.fromEntries(collected);
}
