// A clock that is set while a sign-in waits.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createAutoConsentBrowser, setUpAccount, until, valueOf, visit } from '../account-under-test.ts';
import { startRotatingService, type RotatingService } from '../rotating-service.ts';

let service: RotatingService;
beforeEach(async () => {
  service = await startRotatingService();
  onTestFinished(() => service.close());
});

const shutBrowser = () => createAutoConsentBrowser(() => Promise.reject(new Error('shut')));

/** Where the service redirects the browser when the pilot approves. */
async function answerOf(address: string | undefined): Promise<string> {
  const response = await fetch(address ?? '', { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

test.each([-3_600_000, 3_600_000])(
  'a clock that is set by %i ms moves the end that is shown, not the limit',
  async (by) => {
    const { account, browser, clock } = setUpAccount(service.url, { browser: shutBrowser() });
    const result = account.signIn();
    await until(() => browser.opened.length === 1);
    await clock.advance(60_000);
    clock.setWall(clock.now() + by);
    expect(account.signInState()).toMatchObject({ until: clock.now() + 540_000 });
    await clock.advance(539_000);
    expect(account.signInState()).toMatchObject({ step: 'waiting-for-browser' });
    await visit(await answerOf(browser.opened[0]));
    valueOf(await result);
  },
);
