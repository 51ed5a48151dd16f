import { expect, test } from 'vitest';
import { settleOnAbort } from '../../../main/core/profile/settle-on-abort.ts';
import { createWatchdog, stuckAfterChecks } from '../../../main/core/profile/watchdog.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { recordingLog } from '../account/account-under-test.ts';

function watched(isDue: () => boolean) {
  const clock = createVirtualClock();
  const log = recordingLog();
  const freedAt: number[] = [];
  const worker = { name: 'uploads', isDue, free: () => void freedAt.push(clock.monotonic() / 60_000) };
  const watchdog = createWatchdog({ clock, log, workers: [worker] });
  watchdog.start();
  return { clock, log, watchdog, freedAt };
}

test('a stuck worker is restarted after five minutes, with a log entry', async () => {
  const { clock, log, freedAt } = watched(() => true);
  await clock.advance(4 * 60_000);
  expect(freedAt).toEqual([]);
  await clock.advance(60_000);
  expect(freedAt).toEqual([stuckAfterChecks]);
  expect(log.lines).toEqual([['restarted a stuck worker', { worker: 'uploads', afterMinutes: stuckAfterChecks }]]);
  await clock.advance(5 * 60_000);
  expect(freedAt).toEqual([5, 10]);
});

test('one that makes progress now and then is left alone, and so is one with nothing to do', async () => {
  const { clock, watchdog, freedAt } = watched(() => true);
  for (let round = 0; round < 10; round += 1) {
    await clock.advance(4 * 60_000);
    watchdog.moved('uploads');
  }
  expect(freedAt).toEqual([]);
  const idle = watched(() => false);
  await idle.clock.advance(3_600_000);
  expect(idle.freedAt).toEqual([]);
});

test('a worker that cannot be checked is checked again', async () => {
  let isBroken = true;
  const { clock, freedAt, log } = watched(() => {
    if (isBroken) throw new Error('busy');
    return true;
  });
  await clock.advance(2 * 60_000);
  isBroken = false;
  await clock.advance(5 * 60_000);
  expect(freedAt).toEqual([7]);
  expect(log.lines).toHaveLength(3);
});

test('nothing is checked after stop()', async () => {
  const { clock, watchdog, freedAt } = watched(() => true);
  watchdog.stop();
  await clock.advance(3_600_000);
  expect([freedAt, clock.pending]).toEqual([[], 0]);
});

test('an aborted call has five seconds to report its outcome, and delays nothing after that', async () => {
  const clock = createVirtualClock();
  const never = new Promise<string>(() => {});
  const aborted = new AbortController();
  const heard: string[] = [];
  void settleOnAbort(clock, never, aborted.signal, () => 'given up').then((word) => heard.push(word));
  await clock.advance(3_600_000);
  aborted.abort();
  await clock.advance(4_999);
  expect(heard).toEqual([]);
  await clock.advance(1);
  expect(heard).toEqual(['given up']);
  const late = clock.sleep(1_000).then(() => 'its own');
  const own = settleOnAbort(clock, late, AbortSignal.abort(), () => 'given up');
  await clock.advance(1_000);
  expect(await own).toBe('its own');
  expect(clock.pending).toBe(0);
  await expect(settleOnAbort(clock, Promise.reject(new Error('a bug')), aborted.signal, () => '')).rejects.toThrow(
    'a bug',
  );
});
