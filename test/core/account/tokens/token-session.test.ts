// How a session lives: renewed ahead of time, one renewal at a time, nothing used twice, over restarts and processes.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tokensName } from '../../../../main/core/service/profile.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { answers, beforeWork, startRotatingService, type RotatingService } from '../rotating-service.ts';
import {
  createSharedLock,
  createTestStore,
  failureOf,
  setUpAccount,
  until,
  valueOf,
  type Setup,
} from '../account-under-test.ts';

let service: RotatingService;
beforeEach(async () => {
  service = await startRotatingService();
  onTestFinished(() => service.close());
});

const refreshes = () => service.tokenCalls().filter(({ form }) => form.get('grant_type') === 'refresh_token');
const tokenOf = async ({ account }: Pick<Setup, 'account'>) => valueOf(await account.accessToken()).value;
/** The one that is given once it is another: while the first is good, nobody is made to wait for the next. */
async function tokenAfter(setup: Setup, first: string) {
  let given = await tokenOf(setup);
  for (; given === first; given = await tokenOf(setup)) await new Promise((resolve) => setImmediate(resolve));
  return given;
}
const stored = ({ secrets, profile }: Pick<Setup, 'secrets' | 'profile'>) =>
  JSON.parse(secrets.values.get(tokensName(profile.key)) ?? 'null') as Record<string, unknown> | null;

async function signedIn(options: Parameters<typeof setUpAccount>[1] = {}) {
  const setup = setUpAccount(service.url, options);
  await setup.account.start();
  valueOf(await setup.account.signIn());
  return setup;
}

/** Another process, or this one after a restart: the same store, lock and time. */
async function another(setup: Setup, refreshLock = createSharedLock()) {
  const next = setUpAccount(service.url, { clock: setup.clock, secrets: setup.secrets, refreshLock });
  await next.account.start();
  return next;
}

describe('ahead of time', () => {
  test('refreshes a token at two thirds of its lifetime', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    await setup.clock.advance(599_000);
    expect(refreshes()).toHaveLength(0);
    await setup.clock.advance(1_000);
    await until(() => stored(setup)?.['accessToken'] !== first);
    expect(refreshes()).toHaveLength(1);
    expect(await tokenOf(setup)).not.toBe(first);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 2);
  });

  test('a start sends no request, even if a refresh is overdue', async () => {
    const setup = await signedIn();
    await setup.account.stop();
    await setup.clock.advance(5_000_000);
    const next = await another(setup);
    await setup.clock.advance(5_000_000);
    expect(refreshes()).toHaveLength(0);
    expect(next.account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
    await tokenOf(next);
    expect(refreshes()).toHaveLength(1);
  });

  test('after stop nothing happens any more', async () => {
    const setup = await signedIn();
    await setup.account.stop();
    await setup.clock.advance(10_000_000);
    expect(service.tokenCalls()).toHaveLength(1);
    expect(setup.clock.pending).toBe(0);
  });

  test('a renewal that is on its way when the program ends is given time to arrive', async () => {
    const setup = await signedIn();
    let letGo = () => {};
    service.nextAnswers.push((response, issued) => {
      letGo = () => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(issued));
    });
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    const stopping = setup.account.stop();
    letGo();
    await stopping;
    expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 0 });
    expect(await tokenOf(await another(setup))).toMatch(/^access-2-/);
    expect(service.consentRevoked()).toBe(false);
  });

  test('aborts one that does not arrive after five seconds, and marks its outcome as unknown', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(answers.silent);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    const stopping = setup.account.stop();
    await setup.clock.advance(5_000);
    await stopping;
    expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 1 });
  });
});

describe('rule 23: one renewal at a time', () => {
  test('many callers at once cause one', async () => {
    const setup = await signedIn();
    await setup.account.stop();
    await setup.clock.advance(1_000_000);
    const next = await another(setup);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenOf(next)));
    expect(new Set(tokens).size).toBe(1);
    expect(refreshes()).toHaveLength(1);
  });

  test('two processes that are due at the same moment send one', async () => {
    const refreshLock = createSharedLock();
    const setup = await signedIn({ refreshLock });
    const other = await another(setup, refreshLock);
    const first = await tokenOf(setup);
    await setup.clock.advance(600_000);
    await until(() => stored(setup)?.['accessToken'] !== first);
    await setup.clock.advance(300_000);
    const tokens = await Promise.all([tokenOf(setup), tokenOf(other), tokenOf(setup)]);
    expect(new Set(tokens).size).toBe(1);
    await setup.clock.advance(1_000);
    expect(refreshes()).toHaveLength(1);
    expect(service.consentRevoked()).toBe(false);
  });

  test('a lock that serves one caller at a time is never asked twice at once by one account', async () => {
    let inside = 0;
    let most = 0;
    const setup = await signedIn({
      async refreshLock(work) {
        inside += 1;
        most = Math.max(most, inside);
        const result = await work();
        inside -= 1;
        return result;
      },
    });
    await setup.clock.advance(600_000);
    const { account } = setup;
    await Promise.all([account.accessToken(), account.signIn(), account.accessToken(), account.signOut()]);
    expect(most).toBe(1);
  });
});

describe('rule 24: what is stored', () => {
  test('the new refresh token is on disk before the new access token is given', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    const writes: string[] = [];
    const set = setup.secrets.set;
    setup.secrets.set = async (name, value) => {
      await new Promise((resolve) => setImmediate(resolve));
      const result = await set(name, value);
      writes.push((JSON.parse(value) as { accessToken: string }).accessToken);
      return result;
    };
    await setup.clock.advance(600_000);
    expect(writes).toContain(await tokenAfter(setup, first));
  });

  test('a refused refresh token is cleared', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(beforeWork(answers.body(400, { error: 'invalid_grant' })));
    await setup.clock.advance(600_000);
    await until(() => setup.account.state().status === 'signed-out');
    expect(stored(setup)).toBeNull();
    expect(setup.account.state()).toMatchObject({
      status: 'signed-out',
      name: 'Ada Windsock',
      reason: { kind: 'sign-in-needed', requiredAction: 'sign-in', code: 'invalid_grant' },
    });
    expect(failureOf(await setup.account.accessToken())).toMatchObject({ kind: 'sign-in-needed' });
  });

  test('but not where another has taken its place in the meantime', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(
      beforeWork((response) => {
        // A program without our lock signs in while the refusal is on its way.
        const now = { ...stored(setup), accessToken: 'access-of-another', refreshToken: 'refresh-of-another' };
        setup.secrets.values.set(
          tokensName(setup.profile.key),
          JSON.stringify({ ...now, refreshesUnconfirmed: 0, obtainedAt: setup.clock.now() }),
        );
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      }),
    );
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    expect(await tokenOf(setup)).toBe('access-of-another');
    expect(stored(setup)).toMatchObject({ refreshToken: 'refresh-of-another' });
  });

  test('an answer without a refresh token keeps the old one, one without a scope the old scope', async () => {
    const setup = await signedIn();
    const before = stored(setup);
    service.nextAnswers.push(answers.issuedWith({ refresh_token: undefined, scope: undefined }));
    await setup.clock.advance(600_000);
    await until(() => stored(setup)?.['accessToken'] !== before?.['accessToken']);
    expect(stored(setup)).toMatchObject({ refreshToken: before?.['refreshToken'], scopes: before?.['scopes'] });
  });

  test('what cannot be read is left as it is, with words', async () => {
    const secrets = createTestStore();
    const { account, profile } = setUpAccount(service.url, { secrets });
    for (const damage of ['{', '{"version":2}', '[]', '']) {
      secrets.values.set(tokensName(profile.key), damage);
      await account.start();
      expect(account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'data-unreadable' } });
      expect(secrets.values.get(tokensName(profile.key))).toBe(damage);
    }
    valueOf(await account.signIn());
    expect(account.state().status).toBe('signed-in');
  });

  test('a keychain that refuses during a renewal costs nothing in this run', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    setup.secrets.refusing = true;
    // Another window may have renewed what nobody can read: that is risked only when the token is gone.
    await setup.clock.advance(899_000);
    expect(refreshes()).toHaveLength(0);
    await setup.clock.advance(1_000);
    const second = await tokenAfter(setup, first);
    expect(setup.account.state()).toMatchObject({ concern: { kind: 'keychain-unavailable' } });
    await setup.clock.advance(600_000);
    const third = await tokenAfter(setup, second);
    setup.secrets.refusing = false;
    await setup.clock.advance(600_000);
    const latest = await tokenAfter(setup, third);
    expect(refreshes()).toHaveLength(3);
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
    expect(stored(setup)).toMatchObject({ accessToken: latest });
  });
});

describe('rule 25: a lost answer', () => {
  test('the valid access token stays in use, the refresh token is not sent, and the pilot is informed', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    service.nextAnswers.push(answers.lost);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    expect(await tokenOf(setup)).toBe(first);
    await setup.clock.advance(290_000);
    expect(await tokenOf(setup)).toBe(first);
    expect(refreshes()).toHaveLength(1);
    expect(service.consentRevoked()).toBe(false);
    expect(setup.account.state()).toMatchObject({
      status: 'signed-in',
      concern: { kind: 'service-unreachable', retryAt: expect.any(Number) as number },
    });
  });

  test('once it has expired the old refresh token is tried once more, then a new sign-in is required with the reason', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(answers.lost);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    await setup.clock.advance(300_000);
    await until(() => setup.account.state().status === 'signed-out');
    expect(refreshes()).toHaveLength(2);
    const failure = failureOf(await setup.account.accessToken());
    expect(failure).toMatchObject({ kind: 'sign-in-needed', requiredAction: 'sign-in' });
    expect(failure.message.id).toBe('failure.signInLost');
    expect(stored(setup)).toBeNull();
  });

  test('where the service had not used it up, the second try brings everything back', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(beforeWork(answers.lost));
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    await setup.clock.advance(300_000);
    await until(() => refreshes().length === 2);
    expect(await tokenOf(setup)).toMatch(/^access-2-/);
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
  });

  test('lost twice, it is not tried a third time', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(beforeWork(answers.lost), beforeWork(answers.lost));
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    await setup.clock.advance(300_000);
    await until(() => setup.account.state().status === 'signed-out');
    await setup.clock.advance(10_000_000);
    await setup.account.accessToken();
    expect(refreshes()).toHaveLength(2);
  });

  test.each([
    ['no answer at all', answers.silent],
    ['an answer nobody understands', answers.text(200, 'ok')],
    ['a gateway that does not know', answers.text(502, 'bad gateway')],
    ['a gateway that waited', answers.text(504, '')],
  ])('%s counts as lost', async (_, answer) => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    service.nextAnswers.push(answer);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    await setup.clock.advance(120_000);
    expect(await tokenOf(setup)).toBe(first);
    await setup.clock.advance(100_000);
    expect(refreshes()).toHaveLength(1);
  });

  test('the doubt outlives the process, and other processes see it', async () => {
    const refreshLock = createSharedLock();
    const setup = await signedIn({ refreshLock });
    const other = await another(setup, refreshLock);
    service.nextAnswers.push(answers.lost);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    await setup.account.stop();
    await tokenOf(other);
    await tokenOf(await another(setup, refreshLock));
    await setup.clock.advance(200_000);
    expect(refreshes()).toHaveLength(1);
    expect(service.consentRevoked()).toBe(false);
  });
});

describe('answers that prove that nothing was done', () => {
  test.each([
    ['the service asks for a pause', beforeWork(answers.body(429, { error: 'slow_down' })), 'service-error'],
    ['the request is not liked', beforeWork(answers.body(400, { error: 'invalid_request' })), 'answer-not-understood'],
    ['the application is refused', beforeWork(answers.body(401, { error: 'invalid_client' })), 'application-refused'],
  ])('where %s, the present token goes on and renewal is tried again', async (_, answer, kind) => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    service.nextAnswers.push(answer, answer);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1 && stored(setup)?.['refreshesUnconfirmed'] === 0);
    expect(await tokenOf(setup)).toBe(first);
    // 5 s, then 10 s.
    await setup.clock.advance(5_000);
    await until(() => refreshes().length === 2 && stored(setup)?.['refreshesUnconfirmed'] === 0);
    await setup.clock.advance(9_000);
    expect(refreshes()).toHaveLength(2);
    await setup.clock.advance(1_000);
    await until(() => stored(setup)?.['accessToken'] !== first);
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
    // And once the token is gone, the failure names the reason and the next try.
    service.nextAnswers.push(...Array.from({ length: 20 }, () => answer));
    await setup.account.stop();
    await setup.clock.advance(1_000_000);
    const next = await another(setup);
    const failure = failureOf(await next.account.accessToken());
    expect(failure).toMatchObject({ kind, retryAt: setup.clock.now() + 5_000 });
    expect(next.account.state().status).toBe('signed-in');
  });

  test('an unreachable service is retried forever, more slowly, and the refresh token stays valid', async () => {
    const setup = await signedIn();
    await service.close();
    let tries = 0;
    const set = setup.secrets.set;
    setup.secrets.set = async (name, value) => {
      if (value.includes('"refreshesUnconfirmed":0')) tries += 1;
      return set(name, value);
    };
    for (const [index, pauseMs] of [
      600_000, 5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000,
    ].entries()) {
      await setup.clock.advance(pauseMs - 1);
      expect(tries).toBe(index);
      await setup.clock.advance(1);
      await until(() => tries === index + 1);
    }
    expect(failureOf(await setup.account.accessToken())).toMatchObject({
      kind: 'service-unreachable',
      code: 'ECONNREFUSED',
    });
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: { kind: 'service-unreachable' } });
    expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 0 });
  });

  test('Retry-After is honoured', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(beforeWork(answers.body(429, {}, { 'retry-after': '120' })));
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1 && stored(setup)?.['refreshesUnconfirmed'] === 0);
    await setup.clock.advance(119_000);
    expect(refreshes()).toHaveLength(1);
    await setup.clock.advance(1_000);
    await until(() => refreshes().length === 2);
  });
});

describe('rule 26: expiry and 401', () => {
  test('the wall clock may be moved: a lifetime is counted on the other one', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    setup.clock.setWall(setup.clock.now() + 365 * 86_400_000);
    expect(await tokenOf(setup)).toBe(first);
    setup.clock.setWall(0);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
  });

  test('after a restart the wall clock decides how much is left', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    await setup.account.stop();
    const later = createVirtualClock(setup.clock.now() + 300_000);
    const next = setUpAccount(service.url, { clock: later, secrets: setup.secrets });
    await next.account.start();
    expect(await tokenOf(next)).toBe(first);
    await later.advance(300_000);
    await until(() => refreshes().length === 1);
  });

  test('a 401 outranks the clock: one renewal, then the new token', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    const second = valueOf(await setup.account.rejected(first)).value;
    expect(second).not.toBe(first);
    expect(refreshes()).toHaveLength(1);
  });

  test('many requests that were answered 401 cause one renewal', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => setup.account.rejected(first)));
    expect(new Set(tokens.map((token) => valueOf(token).value)).size).toBe(1);
    expect(valueOf(await setup.account.rejected(first)).value).toBe(await tokenOf(setup));
    expect(refreshes()).toHaveLength(1);
  });

  test('a second 401 for the refreshed token ends the sign-in with a message', async () => {
    const setup = await signedIn();
    const second = valueOf(await setup.account.rejected(await tokenOf(setup))).value;
    expect(failureOf(await setup.account.rejected(second))).toMatchObject({
      kind: 'sign-in-needed',
      code: 'unauthorized',
    });
    expect(refreshes()).toHaveLength(1);
    expect(setup.account.state()).toMatchObject({ status: 'signed-out', name: 'Ada Windsock' });
    expect(stored(setup)).toBeNull();
  });

  test('the same token again ends it too', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    service.nextAnswers.push(answers.issuedWith({ access_token: first }));
    expect(failureOf(await setup.account.rejected(first)).kind).toBe('sign-in-needed');
    expect(refreshes()).toHaveLength(1);
  });

  const page = { 'content-type': 'text/html' };
  test.each([
    ['a page with 200', answers.text(200, '<h1>Welcome</h1>', page)],
    ['a redirect to its own site', (response) => void response.writeHead(303, { location: '/' }).end()],
    ['404', answers.text(404, 'who?')],
    ['500', answers.text(500, 'oops')],
    ['503', answers.body(503, {})],
    ['a refusal with a status that is not its own', answers.body(404, { error: 'invalid_grant' })],
    ['a refusal that nobody knows', answers.body(400, { error: 'try_later' })],
    ['a 401 without words', answers.text(401, '')],
  ] as [string, (typeof service.nextAnswers)[number]][])(
    'rule 25: a renewal that was carried out and then answered with %s is not sent again while the token lives',
    async (_, answer) => {
      const setup = await signedIn();
      const first = await tokenOf(setup);
      service.nextAnswers.push(answer);
      await setup.clock.advance(600_000);
      await until(() => refreshes().length === 1 && stored(setup)?.['quietUntil'] !== 0);
      expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 1, accessToken: first });
      await setup.clock.advance(299_000);
      expect(await tokenOf(setup)).toBe(first);
      expect(refreshes()).toHaveLength(1);
      expect(service.consentRevoked()).toBe(false);
      // Its token is gone: tried once more, and that is the last time.
      await setup.clock.advance(1_000_000);
      expect(failureOf(await setup.account.accessToken())).toMatchObject({ kind: 'sign-in-needed' });
      expect(refreshes()).toHaveLength(2);
    },
  );

  test.each([
    ['a page with 200', beforeWork(answers.text(200, '<h1>Welcome</h1>', page))],
    ['404', beforeWork(answers.text(404, 'who?'))],
    ['503', beforeWork(answers.body(503, {}))],
  ])(
    'rule 25: one that was not carried out and answered with %s is made up for when the token is gone',
    async (_, answer) => {
      const setup = await signedIn();
      service.nextAnswers.push(answer);
      await setup.clock.advance(600_000);
      await until(() => refreshes().length === 1 && stored(setup)?.['quietUntil'] !== 0);
      await setup.clock.advance(300_000);
      await until(() => String(stored(setup)?.['accessToken']).startsWith('access-2-'));
      expect(refreshes()).toHaveLength(2);
      expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
    },
  );

  test('a 401 for a revoked consent ends in words', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(beforeWork(answers.body(400, { error: 'invalid_grant' })));
    expect(failureOf(await setup.account.rejected(await tokenOf(setup)))).toMatchObject({ kind: 'sign-in-needed' });
  });

  test('a 401 during a service outage does not end the session', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(beforeWork(answers.body(503, {})));
    const first = await tokenOf(setup);
    expect(failureOf(await setup.account.rejected(first))).toMatchObject({ kind: 'service-error' });
    expect(failureOf(await setup.account.accessToken())).toMatchObject({ kind: 'service-error' });
    await setup.clock.advance(120_000);
    await until(() => refreshes().length === 2);
    expect(await tokenOf(setup)).not.toBe(first);
  });
});

describe('signing out', () => {
  test('removes the tokens, for other processes too once they look', async () => {
    const refreshLock = createSharedLock();
    const setup = await signedIn({ refreshLock });
    const other = await another(setup, refreshLock);
    valueOf(await setup.account.signOut());
    expect(stored(setup)).toBeNull();
    expect(setup.account.state()).toEqual({ status: 'signed-out', name: 'Ada Windsock', reason: null });
    expect(setup.account.identity()).toBeNull();
    await setup.clock.advance(600_000);
    await until(() => other.account.state().status === 'signed-out');
    expect(refreshes()).toHaveLength(0);
  });

  test('while a renewal is on its way brings nothing back', async () => {
    const setup = await signedIn();
    service.nextAnswers.push(answers.silent);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    valueOf(await setup.account.signOut());
    expect(stored(setup)).toBeNull();
    expect(setup.account.state()).toMatchObject({ status: 'signed-out' });
  });

  test('with a failing keychain is reported, and the sign-in does not reappear in this run', async () => {
    const setup = await signedIn();
    setup.secrets.refusing = true;
    expect(failureOf(await setup.account.signOut()).kind).toBe('keychain-unavailable');
    setup.secrets.refusing = false;
    expect(failureOf(await setup.account.accessToken()).kind).toBe('sign-in-needed');
  });

  test('a sign-in by another process is found when a token is needed', async () => {
    const refreshLock = createSharedLock();
    const setup = setUpAccount(service.url, { refreshLock });
    await setup.account.start();
    expect(failureOf(await setup.account.accessToken()).kind).toBe('sign-in-needed');
    const other = await another(setup, refreshLock);
    valueOf(await other.account.signIn());
    expect(await tokenOf(setup)).toBe(await tokenOf(other));
    expect(setup.account.state()).toMatchObject({ status: 'signed-in' });
  });
});

test('two profiles never share tokens', async () => {
  const other = await startRotatingService();
  onTestFinished(() => other.close());
  const setup = await signedIn();
  const second = setUpAccount(other.url, { clock: setup.clock, secrets: setup.secrets });
  await second.account.start();
  expect(second.account.state()).toEqual({ status: 'none' });
});

test('field guide 19: a keychain that is locked at the start is asked again until it is unlocked', async () => {
  const setup = await signedIn();
  await setup.account.stop();
  setup.secrets.refusing = true;
  const next = await another(setup);
  expect(next.account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'keychain-unavailable' } });
  await setup.clock.advance(10 * 60_000);
  expect(next.account.identity()).toBeNull();
  setup.secrets.refusing = false;
  await setup.clock.advance(60_000);
  expect(next.account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
});

test('a silent token endpoint times out each time, and ends no session before the token has expired', async () => {
  const setup = await signedIn();
  for (let one = 0; one < 3; one += 1) service.nextAnswers.push(beforeWork(answers.silent));
  await setup.clock.advance(600_000);
  await until(() => refreshes().length === 1);
  await setup.clock.advance(120_000);
  // Unconfirmed: the present token is used while it lasts.
  expect(await tokenOf(setup)).toMatch(/^access-1-/);
  expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: { kind: 'service-unreachable' } });
});
