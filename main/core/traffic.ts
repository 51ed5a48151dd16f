// All requests of one account to the flight endpoint pass here: the one budget of application and pilot (uploads before
// reads), the pacer's memory, the access token with its one replay after a 401. Kept on disk, so that a restart
// forgets nothing that the service still counts.
import type { Failure, Result } from '../contract/failure.ts';
import type { Departure } from '../contract/state.ts';
import type { Clock } from './ports.ts';
import { documentedLimits, earliestWithinLimit, requestsLeft, WINDOW_MS } from './service/budget.ts';
import type { FlightClient, ListOutcome, ReadOutcome, UploadOutcome } from './service/client.ts';
import type { UploadFile } from './service/multipart.ts';
import type { Requests } from './storage/requests.ts';
import { fromStored, toStored } from './uploads/pacer-memory.ts';
import {
  departures,
  earliestUpload,
  freshPacer,
  observe,
  usualWaitMs,
  type Observation,
  type PacerState,
} from './uploads/pacer.ts';

export type Token = { readonly value: string };
export type TokenSource = {
  accessToken(): Promise<Result<Token>>;
  rejected(value: string): Promise<Result<Token>>;
  accepted(value: string): void;
};
/** No request was made: there is no token to make it with. */
export type NoToken = { readonly kind: 'no-token'; readonly failure: Failure };

/** Requests that reads leave for uploads while any wait. */
const UPLOAD_RESERVE = 15;
const PAST_SHOWN_MS = 120_000;
/** Wall clock and monotonic clock apart by more than before: the machine slept, or the clock was set. */
const CLOCK_JUMP_MS = 1_000;
const calledOff = { kind: 'stopped', mayHaveArrived: false } as const;

export function createTraffic(deps: {
  clock: Clock;
  accountId: number;
  requests: Requests;
  client: FlightClient;
  tokens: TokenSource;
  /** Reports that wait for their departure. */
  waiting(): number;
  onChange(): void;
}) {
  const { clock, accountId, requests, client, tokens, onChange } = deps;
  // Stored moments are wall time; here everything is on the monotonic clock. A wall clock that was set back
  // between two runs must not make the future from the past: ages are never negative.
  const toMonotonic = (wall: number) => clock.monotonic() - Math.max(0, clock.now() - wall);
  const toWall = (monotonic: number) => clock.now() + (monotonic - clock.monotonic());

  const remembered = requests.since(accountId, clock.now() - PAST_SHOWN_MS);
  let ends = remembered.map((one) => toMonotonic(one.endedAt));
  let past: Departure[] = remembered
    .filter((one) => one.kind === 'upload')
    .map((one) => ({ at: one.endedAt, outcome: departureOutcome(one.outcome) }));
  const lastAccepted = remembered.findLast((one) => one.kind === 'upload' && one.outcome === 'accepted');
  const lastRefused = remembered.findLast((one) => one.kind === 'upload' && one.outcome === 'too-fast');
  let pacer: PacerState = {
    ...freshPacer(),
    ...fromStored(requests.memory(accountId), clock.now(), clock.monotonic()),
    lastAccepted: lastAccepted ? { endedAt: toMonotonic(lastAccepted.endedAt), durationMs: 0 } : null,
    lastRefused:
      lastRefused && lastRefused.endedAt >= (lastAccepted?.endedAt ?? 0)
        ? { endedAt: toMonotonic(lastRefused.endedAt), durationMs: 0 }
        : null,
  };
  let wallAheadMs = clock.now() - clock.monotonic();
  /** Whether the application holds the write-access subscription: seen on an accepted upload; until then the low limit holds for reads. */
  let hasSubscription = lastAccepted ? true : null;
  let usualUploadMs = 0;
  /** Requests under way: the service has counted them, or will. */
  let inFlight = 0;

  const uploadLimit = documentedLimits.withSubscription;
  const readLimit = () =>
    hasSubscription ? documentedLimits.withSubscription : documentedLimits.readsWithoutSubscription;

  function note(kind: 'upload' | 'read', outcome: string) {
    const now = clock.monotonic();
    ends = [...ends.filter((end) => end + WINDOW_MS > now), now];
    requests.add(accountId, { endedAt: clock.now(), kind, outcome });
    if (kind === 'upload') {
      const shownFrom = clock.now() - PAST_SHOWN_MS;
      past = [...past.filter((one) => one.at > shownFrom), { at: clock.now(), outcome: departureOutcome(outcome) }];
    }
  }

  function learn(seen: Observation) {
    const before = pacer;
    pacer = observe(pacer, seen);
    const isKept =
      pacer.bracket === before.bracket &&
      pacer.uploadsFrom === before.uploadsFrom &&
      pacer.requestsFrom === before.requestsFrom;
    if (!isKept) requests.keepMemory(accountId, toStored(pacer, clock.now(), clock.monotonic()));
  }

  /** What the monotonic clock says of the time since the last report is not the service's time any more. */
  function lookAtClocks() {
    const aheadMs = clock.now() - clock.monotonic();
    if (Math.abs(aheadMs - wallAheadMs) > CLOCK_JUMP_MS) learn({ kind: 'clock-jumped' });
    wallAheadMs = aheadMs;
  }

  /**
   * Waits for room and takes it: two loops, a replay after a 401 and the pages of a listing share one budget, and what is
   * under way counts already. False when it was called off.
   */
  async function takeRoom(limit: number, signal: AbortSignal | undefined): Promise<boolean> {
    const isWanted = () => !signal?.aborted;
    while (isWanted()) {
      const waitMs = earliestWithinLimit(ends, limit - inFlight, clock.monotonic()) - clock.monotonic();
      if (waitMs <= 0) {
        inFlight += 1;
        return true;
      }
      await clock.sleep(Math.min(waitMs, WINDOW_MS), signal);
    }
    return false;
  }

  /** Sends with a fresh token, once more after a 401 that a refresh can mend. A refused request made no record: sending it again is safe. */
  async function withToken<O extends { readonly kind: string }>(
    send: (token: string) => Promise<O>,
  ): Promise<O | NoToken> {
    const sendWith = async (token: string) => {
      const outcome = await send(token);
      if (outcome.kind !== 'unauthorized' && !noAnswer.has(outcome.kind)) tokens.accepted(token);
      return outcome;
    };
    const first = await tokens.accessToken();
    if (!first.ok) return { kind: 'no-token', failure: first.failure };
    const outcome = await sendWith(first.value.value);
    if (outcome.kind !== 'unauthorized') return outcome;
    const second = await tokens.rejected(first.value.value);
    if (!second.ok) return { kind: 'no-token', failure: second.failure };
    const again = await sendWith(second.value.value);
    if (again.kind !== 'unauthorized') return again;
    const last = await tokens.rejected(second.value.value);
    return last.ok ? again : { kind: 'no-token', failure: last.failure };
  }

  function limits(outcome: UploadOutcome | ListOutcome | ReadOutcome) {
    if (outcome.kind === 'rate-limited') {
      learn({ kind: 'rate-limited', endedAt: clock.monotonic(), retryAfterMs: outcome.retryAfterMs });
    }
    if (outcome.kind === 'write-not-enabled') hasSubscription = false;
  }

  async function read<O extends ListOutcome | ReadOutcome>(
    signal: AbortSignal | undefined,
    send: (token: string) => Promise<O>,
  ): Promise<O | NoToken | typeof calledOff> {
    const outcome = await withToken(async (token) => {
      if (!(await takeRoom(readLimit(), signal))) return calledOff;
      const answer = await send(token).finally(() => (inFlight -= 1));
      note('read', answer.kind);
      limits(answer);
      return answer;
    });
    onChange();
    return outcome;
  }

  return {
    /** The earliest moment for the next upload, monotonic. */
    nextUploadAt: () =>
      earliestWithinLimit(ends, uploadLimit - inFlight, earliestUpload(pacer, clock.monotonic(), deps.waiting())),

    /** The earliest moment for the next read, monotonic; reads leave room while uploads wait. */
    nextReadAt(uploadsWait: boolean): number {
      const limit = uploadsWait ? Math.max(1, Math.min(readLimit(), uploadLimit - UPLOAD_RESERVE)) : readLimit();
      return earliestWithinLimit(ends, limit - inFlight, Math.max(clock.monotonic(), pacer.requestsFrom));
    },

    async upload(file: UploadFile, onProgress: (sentBytes: number, totalBytes: number) => void, signal: AbortSignal) {
      const outcome = await withToken(async (token): Promise<UploadOutcome> => {
        if (!(await takeRoom(uploadLimit, signal))) return calledOff;
        lookAtClocks();
        const startedAt = clock.monotonic();
        const answer = await client.upload({ token, file, onProgress, signal }).finally(() => (inFlight -= 1));
        const endedAt = clock.monotonic();
        if (answer.kind !== 'unreachable') note('upload', answer.kind);
        if (answer.kind === 'accepted') {
          hasSubscription = true;
          usualUploadMs = usualUploadMs === 0 ? endedAt - startedAt : usualUploadMs * 0.7 + (endedAt - startedAt) * 0.3;
          learn({ kind: 'accepted', startedAt, endedAt });
        } else if (answer.kind === 'too-fast') {
          learn({ kind: 'too-fast', startedAt, endedAt, retryAfterMs: answer.retryAfterMs });
        } else if (answer.kind === 'lost' || answer.kind === 'accepted-unread' || answer.kind === 'stopped') {
          learn({ kind: 'unsettled', startedAt, endedAt });
        }
        lookAtClocks();
        limits(answer);
        return answer;
      });
      onChange();
      return outcome;
    },

    list: (call: { beforeId?: number; limit?: number; signal?: AbortSignal }) =>
      read(call.signal, (token) => client.list({ ...call, token })),
    read: (call: { id: number; signal?: AbortSignal }) => read(call.signal, (token) => client.read({ ...call, token })),

    /** Departure times (wall) of the next `count` reports, and of the last of `total`. */
    plan(count: number, total: number, notBefore: number): { times: number[]; lastAt: number | null } {
      const now = Math.max(clock.monotonic(), notBefore);
      // Up to 500 are computed one by one; beyond that the last one follows from the pace.
      const exact = departures(
        pacer,
        Math.min(total, 500),
        total,
        now,
        ends,
        (known, at) => earliestWithinLimit(known, uploadLimit, at),
        usualUploadMs,
      );
      const times = exact.slice(0, count).map(toWall);
      const last = exact.at(-1);
      if (last === undefined) return { times, lastAt: null };
      const paceMs = Math.max(usualWaitMs(pacer, total) + usualUploadMs, WINDOW_MS / uploadLimit);
      return { times, lastAt: toWall(last + (total - exact.length) * paceMs) };
    },

    runway() {
      const now = clock.monotonic();
      const limit = hasSubscription === false ? documentedLimits.readsWithoutSubscription : uploadLimit;
      const pause = Math.max(pacer.uploadsFrom, pacer.requestsFrom);
      return {
        past: past.filter((one) => one.at > clock.now() - PAST_SHOWN_MS),
        requestsLeft: requestsLeft(ends, limit, now),
        requestsPerMinute: limit,
        minGapMs: usualWaitMs(pacer, 1),
        pausedUntil: pause > now ? toWall(pause) : null,
      };
    },
  };
}

/** Nothing that the service itself said about the token. */
const noAnswer: ReadonlySet<string> = new Set([
  'unreachable',
  'lost',
  'stopped',
  'trouble',
  'not-understood',
  'absent',
]);

function departureOutcome(kind: string): Departure['outcome'] {
  return kind === 'accepted' || kind === 'too-fast' || kind === 'rate-limited' ? kind : 'other';
}
