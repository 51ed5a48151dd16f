// A diagnostics file of the Pilot Companion as a scenario: of each kind of call the first gets the first answer of the
// file, the second the second, and so on; then the service is itself again. A yes is the service's own; anything else is a
// fault. The form is read here on its own account, and only what a replay needs of it.

import { z } from 'zod';

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

/** What each kind of call is known by. Kinds that are not here are nobody's business but the client's. */
const kinds = new Map<string, { method: string; path: string; grantType?: string }>([
  ['exchange', { method: 'POST', path: '/oauth/token', grantType: 'authorization_code' }],
  ['refresh', { method: 'POST', path: '/oauth/token', grantType: 'refresh_token' }],
  ['who', { method: 'GET', path: '/oauth/userinfo' }],
  ['upload', { method: 'POST', path: '/api/v1/flights' }],
  ['list', { method: 'GET', path: '/api/v1/flights' }],
  ['read', { method: 'GET', path: '/api/v1/flights/*' }],
]);

/** A call that its own client ended sooner than this was called off; later, the client had waited long enough. */
const patienceMs = 9_000;
const muchLaterMs = 60_000;

export const isDiagnostics = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === format;

/** A scenario's document, or in words what is wrong with the file. */
export function replayOf(value: unknown): { document: unknown } | { message: string } {
  const read = file.safeParse(value);
  if (!read.success) {
    const version = (value as { version?: unknown }).version;
    return {
      message:
        version === 1
          ? `it is a diagnostics file, and ${read.error.issues[0]?.path.join('.') ?? 'something in it'} is not what it should be`
          : 'it is a diagnostics file of another version; this emulator knows version 1',
    };
  }
  const { madeAt, calls } = read.data;
  const known = calls.entries.filter((one) => kinds.has(one.purpose));
  const told = known.filter((one) => one.ended !== 'given-up' || one.durationMs >= patienceMs);
  return {
    document: {
      title: `Replay of ${told.length} calls`,
      about: `What a service answered, from a diagnostics file of ${madeAt}: of each kind of call the same answers in the same order. Then the service behaves as usual again.`,
      // The file says when a wait was too short; the emulator's own limit would say so a second time.
      settings: { minGapMs: 0 },
      faults: [...kinds].flatMap(([kind, match]) =>
        faultsFor(
          match,
          told.filter((one) => one.purpose === kind),
        ),
      ),
      steps: [],
    },
  };
}

interface ReplayFault {
  match: object;
  skip: number;
  times: number;
  effect: Record<string, unknown>;
}

/** A fault counts what no earlier one of its kind has touched: it waits for as many as went through before it. */
function faultsFor(match: object, calls: readonly Call[]): ReplayFault[] {
  const faults: ReplayFault[] = [];
  let untouched = 0;
  let before: ReplayFault | null = null;
  for (const [index, one] of calls.entries()) {
    const effect = effectOf(one, calls.slice(index + 1));
    if (effect === null) {
      untouched += 1;
      before = null;
    } else if (before !== null && JSON.stringify(before.effect) === JSON.stringify(effect)) before.times += 1;
    else {
      before = { match, skip: untouched, times: 1, effect };
      faults.push(before);
    }
  }
  return faults;
}

/** Null: the service does what it would do. */
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

/** Whether what was asked was done, where the answer was lost: a token that was used up renews nothing any more. */
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

/** A date of then is so many seconds from now. */
function waitOf(retryAfter: string, answeredAtMs: number): string {
  const untilMs = /^\s*\d/.test(retryAfter) ? Number.NaN : Date.parse(retryAfter);
  return Number.isNaN(untilMs)
    ? retryAfter.trim().replace(/[^\x20-\x7e]/g, '')
    : String(Math.max(0, Math.ceil((untilMs - answeredAtMs) / 1000)));
}
