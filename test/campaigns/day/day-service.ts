// The service of a day, with the emulator's own rate limit rules: it keeps records, changes each at its times, and
// records when the companion had each change.
import {
  freshUsage,
  mayUpload,
  readsWithoutSubscription,
  requestsWithSubscription,
  takeRequest,
} from '../../../emulator/flights/limits.ts';
import { between, type Draw } from '../../../bench/harness/draw.ts';
import type { Flight } from '../../../main/contract/strip.ts';
import type { Clock } from '../../../main/core/platform/ports.ts';
import type { FlightClient } from '../../../main/core/service/flight-client.ts';
import { flightOf } from '../../core/sample-flight.ts';

/** A10, as set by the emulator's option. */
const minGapMs = 5_000;

export type Change = {
  readonly id: number;
  readonly atMs: number;
  /** The time of the answer that shows it; null while it is not seen. */
  seenAtMs: number | null;
  /** The minimum number of listings that would contain every open flight at that time. */
  readonly pages: number;
};

export function createDayService(deps: { clock: Clock; draw: Draw; hasSubscription: boolean; minuteMs: number }) {
  const { clock, draw, hasSubscription, minuteMs } = deps;
  const usage = freshUsage();
  const limit = hasSubscription ? requestsWithSubscription : readsWithoutSubscription;
  /** Newest first. */
  const records: Flight[] = [];
  const unseen = new Map<number, Change[]>();
  const changes: Change[] = [];
  const counts = { reads: 0, uploads: 0, rateLimited: 0, tooFast: 0 };
  const isOpen = (flight: Flight) => !flight.moderatorChecked;
  const placeOf = (id: number) => records.findIndex((flight) => flight.id <= id);

  function pagesNow(): number {
    let pages = 0;
    for (let place = 0; place < records.length; place += 1) {
      if (!isOpen(records[place]!)) continue;
      pages += 1;
      place += 99;
    }
    return pages;
  }

  function change(id: number, more: Partial<Flight>) {
    const place = placeOf(id);
    const noted: Change = { id, atMs: clock.monotonic(), seenAtMs: null, pages: pagesNow() };
    records[place] = { ...records[place]!, ...more };
    changes.push(noted);
    unseen.set(id, [...(unseen.get(id) ?? []), noted]);
  }

  /** A record whose checks end after these times; null if that was before. */
  function put(ageMs: number, automaticInMs: number | null, moderatorInMs: number | null): Flight {
    const flight = flightOf({
      id: (records[0]?.id ?? 0) + 1,
      createdAt: Math.floor(clock.now() - ageMs),
      automatedChecked: automaticInMs === null,
      moderatorChecked: moderatorInMs === null,
    });
    records.unshift(flight);
    if (automaticInMs !== null) {
      clock.schedule(automaticInMs, () =>
        change(flight.id, { automatedChecked: true, icaoOut: 'EDDF', icaoIn: 'LPPT' }),
      );
    }
    if (moderatorInMs !== null) {
      clock.schedule(moderatorInMs, () => change(flight.id, { moderatorChecked: true, seasonPoints: 12 }));
    }
    return flight;
  }

  const reported = () => put(0, between(draw, 0.5, 10) * minuteMs, between(draw, 20, 1_200) * minuteMs);
  const way = () => clock.sleep(between(draw, 50, 150));

  /** Counts the request at its arrival; returns the answer if it is rejected. */
  function admitted() {
    const decision = takeRequest(usage, clock.monotonic(), { limit, countRefused: false });
    if (decision.allowed) return null;
    counts.rateLimited += 1;
    return {
      kind: 'rate-limited',
      retryAfterMs: Math.ceil(decision.waitMs / 1_000) * 1_000,
      code: 'rate_limit_exceeded',
    } as const;
  }

  function seen(flights: readonly Flight[]) {
    for (const { id } of flights) {
      for (const one of unseen.get(id) ?? []) one.seenAtMs = clock.monotonic();
      unseen.delete(id);
    }
  }

  /** The state when the request arrived; a change during the response is not included. */
  async function answered(pick: () => Flight[]): Promise<Flight[] | NonNullable<ReturnType<typeof admitted>>> {
    await way();
    const refusal = admitted();
    counts.reads += 1;
    const flights = refusal === null ? pick() : [];
    const shown = flights.flatMap(({ id }) => unseen.get(id) ?? []);
    await way();
    if (refusal !== null) return refusal;
    const stillHidden = new Map(
      flights.map(({ id }) => [id, (unseen.get(id) ?? []).filter((one) => !shown.includes(one))]),
    );
    seen(flights);
    for (const [id, hidden] of stillHidden) {
      for (const one of hidden) one.seenAtMs = null;
      if (hidden.length > 0) unseen.set(id, hidden);
    }
    return flights;
  }

  const client: FlightClient = {
    timeAt: () => null,
    async list({ beforeId, limit: wanted = 50 }) {
      let rest = 0;
      const flights = await answered(() => {
        const from = beforeId === undefined ? 0 : placeOf(beforeId - 1);
        if (from === -1) return [];
        rest = records.length - from - wanted;
        return records.slice(from, from + wanted);
      });
      if (!Array.isArray(flights)) return flights;
      return { kind: 'page', flights, nextBeforeId: rest > 0 ? flights.at(-1)!.id : null };
    },
    async read({ id }) {
      const flights = await answered(() => records.filter((flight) => flight.id === id));
      if (!Array.isArray(flights)) return flights;
      return flights[0] ? { kind: 'flight', flight: flights[0] } : { kind: 'absent', code: 'not_found' };
    },
    async upload() {
      await way();
      if (!hasSubscription) return { kind: 'write-not-enabled', code: 'write_not_enabled' };
      counts.uploads += 1;
      const refusal = admitted();
      const gap = refusal === null ? mayUpload(usage, clock.monotonic(), { minGapMs, restarts: false }) : null;
      if (gap?.allowed === false) counts.tooFast += 1;
      if (gap?.allowed) usage.waitFromMs = clock.monotonic();
      const flight = gap?.allowed ? reported() : null;
      await way();
      if (refusal !== null) return refusal;
      return flight === null
        ? { kind: 'too-fast', retryAfterMs: null, code: 'too_fast' }
        : { kind: 'accepted', flight };
    },
  };
  return { client, put, changes, counts, record: (id: number) => records[placeOf(id)]! };
}
