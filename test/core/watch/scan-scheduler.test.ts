import { expect, test } from 'vitest';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { createScanScheduler } from '../../../main/core/watch/scan-scheduler.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

/** Scans a folder whose listing takes `listingMs`; `done` has the start time and the extent of each scan. */
function setUp(listingMs = 0, { isHinted = true } = {}) {
  const clock = createVirtualClock();
  const done: string[] = [];
  const problems: string[] = [];
  const silent = () => {};
  const log: Logger = { debug: silent, info: silent, warn: silent, error: (message) => void problems.push(message) };
  let next: () => Promise<void> = async () => {};
  const scans = createScanScheduler({
    clock,
    log,
    slowMs: 30_000,
    isHinted: () => isHinted,
    async scan(isWhole) {
      done.push(`${isWhole ? 'whole' : 'part'} at ${clock.monotonic()}`);
      await next();
      return listingMs;
    },
  });
  return { clock, scans, done, problems, during: (action: () => Promise<void>) => (next = action) };
}

test('a burst of hints causes one scan of the named files and a full scan later', async () => {
  const { clock, scans, done } = setUp();
  for (let hint = 0; hint < 50; hint += 1) scans.hint(true);
  await clock.advance(2000);
  expect(done).toEqual(['part at 40', 'whole at 1000']);
});

test('a hint without a name causes a scan of the whole folder', async () => {
  const { clock, scans, done } = setUp();
  for (let hint = 0; hint < 50; hint += 1) scans.hint(false);
  await clock.advance(1000);
  expect(done).toEqual(['whole at 40']);
});

test('a hint during a scan causes another scan', async () => {
  const { clock, scans, done, during } = setUp();
  during(async () => {
    if (done.length === 1) scans.hint(true);
  });
  await scans.whole();
  await clock.advance(2000);
  expect(done).toEqual(['whole at 0', 'part at 40', 'whole at 1000']);
});

test('lists a slow folder less often, and scans the files of hints in between', async () => {
  const { clock, scans, done } = setUp(500);
  await scans.whole();
  scans.hint(true);
  await clock.advance(26_000);
  expect(done).toEqual(['whole at 0', 'part at 40', 'whole at 25000']);
});

test('a slow folder is listed for at most a tenth of the time when hints name nothing', async () => {
  const { clock, scans, done } = setUp(500);
  await scans.whole();
  scans.hint(false);
  await clock.advance(10_000);
  expect(done).toEqual(['whole at 0', 'part at 40', 'whole at 5000']);
});

test('a big folder is scanned less often when no hint comes, but not when hints are unavailable', async () => {
  const hinted = setUp(200);
  await hinted.scans.whole();
  await hinted.clock.advance(250_000);
  expect(hinted.done).toEqual(['whole at 0', 'whole at 200000']);

  const polled = setUp(5000, { isHinted: false });
  await polled.scans.whole();
  await polled.clock.advance(110_000);
  expect(polled.done).toEqual(['whole at 0', 'whole at 50000', 'whole at 100000']);
});

test('scans the folder every half minute without a hint', async () => {
  const { clock, scans, done } = setUp();
  await scans.whole();
  await clock.advance(90_000);
  expect(done).toEqual(['whole at 0', 'whole at 30000', 'whole at 60000', 'whole at 90000']);
});

test('a listing during which the machine slept does not postpone the next one for hours', async () => {
  const { clock, scans, done } = setUp(8 * 3_600_000);
  await scans.whole();
  await clock.advance(301_000);
  expect(done).toEqual(['whole at 0', 'whole at 300000']);
});

test('the earlier of two times counts for undecided files', async () => {
  const { clock, scans, done } = setUp();
  scans.again(10_000);
  scans.again(200);
  scans.again(5000);
  await clock.advance(20_000);
  expect(done).toEqual(['part at 200']);
});

test('starts a requested full scan after the call, even during another scan', async () => {
  const { scans, done, during } = setUp();
  const under = Promise.withResolvers<void>();
  during(() => (done.length === 1 ? under.promise : Promise.resolve()));
  const first = scans.whole();
  await Promise.resolve();
  const asked = [scans.whole(), scans.whole()];
  under.resolve();
  await Promise.all([first, ...asked]);
  expect(done).toEqual(['whole at 0', 'whole at 0']);
});

test('logs a failed scan and carries out the next one', async () => {
  const { clock, scans, done, problems, during } = setUp();
  during(async () => {
    if (done.length === 1) throw new Error('a bug');
  });
  await scans.whole();
  expect(problems).toEqual(['scanning a watched folder failed']);
  await clock.advance(30_000);
  expect(done).toHaveLength(2);
});

test('stopping waits for the current scan and schedules none', async () => {
  const { clock, scans, done, during } = setUp();
  const under = Promise.withResolvers<void>();
  during(() => under.promise);
  void scans.whole();
  scans.hint(true);
  await clock.advance(0);
  const stopped = scans.stop();
  under.resolve();
  await stopped;
  await scans.whole();
  expect(done).toEqual(['whole at 0']);
  expect(clock.pending).toBe(0);
});
