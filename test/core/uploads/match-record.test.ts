import { describe, expect, it } from 'vitest';
import type { Flight } from '../../../main/contract/flight.ts';
import type { ServiceTime } from '../../../main/core/service/times.ts';
import type { Attempt, Job } from '../../../main/core/storage/tables/jobs.ts';
import { findRecord, lookupAfterMs, windowOf } from '../../../main/core/uploads/match-record.ts';
import { fc } from '../../support/fast-check.ts';
import { flightOf } from '../sample-flight.ts';
import { isSettled } from '../../../main/contract/evidence.ts';
import { applyTransition, byPilot, pilotTransitions } from '../../../main/core/uploads/transitions.ts';
import { newJob } from '../storage/fresh-stores.ts';
import {
  accountId,
  clock,
  service,
  setUpUploader,
  stores,
  tearDownUploader,
  uploaderOf,
} from './uploader-under-test.ts';

const sentAt = Date.UTC(2026, 4, 12, 12, 0, 0);
const made = (id: number, afterMs: number | null = 1_000) =>
  flightOf({ id, createdAt: afterMs === null ? null : sentAt + afterMs });
/** It took two seconds; the service's clock is known exactly. */
const attemptWith = (more: Partial<Attempt> = {}): Attempt => ({
  startedAt: sentAt,
  endedAt: sentAt + 2_000,
  baselineId: 40,
  lookups: 0,
  sentAt: { from: sentAt, until: sentAt },
  lastedMs: 2_000,
  ...more,
});

type More = {
  attempt?: Partial<Attempt>;
  owned?: number[];
  isWhole?: boolean;
  neededMs?: number;
  others?: (ServiceTime | null)[];
  isLast?: boolean;
};
function find(records: Flight[], more: More = {}) {
  const attempt = attemptWith(more.attempt);
  const listing = { records: records.toSorted((a, b) => b.id - a.id), isWhole: more.isWhole ?? true };
  const finding = findRecord(attempt, listing, {
    owned: new Set(more.owned),
    window: windowOf(attempt, more.neededMs ?? 0),
    otherWindows: more.others ?? [],
    isLastLookup: more.isLast ?? false,
  });
  if (finding.kind === 'inferred') return finding.flight.id;
  return finding.kind === 'unknown' && finding.isSeveral ? 'several' : finding.kind;
}

describe('a record is inferred', () => {
  it('if it is the only unexplained one, and was made while the attempt lasted', () => {
    expect(find([made(41), made(40), made(12)])).toBe(41);
    expect(find([made(42), made(41)], { owned: [42] })).toBe(41);
  });

  it.each([
    ['at the first byte', 0, 41],
    ['in the same second, which the service shows as its beginning', -999, 41],
    ['before the first byte', -1_000, 'unknown'],
    ['as the connection ended', 2_000, 41],
    ['later', 2_001, 'unknown'],
    ['a minute later, by another program', 62_000, 'unknown'],
    ['at an unknown time', null, 'unknown'],
  ])('by when it was made: %s', (_when, afterMs, finding) => {
    expect(find([made(41, afterMs)])).toBe(finding);
  });

  it('within the time that the service was ever seen to need after the last byte', () => {
    expect(find([made(41, 7_000)], { neededMs: 5_000 })).toBe(41);
    expect(find([made(41, 7_001)], { neededMs: 5_000 })).toBe('unknown');
  });

  it('within the bounds of what is known of the service’s clock', () => {
    const attempt = { sentAt: { from: sentAt, until: sentAt + 400 } };
    expect(find([made(41, 2_400)], { attempt })).toBe(41);
    expect(find([made(41, 2_401)], { attempt })).toBe('unknown');
  });

  it('only if the service’s clock is known', () => {
    expect(find([made(41)], { attempt: { sentAt: null } })).toBe('unknown');
  });

  it('only if it cannot be of another unconfirmed attempt', () => {
    expect(find([made(41)], { others: [{ from: sentAt - 9_000, until: sentAt - 1 }] })).toBe(41);
    expect(find([made(41)], { others: [{ from: sentAt - 9_000, until: sentAt + 1_000 }] })).toBe('unknown');
    expect(find([made(41)], { others: [null] })).toBe('unknown');
  });
});

describe('it is unknown', () => {
  it('if two records are unexplained, whenever they were made', () => {
    expect(find([made(42), made(41)])).toBe('several');
    // Only one of them can be the report's, and neither is proof.
    expect(find([made(42, 60_000), made(41)])).toBe('unknown');
    expect(find([made(42, -60_000), made(41)], { isLast: true })).toBe('unknown');
  });

  it('if the listing is not whole', () => {
    expect(find([made(41)], { isWhole: false })).toBe('unknown');
    expect(find([], { isWhole: false, isLast: true })).toBe('unknown');
  });

  it('if the service has started its numbering again', () => {
    expect(find([made(7)])).toBe('unknown');
    expect(find([made(7)], { owned: [7], isLast: true })).toBe('unknown');
  });
});

describe('a report may be sent again', () => {
  it('if nothing is unexplained at the last lookup, and not before', () => {
    expect(find([made(40)])).toBe('not-yet');
    expect(find([made(40)], { isLast: true })).toBe('not-found');
    expect(find([made(41), made(40)], { isLast: true, owned: [41] })).toBe('not-found');
    expect(find([], { isLast: true })).toBe('not-found');
    expect(lookupAfterMs).toEqual([...lookupAfterMs].sort((a, b) => a - b));
  });

  it('never while any record is unexplained, and what is inferred is the only one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ id: fc.integer({ min: 38, max: 46 }), s: fc.integer({ min: -5, max: 9 }) }), {
          selector: ({ id }) => id,
          maxLength: 4,
        }),
        fc.uniqueArray(fc.integer({ min: 38, max: 46 }), { maxLength: 4 }),
        fc.boolean(),
        (records, owned, isLast) => {
          const newest = Math.max(0, ...records.map(({ id }) => id));
          const unexplained = records.filter(({ id }) => newest < 40 || (id > 40 && !owned.includes(id)));
          const finding = find(
            records.map(({ id, s }) => made(id, s * 1_000)),
            { owned, isLast },
          );
          const isNone = finding === 'not-found' || finding === 'not-yet';
          const claimed = isNone ? [] : typeof finding === 'number' ? [finding] : null;
          expect(claimed ?? unexplained.map(({ id }) => id)).toEqual(unexplained.map(({ id }) => id));
        },
      ),
    );
  });
});

const steps = fc.oneof(
  fc.record({ do: fc.constant('add' as const), whim: fc.constantFrom('accept', 'lose-answer', 'lose-report') }),
  fc.record({
    do: fc.constant('elsewhere' as const),
    afterMs: fc.oneof(fc.constantFrom(1, 100, 300), fc.integer({ min: 0, max: 9_000 })),
  }),
  fc.record({ do: fc.constant('reading' as const), isOn: fc.boolean() }),
  fc.record({ do: fc.constant('clock' as const), isKnown: fc.boolean() }),
  fc.record({ do: fc.constant('restart' as const) }),
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
/** A step, and how much time passes after it. */
const played = fc.tuple(
  steps,
  fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 16_000 })),
);

const jobs = () => stores.jobs.inStates('waiting', 'uploading', 'unconfirmed', 'uploaded', 'rejected', 'held');
/** The names of the files whose upload was answered. */
const answered = new Set<string>();
/** How often another program's flight was inferred to be ours, which the pilot then corrects. */
let mistaken = 0;
const isRight = (job: Job) => job.flightId !== null && service.madeFrom.get(job.flightId) === job.name;

function check() {
  const due = new Set(stores.filing.due().map(({ jobId }) => jobId));
  for (const job of jobs()) {
    const isTrue = job.evidence !== 'answered' || (isRight(job) && answered.has(job.name));
    expect(isTrue, `${job.name} was answered`).toBe(true);
    if (due.has(job.id)) expect(isSettled(job), `${job.name} is filed`).toBe(true);
  }
  const made = [...service.madeFrom.values()];
  expect(new Set(made).size, 'each report has at most one record').toBe(made.length);
}

/** As the pilot does, who sees on the service's website which flights are whose. */
function answer(job: Job) {
  const hasArrived = [...service.madeFrom.values()].includes(job.name);
  const wanted =
    job.state === 'uploaded'
      ? isRight(job)
        ? pilotTransitions.confirmFlight
        : pilotTransitions.releaseFlight
      : hasArrived
        ? pilotTransitions.markReceived
        : pilotTransitions.uploadAgain;
  expect(wanted.refusal(job)).toBeNull();
  if (wanted === pilotTransitions.releaseFlight) mistaken += 1;
  applyTransition(stores, job, byPilot(wanted, job, clock.now()), clock.now());
}

async function play(script: readonly (readonly [Step, number])[]) {
  answered.clear();
  const { upload } = service.client;
  service.client.upload = async (call) => {
    const outcome = await upload(call);
    if (outcome.kind === 'accepted') answered.add(call.file.name);
    return outcome;
  };
  const folder = stores.folders.add('demo', '/shots', clock.now()).id;
  const canRead = { now: true as boolean };
  let hasServiceTime = true;
  const open = () => {
    const opened = uploaderOf({
      onKept: (job) => stores.filing.note(job.id, folder, { kind: 'trash' }, clock.now()),
    });
    Object.assign(opened.world, { canRead: canRead.now, hasServiceTime });
    opened.uploader.start();
    return opened;
  };
  let running = open();
  for (const [step, ms] of script) {
    switch (step.do) {
      case 'add': {
        service.whims.push(step.whim);
        const name = `${jobs().length}.png`;
        stores.jobs.add(newJob({ accountId, name, originalPath: `/shots/${name}` }));
        running.uploader.wake();
        break;
      }
      case 'elsewhere':
        clock.schedule(step.afterMs, () => void service.put());
        break;
      case 'reading':
        canRead.now = step.isOn;
        running.world.canRead = step.isOn;
        running.uploader.wake();
        break;
      case 'clock':
        hasServiceTime = step.isKnown;
        running.world.hasServiceTime = step.isKnown;
        break;
      case 'restart': {
        // The process is killed in the middle: the disk has what it had then.
        const sending = stores.jobs.inStates('uploading');
        await running.uploader.stop();
        for (const { id, attempt } of sending) stores.jobs.change(id, clock.now(), { state: 'uploading', attempt });
        running = open();
        break;
      }
    }
    await clock.advance(ms);
    check();
  }
  for (let rounds = 0; jobs().some((job) => !isSettled(job)); rounds += 1) {
    expect(rounds, `no way out: ${JSON.stringify(jobs().filter((job) => !isSettled(job)))}`).toBeLessThan(12);
    await clock.advance(60_000);
    check();
    for (const job of jobs()) {
      const isAsked = job.reason?.requiredAction === 'decision' && job.attempt !== null;
      if (isAsked || (job.state === 'uploaded' && !isSettled(job))) answer(job);
    }
    running.uploader.wake({ resetBackoff: true });
  }
  check();
  expect([...service.madeFrom.values()].toSorted()).toEqual(
    jobs()
      .map(({ name }) => name)
      .toSorted(),
  );
  await running.uploader.stop();
}

describe('the evidence of uploads', () => {
  it('is never more than what happened: nothing is lost, nothing is sent twice, and every state has a way out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(played, { minLength: 1, maxLength: 14 }), async (script) => {
        setUpUploader();
        try {
          await play(script);
        } finally {
          await tearDownUploader();
        }
      }),
      { numRuns: 60 },
    );
    // The way back from a wrong inference is among what was played.
    expect(mistaken).toBeGreaterThan(0);
  });
});
