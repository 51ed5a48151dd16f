import { expect, test } from 'vitest';
import { trySignIn } from '../../../../main/core/app/diagnostics/checks.ts';
import type { AccountWorkers } from '../../../../main/core/profile/account-workers.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

type Asked = { limit: number; signal: AbortSignal };

function make(list: (asked: Asked) => Promise<unknown>) {
  const clock = createVirtualClock();
  const warned: unknown[][] = [];
  const log = { debug() {}, info() {}, warn: (...line: unknown[]) => void warned.push(line), error() {} };
  const workers = { scheduler: { list } } as unknown as AccountWorkers;
  return { clock, warned, tried: (here: AccountWorkers | null = workers) => trySignIn(here, { clock, log }) };
}

test('nothing is asked while nobody is signed in', async () => {
  const { clock, tried } = make(() => Promise.reject(new Error('asked')));
  await tried(null);
  expect(clock.pending).toBe(0);
});

test('one flight is listed, and no timer remains', async () => {
  const asked: Asked[] = [];
  const { clock, warned, tried } = make(async (one) => asked.push(one));
  await tried();
  expect(asked).toMatchObject([{ limit: 1, signal: { aborted: false } }]);
  expect(clock.pending).toBe(0);
  expect(warned).toEqual([]);
});

test('the wait for the rate limit ends after ten seconds', async () => {
  let signal: AbortSignal | undefined;
  const { clock, tried } = make(
    (asked) => new Promise((resolve) => (signal = asked.signal).addEventListener('abort', resolve)),
  );
  const trial = tried();
  await clock.advance(9_999);
  expect(signal?.aborted).toBe(false);
  await clock.advance(1);
  expect(signal?.aborted).toBe(true);
  await trial;
});

test('a failure is logged, and no timer remains', async () => {
  const { clock, warned, tried } = make(() => Promise.reject(new Error('disk full')));
  await tried();
  expect(warned).toEqual([['the sign-in could not be tried', { error: new Error('disk full') }]]);
  expect(clock.pending).toBe(0);
});
