// What is known of uploads after any interleaving of our uploads, another program's flights, broken connections, restarts,
// and reading that comes and goes. The pilot answers truthfully at the end.
import { describe, expect, it } from 'vitest';
import { isSettled } from '../../../main/contract/evidence.ts';
import type { Job } from '../../../main/core/storage/tables/jobs.ts';
import { applyTransition, byPilot, pilotTransitions } from '../../../main/core/uploads/transitions.ts';
import { fc } from '../../support/fast-check.ts';
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
