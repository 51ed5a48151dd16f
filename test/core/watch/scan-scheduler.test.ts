import { expect, test } from 'vitest';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { createScanScheduler } from '../../../main/core/watch/scan-scheduler.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

/** Looks at a folder whose listing takes `listingMs`; `done` says at which moment each look began, and at what. */
function setUp(listingMs = 0, { isHinted = true } = {}) {
  const clock = createVirtualClock();
  const done: string[] = [];
  const problems: string[] = [];
  const silent = () => {};
  const log: Logger = { debug: silent, info: silent, warn: silent, error: (message) => void problems.push(message) };
  let next: () => Promise<void> = async () => {};
  const looks = createScanScheduler({
    clock,
    log,
    slowMs: 30_000,
    isHinted: () => isHinted,
    async look(isWhole) {
      done.push(`${isWhole ? 'whole' : 'part'} at ${clock.monotonic()}`);
      await next();
      return listingMs;
    },
  });
  return { clock, looks, done, problems, during: (action: () => Promise<void>) => (next = action) };
}

test('a burst of hints is one look at what they name, and one at the whole later', async () => {
  const { clock, looks, done } = setUp();
  for (let hint = 0; hint < 50; hint += 1) looks.hint(true);
  await clock.advance(2000);
  expect(done).toEqual(['part at 40', 'whole at 1000']);
});

test('a hint that names nothing is a look at the whole', async () => {
  const { clock, looks, done } = setUp();
  for (let hint = 0; hint < 50; hint += 1) looks.hint(false);
  await clock.advance(1000);
  expect(done).toEqual(['whole at 40']);
});

test('a hint during a look leads to another look', async () => {
  const { clock, looks, done, during } = setUp();
  during(async () => {
    if (done.length === 1) looks.hint(true);
  });
  await looks.whole();
  await clock.advance(2000);
  expect(done).toEqual(['whole at 0', 'part at 40', 'whole at 1000']);
});

test('a folder that lists slowly is listed less often, and what a hint names is looked at meanwhile', async () => {
  const { clock, looks, done } = setUp(500);
  await looks.whole();
  looks.hint(true);
  await clock.advance(26_000);
  expect(done).toEqual(['whole at 0', 'part at 40', 'whole at 25000']);
});

test('a folder that lists slowly is listed a tenth of the time where hints name nothing', async () => {
  const { clock, looks, done } = setUp(500);
  await looks.whole();
  looks.hint(false);
  await clock.advance(10_000);
  expect(done).toEqual(['whole at 0', 'part at 40', 'whole at 5000']);
});

test('a big folder is left alone for longer where nothing is heard, but not where nothing can be heard', async () => {
  const hinted = setUp(200);
  await hinted.looks.whole();
  await hinted.clock.advance(250_000);
  expect(hinted.done).toEqual(['whole at 0', 'whole at 200000']);

  const polled = setUp(5000, { isHinted: false });
  await polled.looks.whole();
  await polled.clock.advance(110_000);
  expect(polled.done).toEqual(['whole at 0', 'whole at 50000', 'whole at 100000']);
});

test('without any hint the folder is looked at every half minute', async () => {
  const { clock, looks, done } = setUp();
  await looks.whole();
  await clock.advance(90_000);
  expect(done).toEqual(['whole at 0', 'whole at 30000', 'whole at 60000', 'whole at 90000']);
});

test('a listing in the middle of which the machine slept does not put off the next one for hours', async () => {
  const { clock, looks, done } = setUp(8 * 3_600_000);
  await looks.whole();
  await clock.advance(301_000);
  expect(done).toEqual(['whole at 0', 'whole at 300000']);
});

test('the sooner of two moments counts for what is undecided', async () => {
  const { clock, looks, done } = setUp();
  looks.again(10_000);
  looks.again(200);
  looks.again(5000);
  await clock.advance(20_000);
  expect(done).toEqual(['part at 200']);
});

test('a whole look that was asked for begins after the call, even while another is under way', async () => {
  const { looks, done, during } = setUp();
  const under = Promise.withResolvers<void>();
  during(() => (done.length === 1 ? under.promise : Promise.resolve()));
  const first = looks.whole();
  await Promise.resolve();
  const asked = [looks.whole(), looks.whole()];
  under.resolve();
  await Promise.all([first, ...asked]);
  expect(done).toEqual(['whole at 0', 'whole at 0']);
});

test('a look that breaks off is logged, and the next one comes all the same', async () => {
  const { clock, looks, done, problems, during } = setUp();
  during(async () => {
    if (done.length === 1) throw new Error('a bug');
  });
  await looks.whole();
  expect(problems).toEqual(['a look at a watched folder broke off']);
  await clock.advance(30_000);
  expect(done).toHaveLength(2);
});

test('stopping waits for the look under way and plans no more', async () => {
  const { clock, looks, done, during } = setUp();
  const under = Promise.withResolvers<void>();
  during(() => under.promise);
  void looks.whole();
  looks.hint(true);
  await clock.advance(0);
  const stopped = looks.stop();
  under.resolve();
  await stopped;
  await looks.whole();
  expect(done).toEqual(['whole at 0']);
  expect(clock.pending).toBe(0);
});
