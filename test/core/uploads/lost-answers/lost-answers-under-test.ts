// The lookup of lost answers against a listing of the test.
import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../../main/contract/failure.ts';
import type { Flight } from '../../../../main/contract/flight.ts';
import type { ListOutcome } from '../../../../main/core/service/outcomes.ts';
import type { Attempt, Job } from '../../../../main/core/storage/tables/job.ts';
import { serviceSubject } from '../../../../main/core/storage/tables/learned-facts.ts';
import { createLostAnswers } from '../../../../main/core/uploads/lost-answers.ts';
import { lookupAfterMs } from '../../../../main/core/uploads/match-record.ts';
import { applyTransition } from '../../../../main/core/uploads/report-writer.ts';
import type { Transition } from '../../../../main/core/uploads/transitions.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { flightOf } from '../../sample-flight.ts';
import { freshStores, newJob, type FreshStores } from '../../storage/fresh-stores.ts';

export const hour = 3_600_000;

export const [, , lastLookupMs] = lookupAfterMs;

export let clock: VirtualClock;

export let stores: FreshStores;

export let accountId: number;

export let startedAt: number;

/** Adds an unconfirmed report. By default its attempt took no time, and the service's clock is ours. */
export function lose(more: Partial<Attempt> = {}, age = 0): number {
  const id = stores.jobs.add(newJob({ accountId }));
  const begun = startedAt - age;
  const known = { startedAt: begun, endedAt: begun, baselineId: 40, lookups: 0 };
  const attempt: Attempt = { ...known, sentAt: { from: begun, until: begun }, ...more };
  stores.jobs.change(id, begun, { state: 'unconfirmed', attempts: 1, attempt });
  return id;
}

/** Adds a report that was answered with this flight. */
export function uploadedAs(flightId: number) {
  const id = stores.jobs.add(newJob({ accountId }));
  stores.jobs.change(id, startedAt, { state: 'uploaded', evidence: 'answered', flightId, uploadedAt: startedAt });
}

export const page = (
  flights: readonly Flight[],
  next: number | null = null,
  unreadIds: readonly number[] = [],
): ListOutcome => ({
  kind: 'page',
  flights,
  nextBeforeId: next,
  unreadIds,
});

/** Looks up with these pages; the last one repeats. */
export function lookingUp(
  pages: readonly ListOutcome[],
  more: {
    nextReadAt?: number;
    neededMs?: number;
    list?: () => ListOutcome | { kind: 'no-token'; failure: Failure };
  } = {},
) {
  const asked: (number | undefined)[] = [];
  const told: number[] = [];
  const settled: number[] = [];
  const apply = (job: Job, transition: Transition) => {
    told.push(job.id);
    applyTransition(stores, job, transition, clock.now());
  };
  if (more.neededMs) stores.facts.write(serviceSubject, 'needed-ms', more.neededMs, clock.now());
  const answers = createLostAnswers(
    {
      ports: { clock },
      account: { id: accountId },
      service: {
        name: 'The service',
        timeAt(monotonic) {
          const at = clock.now() - clock.monotonic() + monotonic;
          return { from: at, until: at };
        },
      },
      stores,
      scheduler: {
        nextReadAt: () => more.nextReadAt ?? 0,
        async list({ beforeId, limit }) {
          asked.push(beforeId);
          expect(limit).toBe(100);
          if (asked.length > 10) throw new Error('the listing does not end');
          return more.list?.() ?? pages[Math.min(asked.length, pages.length) - 1]!;
        },
      },
    },
    {
      keepRecord(job, flight, transition) {
        settled.push(flight.id);
        apply(job, transition);
      },
      apply,
    },
  );
  const jobsOf = (ids: readonly number[]) => ids.map((id) => stores.jobs.byId(id)!);
  const begin = (id: number) => answers.begin(id, clock.monotonic());
  const lookUp = (...ids: number[]) => answers.lookUp(jobsOf(ids), new AbortController().signal);
  return { begin, lookUp, asked, told, settled };
}

export const at = (id: number, createdAt: number | null = startedAt) => flightOf({ id, createdAt });

export const end = page([]);

export async function lookLast(
  pages: readonly ListOutcome[],
  attempt: Partial<Attempt> = {},
  more: Parameters<typeof lookingUp>[1] = {},
) {
  const id = lose({ lookups: 2, ...attempt });
  const looking = lookingUp(pages, more);
  looking.begin(id);
  await clock.advance(Math.max(lastLookupMs, 2 * (more.neededMs ?? 0)));
  const result = await looking.lookUp(id);
  return { ...looking, id, result, job: stores.jobs.byId(id)! };
}

/** For each test of a file. */
export function setUpLostAnswers() {
  beforeEach(() => {
    clock = createVirtualClock();
    stores = freshStores();
    accountId = stores.accountOf('anna');
    startedAt = clock.now();
  });
}
