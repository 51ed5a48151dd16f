// Time as it is on pilots' computers: clocks that are wrong or changed, impossible lifetimes, and sleep.
import { describe, expect, test } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { setUpAccount, until, valueOf, type Setup } from '../account-under-test.ts';
import { answers, beforeWork } from '../rotating-service.ts';
import { setUpSession, stored, tokenOf } from './session-under-test.ts';

const dayMs = 86_400_000;
const { context, refreshes, signedIn } = setUpSession();

test.each([-400, -1, -1 / 24, 1 / 24, 1, 400])(
  'rule 26: a wall clock that is wrong by %d days while it runs changes nothing',
  async (days) => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    setup.clock.setWall(setup.clock.now() + days * dayMs);
    await setup.clock.advance(599_000);
    expect(await tokenOf(setup)).toBe(first);
    expect(refreshes()).toHaveLength(0);
    await setup.clock.advance(1_000);
    await until(() => stored(setup)?.['accessToken'] !== first);
    setup.clock.setWall(setup.clock.now() - 2 * days * dayMs);
    const second = await tokenOf(setup);
    await setup.clock.advance(599_000);
    expect(await tokenOf(setup)).toBe(second);
    expect(refreshes()).toHaveLength(1);
  },
);

describe('rule 20: a missing or impossible lifetime', () => {
  test.each([
    ['is missing', undefined, 600_000],
    ['is a number in a text', '300', 200_000],
    ['is huge', 1e300, 20 * dayMs],
  ])('expires_in %s: the token is valid, and refreshed in time', async (_, expires, dueMs) => {
    const setup = await signedIn();
    context.service.nextAnswers.push(answers.issuedWith({ expires_in: expires }));
    await setup.clock.advance(600_000);
    await until(() => String(stored(setup)?.['accessToken']).startsWith('access-2-'));
    const second = await tokenOf(setup);
    await setup.clock.advance(dueMs - 1_000);
    expect(await tokenOf(setup)).toBe(second);
    expect(refreshes()).toHaveLength(1);
    await setup.clock.advance(1_000);
    await until(() => refreshes().length === 2);
  });

  test('one of a second is refreshed six times a minute at most, and on demand', async () => {
    context.service.lifetimeSeconds = 1;
    const setup = await signedIn();
    for (let second = 0; second < 60; second += 1) await setup.clock.advance(1_000);
    expect(refreshes().length).toBeLessThanOrEqual(6);
    const before = refreshes().length;
    await setup.clock.advance(5_000);
    await tokenOf(setup);
    expect(refreshes().length - before).toBeLessThanOrEqual(2);
  });
});

describe('rule 23: on waking from sleep', () => {
  /** During sleep its timers stop and its time advances, as on Linux (system-clock.ts). */
  function sleepyClock() {
    const clock = createVirtualClock();
    let sleptMs = 0;
    const sleepy: VirtualClock = {
      ...clock,
      now: () => clock.now() + sleptMs,
      monotonic: () => clock.monotonic() + sleptMs,
    };
    return { clock: sleepy, fallAsleep: (ms: number) => (sleptMs += ms) };
  }

  async function ten() {
    const { clock, fallAsleep } = sleepyClock();
    const first = await signedIn({ clock });
    const all = [first];
    for (let one = 1; one < 10; one += 1) {
      const next = setUpAccount(context.service.url, { clock, secrets: first.secrets });
      await next.account.start();
      all.push(next);
    }
    return { all, clock, fallAsleep, stored: () => stored(first) };
  }

  const wake = async (all: readonly Setup[]) => {
    for (const { account } of all) account.tryAgain();
    return Promise.all(all.flatMap(({ account }) => [account.accessToken(), account.accessToken()]));
  };

  test('it is made immediately, without a request and although timers did not run', async () => {
    const { clock, fallAsleep } = sleepyClock();
    const setup = await signedIn({ clock });
    await clock.advance(300_000);
    fallAsleep(400_000);
    setup.account.tryAgain();
    await until(() => String(stored(setup)?.['accessToken']).startsWith('access-2-'));
    expect(refreshes()).toHaveLength(1);
  });

  test.each([
    ['the service is unavailable', beforeWork(answers.body(503, {})), 120_000],
    ['the service asks for a pause', beforeWork(answers.body(429, {}, { 'retry-after': '5' })), 20_000],
    ['the answer is lost', beforeWork(answers.lost), 120_000],
  ])('where %s, the pause after the first try is that of all', async (_, answer, pauseMs) => {
    const { all, clock, fallAsleep } = await ten();
    fallAsleep(8 * 3_600_000);
    context.service.nextAnswers.push(answer);
    const tokens = await wake(all);
    expect(tokens.some((token) => token.ok)).toBe(false);
    expect(refreshes()).toHaveLength(1);
    expect(all.every(({ account }) => account.state().status === 'signed-in')).toBe(true);
    await clock.advance(pauseMs);
    await until(() => refreshes().length === 2);
    const later = await Promise.all(all.map(({ account }) => account.accessToken()));
    expect(new Set(later.map((token) => valueOf(token).value)).size).toBe(1);
    expect(refreshes()).toHaveLength(2);
  });
});
