// All flight requests of one account: rate limit (uploads before reads), minimum interval, access token with one replay
// after a 401. The rate limit is shared by all processes on this data folder, and stored, so that a restart keeps it.
import type { Result } from '../../contract/failure.ts';
import type { RunwayMark } from '../../contract/state.ts';
import type { Clock } from '../platform/ports.ts';
import { unlessAborted } from '../platform/waits.ts';
import {
  documentedLimits,
  earliestReadBeside,
  earliestWithinLimit,
  readsBeside,
  requestsLeft,
  uploadsWithinMinute,
  windowMs,
} from './rate-limit.ts';
import type { FlightClient } from '../service/flight-client.ts';
import {
  type ListOutcome,
  type NoToken,
  type ReadOutcome,
  type UploadOutcome,
  outcomeUnknown,
} from '../service/outcomes.ts';
import type { UploadFile } from '../service/multipart.ts';
import { createRequestWindow } from './request-window.ts';
import { createSharedPacer } from './shared-pacer.ts';
import type { RequestKind, Requests } from '../storage/tables/requests.ts';
import { earliestUpload, isRequired, pauseEnd, type Observation } from './pacer.ts';

type Token = { readonly value: string };
export type TokenSource = {
  accessToken(): Promise<Result<Token>>;
  rejected(value: string): Promise<Result<Token>>;
  accepted(value: string): void;
};

const aborted = { kind: 'stopped', mayHaveArrived: false } as const;

export type RequestScheduler = ReturnType<typeof createRequestScheduler>;

export function createRequestScheduler(deps: {
  clock: Clock;
  accountId: number;
  requests: Requests;
  client: FlightClient;
  tokens: TokenSource;
  /** How many reports wait for their upload. */
  waiting(): number;
  onChange(): void;
}) {
  const { clock, accountId, requests, client, tokens, onChange } = deps;
  const window = createRequestWindow({ clock, accountId, requests });
  const pacer = createSharedPacer({ clock, accountId, requests, window });
  let newestListedId = 0;
  const toWall = (monotonic: number) => clock.now() + (monotonic - clock.monotonic());

  const uploadLimit = documentedLimits.withSubscription;
  const readLimit = () =>
    pacer.hasSubscription() ? documentedLimits.withSubscription : documentedLimits.readsWithoutSubscription;

  /** Uploads in progress, or cut off, of any process: they may have arrived by then. */
  const openUploads = () => window.uploads().filter(({ outcome }) => outcome === null);

  /** The earliest time for the next upload, monotonic. */
  function nextUploadAt(): number {
    const state = pacer.state();
    const byPacer = earliestUpload(state, clock.monotonic(), deps.waiting());
    const afterOpen = openUploads().map(({ at }) => at + state.waitMs);
    return earliestWithinLimit(window.ends(), uploadLimit, Math.max(byPacer, ...afterOpen));
  }

  /** How long uploads take, by the accepted ones of the last minutes; every process knows the same. */
  function usualUploadMs(): number {
    const took = window.uploads().flatMap((one) => (one.outcome === 'accepted' ? [one.knownAt - one.begunAt] : []));
    return took.length === 0 ? 0 : took.reduce((sum, ms) => sum + Math.max(0, ms), 0) / took.length;
  }

  /** From the start of one upload to the next. */
  const uploadEveryMs = () => Math.max(pacer.state().waitMs + usualUploadMs(), windowMs / uploadLimit);

  /** The earliest time for the next read, monotonic; a low-priority one leaves slots to the waiting reports. */
  function earliestReadSlot(lowPriority: boolean): number {
    const state = pacer.state();
    const at = earliestWithinLimit(window.ends(), readLimit(), Math.max(clock.monotonic(), state.requestsFrom));
    if (!lowPriority) return at;
    return earliestReadBeside({ ends: window.ends(), reads: window.ends('read') }, nextUploads(), uploadLimit, at);
  }

  /** The times of the uploads that the waiting reports need within a minute, as far as they are known now. */
  function nextUploads(): number[] {
    const waiting = deps.waiting();
    if (waiting === 0) return [];
    const everyMs = uploadEveryMs();
    const first = earliestUpload(pacer.state(), clock.monotonic(), waiting);
    return Array.from({ length: uploadsWithinMinute({ waiting, paceMs: everyMs }) }, (_, n) => first + n * everyMs);
  }

  /** Reads a minute beside the waiting reports. */
  function readsLeft(): number {
    const waiting = deps.waiting();
    return readsBeside({ waiting, paceMs: waiting === 0 ? 0 : uploadEveryMs() });
  }

  /**
   * Waits for a slot and takes it. Uploads, polls, replays, pages and other processes share the slots; a request in
   * progress counts. Null when it was aborted.
   */
  async function acquireSlot(
    kind: RequestKind,
    earliest: () => number,
    signal: AbortSignal | undefined,
  ): Promise<number | null> {
    const isWanted = () => !signal?.aborted;
    while (isWanted()) {
      window.read();
      const waitMs = earliest() - clock.monotonic();
      const id = waitMs <= 0 ? window.begin(kind, earliest) : null;
      if (id !== null) return id;
      if (waitMs > 0) await clock.sleep(Math.min(waitMs, windowMs), signal);
    }
    return null;
  }

  /** A request has ended: stores its outcome, and what it implies about the limits. */
  function recordOutcome(id: number, outcome: Outcome, seen: Observation | null) {
    const limited = rateLimitSeen(outcome, clock.monotonic());
    const observed = seen ?? limited;
    let state: object | null = null;
    if (observed !== null || outcome.kind === 'write-not-enabled') {
      // Refused with slots left: the limit may be lower. The next accepted report will show.
      const known = limited !== null ? null : pacer.hasSubscription();
      const subscription = outcome.kind === 'write-not-enabled' ? false : outcome.kind === 'accepted' ? true : known;
      state = pacer.learn(observed, subscription);
    }
    try {
      window.end(id, outcome.kind, state);
    } catch {
      // A full or busy disk must not lose an answer: this process has it in memory.
    }
  }

  /** Sends with a valid token, and once more after a 401 and a refresh, where sending it again is safe. */
  async function withToken<O extends { readonly kind: string }>(
    signal: AbortSignal | undefined,
    send: (token: string) => Promise<O>,
    isSafeAgain: (outcome: O) => boolean = () => true,
  ): Promise<O | NoToken | typeof aborted> {
    const sendWith = async (token: string) => {
      const outcome = await send(token);
      if (outcome.kind !== 'unauthorized' && !noAnswer.has(outcome.kind)) tokens.accepted(token);
      return outcome;
    };
    const tokenFrom = async (asked: Promise<Result<Token>>): Promise<Token | NoToken | typeof aborted> => {
      const given = await unlessStopped(asked, signal);
      if (given === null) return aborted;
      return given.ok ? given.value : { kind: 'no-token', failure: given.failure };
    };
    const isRejected = (outcome: O) => outcome.kind === 'unauthorized' && isSafeAgain(outcome);
    const first = await tokenFrom(tokens.accessToken());
    if ('kind' in first) return first;
    const outcome = await sendWith(first.value);
    if (!isRejected(outcome)) return outcome;
    const second = await tokenFrom(tokens.rejected(first.value));
    if ('kind' in second) return second;
    const again = await sendWith(second.value);
    if (!isRejected(again)) return again;
    const last = await tokenFrom(tokens.rejected(second.value));
    return 'kind' in last ? last : again;
  }

  async function read<O extends ListOutcome | ReadOutcome>(
    call: { lowPriority?: boolean; signal?: AbortSignal },
    send: (token: string) => Promise<O>,
  ): Promise<O | NoToken | typeof aborted> {
    const outcome = await withToken(call.signal, async (token) => {
      const id = await acquireSlot('read', () => earliestReadSlot(call.lowPriority ?? false), call.signal);
      if (id === null) return aborted;
      const answer = await orThrown(id, send(token));
      recordOutcome(id, answer, null);
      return answer;
    });
    onChange();
    return outcome;
  }

  /** A call that throws has ended as well. */
  const orThrown = <O>(id: number, call: Promise<O>): Promise<O> =>
    call.catch((error: unknown) => {
      recordOutcome(id, aborted, null);
      throw error;
    });

  return {
    nextUploadAt,

    /** The newest record in any listing, of any program: the baseline that identifies a later upload's record. */
    newestListedId: () => newestListedId,

    /** The earliest time for the next read, monotonic; a low-priority one waits for uploads. */
    nextReadAt: earliestReadSlot,

    /** The interval of low-priority reads, spread evenly. */
    readEveryMs: () => windowMs / Math.min(readLimit(), readsLeft()),

    async upload(file: UploadFile, onProgress: (sentBytes: number, totalBytes: number) => void, signal: AbortSignal) {
      const outcome = await withToken(
        signal,
        async (token): Promise<UploadOutcome> => {
          const id = await acquireSlot('upload', nextUploadAt, signal);
          if (id === null) return aborted;
          const startedAt = clock.monotonic();
          const answer = await orThrown(id, client.upload({ token, file, onProgress, signal }));
          const endedAt = clock.monotonic();
          recordOutcome(id, answer, uploadSeen(answer, startedAt, endedAt));
          return answer;
        },
        isNotDone,
      );
      onChange();
      return outcome;
    },

    /** `lowPriority`: leaves slots to the waiting reports. */
    async list(call: { beforeId?: number; limit?: number; lowPriority?: boolean; signal?: AbortSignal }) {
      const outcome = await read(call, (token) => client.list({ ...call, token }));
      if (outcome.kind === 'page') {
        const unread = (outcome.unreadIds ?? []).filter(Number.isFinite);
        newestListedId = Math.max(newestListedId, outcome.flights[0]?.id ?? 0, ...unread);
      }
      return outcome;
    },
    read: (call: { id: number; lowPriority?: boolean; signal?: AbortSignal }) =>
      read(call, (token) => client.read({ ...call, token })),

    /**
     * The next upload (wall), and from the start of one to the next: planned times are `nextAt` and n times that. An
     * upload in progress takes as long as usual, or until now.
     */
    plan(notBefore: number) {
      const { waitMs } = pacer.state();
      const ends = openUploads().map(({ at }) => Math.max(at + usualUploadMs(), clock.monotonic()));
      const next = Math.max(notBefore, nextUploadAt(), ...ends.map((end) => end + waitMs));
      return { nextAt: toWall(next), everyMs: uploadEveryMs() };
    },

    /** For the window: recent uploads, and the pacer's state. */
    limits() {
      const now = clock.monotonic();
      const state = pacer.state();
      const limit = pacer.hasSubscription() === false ? documentedLimits.readsWithoutSubscription : uploadLimit;
      const pause = pauseEnd(state);
      return {
        past: window
          .uploads()
          .filter((one) => one.outcome !== null)
          .map((one): RunwayMark => ({ at: Math.round(toWall(one.at)), outcome: runwayOutcome(one.outcome!) })),
        requestsLeft: requestsLeft(window.ends(), limit, now),
        requestsPerMinute: limit,
        minGapMs: state.waitMs,
        isRequired: isRequired(state),
        pausedUntil: pause > now ? toWall(pause) : null,
      };
    },
  };
}

/** Null once the caller has stopped: the keychain or a refresh may take a minute longer. */
async function unlessStopped<T>(wait: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (!signal) return wait;
  try {
    return await unlessAborted(wait, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

type Outcome = UploadOutcome | ListOutcome | ReadOutcome;

/** What an upload's outcome implies about the wait; null if nothing. */
function uploadSeen(answer: UploadOutcome, startedAt: number, endedAt: number): Observation | null {
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'accepted', startedAt, endedAt };
    case 'too-fast':
      return { kind: 'too-fast', startedAt, endedAt, retryAfterMs: answer.retryAfterMs };
    case 'stopped':
      return { kind: 'unsettled', startedAt, endedAt };
    default:
      return outcomeUnknown(answer) ? { kind: 'unsettled', startedAt, endedAt } : null;
  }
}

const rateLimitSeen = (answer: Outcome, endedAt: number): Observation | null =>
  answer.kind === 'rate-limited' ? { kind: 'rate-limited', endedAt, retryAfterMs: answer.retryAfterMs } : null;

const isNotDone = (outcome: UploadOutcome) => !outcomeUnknown(outcome);

/** Outcomes in which the service itself does not comment on the token. */
const noAnswer: ReadonlySet<string> = new Set([
  'unreachable',
  'lost',
  'stopped',
  'captive-portal',
  'server-error',
  'refused-by-gateway',
  'not-understood',
  'absent',
]);

function runwayOutcome(kind: string): RunwayMark['outcome'] {
  return kind === 'accepted' || kind === 'too-fast' || kind === 'rate-limited' ? kind : 'other';
}
