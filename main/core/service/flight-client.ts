// The calls of the flight endpoint. Each sends one request and returns its outcome, without waiting or retrying: the
// request scheduler and the uploader decide when.
import { loadUndici, type Network } from '../platform/network/http-network.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { parseJson } from '../platform/text/byte-order-mark.ts';
import { unlessAborted } from '../platform/waits.ts';
import { classifyConnectionError } from '../platform/network/connection-error.ts';
import { readAnswer, type ListOutcome, type ReadOutcome, type UploadOutcome } from './outcomes.ts';
import { multipartBody, type UploadFile } from './multipart.ts';
import type { ServiceProfile } from './profile.ts';
import { readPage, readRecord } from './record.ts';
import { createServiceClock, retryAfterMs } from './times.ts';

export type FlightClient = ReturnType<typeof createFlightClient>;

/** Longer answers are not the service's. */
const maxAnswerBytes = 2 * 1024 * 1024;
/** The time without a byte in either direction after which the connection is aborted. */
const longestStallMs = 60_000;
/** The time from its head on within which an answer must be complete. */
const answerMs = 3 * 60_000;

export function createFlightClient(deps: {
  profile: ServiceProfile;
  clock: Clock;
  network: Pick<Network, 'routeTo'>;
  userAgent: string;
  log: Pick<Logger, 'info'>;
}) {
  const { profile, clock } = deps;
  const onUnfit = countUnfit(deps.log);
  const serviceClock = createServiceClock(clock);
  const base = `${profile.address}${profile.apiPrefix}`;

  /**
   * One request. Ends after a minute of silence, and immediately when `signal` is aborted, even while it waits for a
   * route.
   */
  async function send(
    method: 'GET' | 'POST',
    url: string,
    token: string,
    signal: AbortSignal | undefined,
    body?: { file: UploadFile; onProgress: (sentBytes: number, totalBytes: number) => void },
  ) {
    let sentBytes = 0;
    const askedAt = clock.monotonic();
    const stall = stallGuard(clock, longestStallMs, signal);
    const multipart =
      body &&
      multipartBody(body.file, (sent, total) => {
        sentBytes = sent;
        stall.moved();
        body.onProgress(sent, total);
      });
    let route: Awaited<ReturnType<Network['routeTo']>> | null = null;
    try {
      route = await unlessAborted(deps.network.routeTo(url), stall.signal);
      const { request } = await unlessAborted(loadUndici(), stall.signal);
      // undici ends an aborted call only once its connection is made, which a silent proxy delays for minutes.
      const answering = request(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': deps.userAgent,
          ...(multipart && { 'content-type': multipart.contentType, 'content-length': String(multipart.totalBytes) }),
        },
        ...(multipart && { body: multipart.stream as never }),
        dispatcher: route.dispatcher,
        signal: stall.signal,
        // Time-outs use our own clock (stallGuard).
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const answer = await unlessAborted(answering, stall.signal);
      stall.moved();
      stall.endWithin(answerMs);
      const text = await readText(answer.body, stall.moved);
      const header = (name: string) => {
        const value = answer.headers[name];
        return Array.isArray(value) ? value[0] : value;
      };
      const answered = {
        status: answer.statusCode,
        isPlainHttp: url.startsWith('http:'),
        leadsElsewhere: leadsElsewhere(url, header('location')),
        headers: { 'content-type': header('content-type') },
        text,
        json: parseJson(text),
        retryAfterMs: retryAfterMs(header('retry-after'), clock.now()),
      };
      const meaning = readAnswer(answered);
      // Anything else may be a gateway's, with another clock.
      if (meaning.kind === 'success') serviceClock.answered(header('date'), askedAt);
      return meaning;
    } catch (error) {
      if (signal?.aborted) return { kind: 'stopped', mayHaveArrived: sentBytes > 0 } as const;
      // After any error, the next call needs a new connection.
      route?.markFailed();
      const broken = classifyConnectionError(error, route?.isProxied);
      const code = stall.isStalled() ? 'no byte for a minute' : broken.code;
      const why = stall.isStalled() ? 'no-answer' : broken.why;
      return sentBytes > 0 ? ({ kind: 'lost', code } as const) : ({ kind: 'unreachable', code, why } as const);
    } finally {
      stall.end();
    }
  }

  return {
    /** What the service's clock showed at a monotonic time; null if that is not known. */
    timeAt: serviceClock.at,

    /** `POST /flights`. Never rejects. `onProgress` counts bytes of the whole body. */
    async upload(call: {
      token: string;
      file: UploadFile;
      onProgress: (sentBytes: number, totalBytes: number) => void;
      signal?: AbortSignal;
    }): Promise<UploadOutcome> {
      const meaning = await send('POST', `${base}/flights`, call.token, call.signal, call);
      if (meaning.kind !== 'success') return meaning;
      const flight = readRecord(meaning.json, profile.zone, onUnfit);
      return flight ? { kind: 'accepted', flight } : { kind: 'accepted-unread', code: 'HTTP 200, not a flight record' };
    },

    /** `GET /flights` (A4), newest first. Never rejects. */
    async list(call: { token: string; beforeId?: number; limit?: number; signal?: AbortSignal }): Promise<ListOutcome> {
      const query = new URLSearchParams({ limit: String(call.limit ?? 50) });
      if (call.beforeId !== undefined) query.set('before_id', String(call.beforeId));
      const meaning = await send('GET', `${base}/flights?${query.toString()}`, call.token, call.signal);
      if (meaning.kind !== 'success') return meaning;
      const page = readPage(meaning.json, profile.zone, onUnfit);
      return page ? { kind: 'page', ...page } : { kind: 'not-understood', code: 'HTTP 200, not a list of flights' };
    },

    /** `GET /flights/{id}` (A4). Never rejects. */
    async read(call: { token: string; id: number; signal?: AbortSignal }): Promise<ReadOutcome> {
      const meaning = await send('GET', `${base}/flights/${call.id}`, call.token, call.signal);
      if (meaning.kind !== 'success') return meaning;
      const flight = readRecord(meaning.json, profile.zone, onUnfit);
      return flight ? { kind: 'flight', flight } : { kind: 'not-understood', code: 'HTTP 200, not a flight record' };
    },
  };
}

async function readText(body: AsyncIterable<Uint8Array>, moved: () => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    moved();
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw Object.assign(new Error('answer too long'), { code: 'ANSWER_TOO_LONG' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Aborts when nothing moved for `stallMs`, when `endWithin` has passed, or with `outer`. */
function stallGuard(clock: Clock, stallMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let isStalled = false;
  let undo = () => {};
  let undoLimit = () => {};
  const abort = () => controller.abort();
  const giveUp = () => {
    isStalled = true;
    abort();
  };
  const moved = () => {
    undo();
    undo = clock.schedule(stallMs, giveUp);
  };
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  moved();
  return {
    signal: controller.signal,
    moved,
    isStalled: () => isStalled,
    endWithin(limitMs: number) {
      undoLimit = clock.schedule(limitMs, giveUp);
    },
    end() {
      undo();
      undoLimit();
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** Counts the values of records that do not fit, and logs the name of the field at the 1st, 2nd, 4th, 8th ... */
function countUnfit(log: Pick<Logger, 'info'>) {
  const counts = new Map<string, number>();
  return (field: string) => {
    const count = (counts.get(field) ?? 0) + 1;
    counts.set(field, count);
    if (Number.isInteger(Math.log2(count))) log.info('a value of a flight record did not fit', { field, count });
  };
}

/** A redirect to another host: the service documents none, and a network's sign-in page does just that. */
function leadsElsewhere(url: string, location: string | undefined): boolean {
  if (location === undefined || !URL.canParse(location, url)) return false;
  return new URL(location, url).host !== new URL(url).host;
}
