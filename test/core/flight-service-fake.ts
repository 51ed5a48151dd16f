// The service as the rest of core sees it (service/client.ts): it keeps records, delays its answers, and applies a
// test's faults to the next uploads. It counts every request at its start, like a strict service.
import type { Flight } from '../../main/contract/flight.ts';
import type { Clock } from '../../main/core/platform/ports.ts';
import type { FlightClient } from '../../main/core/service/flight-client.ts';
import type { ListOutcome, ReadOutcome, UploadOutcome } from '../../main/core/service/outcomes.ts';
import { flightOf } from './sample-flight.ts';

type Whim =
  | 'accept'
  /** The record is made, the answer never arrives. */
  | 'lose-answer'
  /** The connection breaks before the service has the request. */
  | 'lose-report'
  /** The record is made, and then this answer is sent. */
  | { readonly done: UploadOutcome }
  | UploadOutcome;

type Asked = { at: number; what: 'upload' | 'list' | 'read'; name: string; token: string };
type Behaviour = {
  latencyMs: number;
  minWaitMs: number;
  aheadMs: number;
  /** What reads answer instead of the usual. */
  reading: ListOutcome | null;
  /** What every upload without its own fault does. */
  always: Whim;
  readonly requests: Asked[];
  readonly whims: Whim[];
  uploads(): Asked[];
  reads(): Asked[];
  records(): Flight[];
  put(more?: Partial<Flight>): Flight;
  change(id: number, more: Partial<Flight>): void;
  /** Resets the service: its ids start over. */
  forget(): void;
};
export type ServiceFake = Behaviour & { client: FlightClient };

export function createServiceFake(clock: Clock): ServiceFake {
  let records: Flight[] = [];
  let nextId = 1;
  let lastAcceptedAt = Number.NEGATIVE_INFINITY;
  const whims: Whim[] = [];
  const requests: Asked[] = [];
  const fake: Behaviour = {
    latencyMs: 200,
    minWaitMs: 0,
    aheadMs: 0,
    reading: null,
    always: 'accept',
    requests,
    whims,
    uploads: () => requests.filter((one) => one.what === 'upload'),
    reads: () => requests.filter((one) => one.what !== 'upload'),
    records: () => records,
    put(more: Partial<Flight> = {}): Flight {
      const flight = flightOf({ id: nextId, createdAt: clock.now() + fake.aheadMs, ...more });
      nextId = Math.max(nextId, flight.id) + 1;
      const older = records.findIndex(({ id }) => id <= flight.id);
      records = records.toSpliced(older === -1 ? records.length : older, 0, flight);
      return flight;
    },
    change(id: number, more: Partial<Flight>) {
      records = records.map((flight) => (flight.id === id ? { ...flight, ...more } : flight));
    },
    forget() {
      records = [];
      nextId = 1;
    },
  };
  const client: FlightClient = {
    timeAt: () => null,
    async upload({ token, file, onProgress, signal }) {
      requests.push({ at: clock.monotonic(), what: 'upload', name: file.name, token });
      const whim = whims.shift() ?? fake.always;
      const startedAt = clock.monotonic();
      onProgress(10, file.bytes);
      const isTooFast = startedAt - lastAcceptedAt < fake.minWaitMs;
      const isTaken = !isTooFast && (whim === 'accept' || whim === 'lose-answer' || isDoneThen(whim));
      if (isTaken) lastAcceptedAt = startedAt;
      const flight = isTaken ? fake.put() : null;
      await clock.sleep(fake.latencyMs, signal);
      if (signal?.aborted) return { kind: 'stopped', mayHaveArrived: true };
      if (typeof whim === 'object') return isDoneThen(whim) ? whim.done : whim;
      if (isTooFast) return { kind: 'too-fast', retryAfterMs: null };
      onProgress(file.bytes, file.bytes);
      return flight && whim === 'accept' ? { kind: 'accepted', flight } : { kind: 'lost', code: 'ECONNRESET' };
    },
    async list({ token, beforeId, limit = 50, signal }): Promise<ListOutcome> {
      requests.push({ at: clock.monotonic(), what: 'list', name: '', token });
      await clock.sleep(fake.latencyMs, signal);
      if (signal?.aborted) return { kind: 'stopped', mayHaveArrived: false };
      if (fake.reading) return fake.reading;
      const found = records.filter((flight) => beforeId === undefined || flight.id < beforeId);
      const flights = found.slice(0, limit);
      return { kind: 'page', flights, nextBeforeId: found.length > limit ? flights.at(-1)!.id : null };
    },
    async read({ token, id, signal }): Promise<ReadOutcome> {
      requests.push({ at: clock.monotonic(), what: 'read', name: String(id), token });
      await clock.sleep(fake.latencyMs, signal);
      if (signal?.aborted) return { kind: 'stopped', mayHaveArrived: false };
      if (fake.reading && fake.reading.kind !== 'page') return fake.reading;
      const flight = records.find((one) => one.id === id);
      return flight ? { kind: 'flight', flight } : { kind: 'absent', code: 'not_found' };
    },
  };
  return Object.assign(fake, { client });
}

const isDoneThen = (whim: Whim): whim is { readonly done: UploadOutcome } => typeof whim === 'object' && 'done' in whim;

/** The most requests within any 60 s. */
export function fullestMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
}
