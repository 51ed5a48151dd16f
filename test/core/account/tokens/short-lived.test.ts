// Processes that live for seconds, like those started by cron, one after the other on one store: they get as far as a
// long-lived one.
import { expect, test } from 'vitest';
import { setUpAccount, until, type Setup } from '../account-under-test.ts';
import { answers, beforeWork, startRotatingService } from '../rotating-service.ts';
import { setUpSession, stored, tokenOf } from './session-under-test.ts';

const { context, signedIn } = setUpSession();

/** Signed in, with a refresh that was sent and never answered. */
async function outcomeUnknown() {
  const setup = await signedIn();
  context.service.nextAnswers.push(beforeWork(answers.lost));
  await setup.clock.advance(600_000);
  await until(() => stored(setup)?.['quietUntil'] !== 0);
  return { setup, token: await tokenOf(setup), since: setup.clock.now() };
}

/** The last attempt begins with a check that the service answers. */
const hasTried = ({ sent }: Setup, before = 0) =>
  sent.slice(before).some(({ url, method }) => method === 'GET' && url.pathname === '/oauth/userinfo');

/** Time passes, second by second, until the last attempt begins; false if `forMs` were not enough. */
async function untilTried(setup: Setup, forMs: number, before = 0): Promise<boolean> {
  for (let passed = 0; !hasTried(setup, before); passed += 1_000) {
    if (passed >= forMs) return false;
    await setup.clock.advance(1_000);
  }
  return true;
}

/**
 * One process after the other, each of which finds the access token expired; @returns when one made the last attempt.
 */
async function inShortLives(
  { clock, secrets }: Pick<Setup, 'clock' | 'secrets'>,
  token: string,
  lifeMs: number,
  limitMs = 600_000,
) {
  for (const end = clock.now() + limitMs; clock.now() < end;) {
    const next = setUpAccount(context.service.url, { clock, secrets });
    await next.account.start();
    await Promise.race([next.account.rejected(token), until(() => hasTried(next))]);
    const isTried = await untilTried(next, lifeMs);
    const at = clock.now();
    if (isTried) await until(() => String(stored(next)?.['accessToken']).startsWith('access-2-'));
    await next.account.stop();
    if (isTried) return at;
  }
  return Number.POSITIVE_INFINITY;
}

test.each([1_000, 15_000, 50_000])(
  'rule 25: the rest after a refresh without an answer ends no later for processes that live for %i ms than for one that stays',
  async (lifeMs) => {
    const long = await outcomeUnknown();
    const before = long.setup.sent.length;
    await long.setup.account.rejected(long.token);
    expect(await untilTried(long.setup, 600_000, before)).toBe(true);
    const longMs = long.setup.clock.now() - long.since;
    await until(() => stored(long.setup)?.['refreshesUnconfirmed'] === 0);

    await context.service.close();
    context.service = await startRotatingService();
    const short = await outcomeUnknown();
    await short.setup.account.stop();
    const shortMs = (await inShortLives(short.setup, short.token, lifeMs)) - short.since;
    expect(shortMs).toBeLessThanOrEqual(longMs);
    expect(shortMs).toBeGreaterThanOrEqual(119_000);
  },
);
