// Data folders, keychains and spellings of one address in any combination: no refresh token is sent twice.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSecretLock } from '../../../../main/node/secrets/secret-lock.ts';
import { memoryFolder } from '../../../setup/memory-folder.ts';
import { fc } from '../../../support/fast-check.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { createTestStore, quiet, setUpAccount, until, valueOf } from '../account-under-test.ts';
import { startRotatingService } from '../rotating-service.ts';

/** A process: the data folder and the keychain that it works with, and how it spells the address. */
const processes = fc.array(
  fc.record({ folder: fc.nat(2), keychain: fc.nat(1), spelling: fc.constantFrom('', '/', '//') }),
  { minLength: 2, maxLength: 4 },
);
const waits = fc.array(fc.constantFrom(1_000, 599_990, 600_010, 900_010), { minLength: 1, maxLength: 4 });

/** A keychain takes a while: what it answers may be out of date by then. */
const slow = (store: ReturnType<typeof createTestStore>): typeof store => ({
  ...store,
  async get(name) {
    const found = await store.get(name);
    await sleep(2);
    return found;
  },
});

test('processes on any data folders and keychains refresh each sign-in one at a time', async () => {
  await fc.assert(
    fc.asyncProperty(processes, waits, async (drawn, steps) => {
      const folder = mkdtempSync(join(memoryFolder(), 'shared-keychain-'));
      const services = [await startRotatingService(), await startRotatingService()];
      const clock = createVirtualClock();
      try {
        // Each keychain is of another user, who has a service, a folder for locks and a sign-in of their own.
        const keychains = services.map(() => slow(createTestStore()));
        const setups = [];
        for (const { folder: n, keychain, spelling } of drawn) {
          const dataDir = join(folder, `data-${keychain}-${n}`);
          mkdirSync(dataDir, { recursive: true });
          const lockDir = join(folder, `locks-${keychain}`);
          const lock = createSecretLock({ dataDir, lockDir, service: 'test', clock, log: quiet });
          const secrets = {
            ...keychains[keychain]!,
            exclusively: <T>(name: string, work: () => Promise<T>) => lock(name, true, work),
          };
          const setup = setUpAccount(`${services[keychain]!.url}${spelling}`, { clock, secrets });
          await setup.account.start();
          if (setup.account.identity() === null) valueOf(await setup.account.signIn());
          setups.push(setup);
        }
        for (const step of steps) {
          await clock.advance(step);
          let left = setups.length;
          for (const { account } of setups) void account.accessToken().finally(() => (left -= 1));
          await until(() => {
            void clock.advance(50);
            return left === 0;
          });
        }
        expect(services.map((service) => service.consentRevoked())).toEqual([false, false]);
        expect(setups.map(({ account }) => account.state().status)).toEqual(setups.map(() => 'signed-in'));
      } finally {
        await Promise.all(services.map((service) => service.close()));
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 6 },
  );
});
