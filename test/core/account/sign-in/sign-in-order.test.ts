// In any order of actions by pilot, browser and clock: every sign-in ends, no code is sent twice, and no listener stays
// open.
import { fc } from '../../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { createAutoConsentBrowser, setUpAccount, until, visit } from '../account-under-test.ts';
import { startRotatingService } from '../rotating-service.ts';

const doings = ['begin', 'cancel', 'approve', 'approve an older one', 'guess', 'paste', 'wait', 'sign out'] as const;

async function play(order: readonly (typeof doings)[number][]) {
  const service = await startRotatingService();
  const browser = createAutoConsentBrowser(() => Promise.reject(new Error('shut')));
  const setup = setUpAccount(service.url, { browser });
  const { account, clock } = setup;
  const results: Promise<{ ok: boolean }>[] = [];
  const visits: Promise<unknown>[] = [];
  const answerTo = async (address: string | undefined) =>
    address === undefined ? null : (await fetch(address, { redirect: 'manual' })).headers.get('location');
  const goTo = (address: string | null) => void (address !== null && visits.push(visit(address).catch(() => null)));

  const doers: Record<(typeof doings)[number], () => unknown> = {
    async begin() {
      const count = browser.opened.length;
      results.push(account.signIn());
      await until(() => browser.opened.length > count);
    },
    cancel: () => account.cancelSignIn(),
    approve: async () => goTo(await answerTo(browser.opened.at(-1))),
    'approve an older one': async () => goTo(await answerTo(browser.opened[0])),
    async guess() {
      const answer = await answerTo(browser.opened.at(-1));
      goTo(answer && answer.replace(/state=[^&]*/, 'state=guess'));
    },
    async paste() {
      const answer = await answerTo(browser.opened.at(-1));
      if (answer !== null) visits.push(account.pasteRedirect(answer));
    },
    wait: () => clock.advance(240_000),
    'sign out': () => account.signOut(),
  };
  for (const doing of order) {
    await doers[doing]();
    await clock.advance(0);
  }
  await Promise.all(visits);
  account.cancelSignIn();
  // Result pages that are never fetched, and messages for browsers that arrive late.
  for (let passed = 0; passed < 3; passed += 1) await clock.advance(60_000);
  const ended = await Promise.all(results);
  await clock.advance(180_000);
  await Promise.all(visits);

  const ports = browser.opened.map((address) => new URL(address).searchParams.get('redirect_uri') ?? '');
  const open = await Promise.all(
    ports.map((address) =>
      visit(address).then(
        () => address,
        () => null,
      ),
    ),
  );
  const codes = service.tokenCalls().flatMap(({ form }) => form.getAll('code'));
  await service.close();
  return {
    states: account.signInState()?.step ?? null,
    open: open.filter((address) => address !== null),
    codes,
    signedIn: ended.filter(({ ok }) => ok).length,
    status: account.state().status,
  };
}

test('in any order of actions all sign-ins end, each code is sent once, and no port stays open', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...doings), { minLength: 1, maxLength: 10 }), async (order) => {
      const { states, open, codes, signedIn, status } = await play(order);
      expect([null, 'done', 'failed']).toContain(states);
      expect(open).toEqual([]);
      expect(codes).toEqual([...new Set(codes)]);
      expect(codes.length).toBeGreaterThanOrEqual(signedIn);
      expect([signedIn > 0, status]).not.toEqual([false, 'signed-in']);
    }),
    { numRuns: 15 },
  );
});
