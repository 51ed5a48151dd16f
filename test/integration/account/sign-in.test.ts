// The companion's account against the emulator, each written independently from the service's document.
import { expect, onTestFinished, test, describe } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { failureOf, setUpAccount, until, valueOf } from '../../core/account/account-under-test.ts';

async function emulatorWith(options: EmulatorOptions) {
  const emulator = await createEmulator({ autoConsent: true, clock: 'virtual', ...options });
  onTestFinished(() => emulator[Symbol.asyncDispose]());
  const { url } = await emulator.start({ port: 0 });
  return { emulator, url };
}

const flights = (url: string, token: string) =>
  fetch(`${url}/api/v1/flights`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  test('a pilot signs in and is named if the service does', async () => {
    const { url, emulator } = await emulatorWith({ mode });
    const { account, browser } = setUpAccount(url);
    await account.start();
    const identity = valueOf(await account.signIn());
    const names = mode === 'strict' ? [null] : emulator.pilots.list().items.map(({ name }) => name);
    expect(names).toContain(identity.name);
    expect(account.state()).toMatchObject({ status: 'signed-in', mayUpload: true, concern: null });
    await until(() => browser.pages.length === 1);
    expect(browser.pages[0]?.text).toContain('You&#39;re signed in');
  });

  test('tokens are refreshed while both clocks run, and each is valid at the service', async () => {
    const { url, emulator } = await emulatorWith({ mode });
    const { account, clock } = setUpAccount(url);
    await account.start();
    valueOf(await account.signIn());
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const { value } = valueOf(await account.accessToken());
      seen.add(value);
      // 400 missing_file: past authentication, scope and subscription.
      expect((await flights(url, value)).status).toBe(400);
      await emulator.clock.advance(600_000);
      await clock.advance(600_000);
    }
    expect(seen.size).toBe(3);
  });

  test('a refresh token that was used already ends the sign-in with a message', async () => {
    const { url } = await emulatorWith({ mode });
    const setup = setUpAccount(url);
    await setup.account.start();
    valueOf(await setup.account.signIn());
    setup.dropAnswers = true;
    await setup.clock.advance(600_000);
    await until(() => [...setup.secrets.values.values()].some((text) => text.includes('"refreshesUnconfirmed":1')));
    await setup.account.accessToken();
    setup.dropAnswers = false;
    await setup.clock.advance(300_000);
    await until(() => setup.account.state().status === 'signed-out');
    expect(failureOf(await setup.account.accessToken()).message.id).toBe('failure.signInLost');
  });
});
