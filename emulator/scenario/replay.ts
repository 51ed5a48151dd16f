// Converts a diagnostics file of Pilot Companion into a scenario. For each kind of call the nth request gets the nth
// answer of the file; after that the service behaves as usual. A success is left to the service; anything else becomes a
// fault. The schema here is independent of the client's and covers only what a replay needs.

import { z } from 'zod';
import { replayFaults, type ReplayFault } from './replay-faults.ts';

const format = 'pilot-companion-diagnostics';

const call = z.object({
  at: z.number(),
  durationMs: z.number(),
  purpose: z.string(),
  ended: z.enum(['answered', 'cut', 'lost', 'not-sent', 'given-up']),
  status: z.int().nullable(),
  code: z.string().nullable(),
  retryAfter: z.string().nullable(),
  answerBytes: z.int().min(0),
  otherThanJson: z.string().nullable(),
});
type Call = z.infer<typeof call>;

const file = z.object({
  format: z.literal(format),
  version: z.literal(1),
  madeAt: z.string(),
  calls: z.object({ entries: z.array(call) }),
});

/** How requests of each kind are matched; other kinds are ignored. */
const kinds = new Map<string, { method: string; path: string; grantType?: string }>([
  ['exchange', { method: 'POST', path: '/oauth/token', grantType: 'authorization_code' }],
  ['refresh', { method: 'POST', path: '/oauth/token', grantType: 'refresh_token' }],
  ['who', { method: 'GET', path: '/oauth/userinfo' }],
  ['upload', { method: 'POST', path: '/api/v1/flights' }],
  ['list', { method: 'GET', path: '/api/v1/flights' }],
  ['read', { method: 'GET', path: '/api/v1/flights/*' }],
]);

/** A call that its client aborted earlier than this was cancelled; later, it timed out. */
const patienceMs = 9_000;
const muchLaterMs = 60_000;

export const isDiagnostics = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === format;

/** Returns the document of a scenario, or an error message. */
export function replayOf(value: unknown): { document: unknown } | { message: string } {
  const read = file.safeParse(value);
  if (!read.success) {
    const version = (value as { version?: unknown }).version;
    return {
      message:
        version === 1
          ? `invalid diagnostics file: ${read.error.issues[0]?.path.join('.') ?? 'something in it'} is invalid`
          : 'this version of the diagnostics file is not supported; this emulator supports version 1',
    };
  }
  const { madeAt, calls } = read.data;
  const known = calls.entries.filter((one) => kinds.has(one.purpose));
  const replayed = known.filter((one) => one.ended !== 'given-up' || one.durationMs >= patienceMs);
  return {
    document: {
      title: `Replay of ${replayed.length} calls`,
      about: `What a service answered, from a diagnostics file of ${madeAt}: the same answers for each kind of call, in the same order. Then the service behaves as usual again.`,
      // The file contains every too_fast already; the emulator's own limit would add more.
      settings: { minGapMs: 0 },
      faults: [...kinds].flatMap(([kind, match]) =>
        faultsFor(
          match,
          replayed.filter((one) => one.purpose === kind),
        ),
      ),
      steps: [],
    },
  };
}

const faultsFor = (match: object, calls: readonly Call[]): ReplayFault[] =>
  replayFaults(
    match,
    calls.map((one, index) => effectOf(one, calls.slice(index + 1))),
  );

/** Null leaves the response to the service. */
function effectOf(one: Call, later: readonly Call[]): Record<string, unknown> | null {
  const { ended, status } = one;
  if (ended === 'given-up') return { type: 'latency', ms: one.durationMs + muchLaterMs };
  if (ended === 'not-sent') return { type: 'drop', when: 'before' };
  if (ended === 'cut') return { type: 'cut', afterBytes: one.answerBytes };
  if (status === null) return { type: 'drop', when: isDone(one, later) ? 'after' : 'before' };
  if (status < 200 || status > 599) return null;
  if (status < 300 && one.otherThanJson === null) return null;
  if (status < 300 && one.otherThanJson === 'unreadable') return { type: 'garbage' };
  return { type: 'status', status, ...bodyOf(one), headers: headersOf(one) };
}

/** Whether a request with a lost answer was processed: after a processed refresh the old token never works again. */
const isDone = (one: Call, later: readonly Call[]): boolean =>
  one.purpose !== 'refresh' || !later.some(({ status }) => status === 200);

function bodyOf({ purpose, code, otherThanJson }: Call): { body?: unknown } {
  if (otherThanJson === 'unreadable') return { body: '{"' };
  if (otherThanJson !== null) return { body: '<!doctype html><title>Not the service</title>' };
  if (code === null) return {};
  const isToken = purpose === 'exchange' || purpose === 'refresh';
  return { body: isToken ? { error: code, error_description: 'As in the diagnostics file.' } : { detail: code } };
}

function headersOf({ at, durationMs, retryAfter, otherThanJson }: Call): Record<string, string> {
  const type = otherThanJson === null ? null : otherThanJson === 'unreadable' ? 'application/json' : otherThanJson;
  return {
    ...(type !== null && { 'content-type': type }),
    ...(retryAfter !== null && { 'retry-after': waitOf(retryAfter, at + durationMs) }),
  };
}

/** Converts a date into seconds, because the replay runs at another time. */
function waitOf(retryAfter: string, answeredAtMs: number): string {
  const untilMs = /^\s*\d/.test(retryAfter) ? Number.NaN : Date.parse(retryAfter);
  return Number.isNaN(untilMs)
    ? retryAfter.trim().replace(/[^\x20-\x7e]/g, '')
    : String(Math.max(0, Math.ceil((untilMs - answeredAtMs) / 1000)));
}
