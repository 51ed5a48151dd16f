// Several data folders of one user on a real keychain: a refresh token is never sent twice, so the consent lasts.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { openKeyring } from '../../leaks/keyring.ts';
import { missing, newSession } from '../../node/secrets/keychain-session.ts';
import type { SharedRounds, SharedStart } from './shared-sign-in-process.ts';

const why = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} not found here)` : '';
const processes = 3;
const rounds = { rounds: 6, everyMs: 1_200 };

describe.skipIf(missing.length > 0 || process.platform !== 'linux')(`one keychain${why}`, () => {
  test('processes on different data folders that refresh at the same moment keep one sign-in', async () => {
    await using keyring = await openKeyring();
    // Expired at the beginning of each round.
    await using emulator = await createEmulator({ autoConsent: true, accessLifetimeMs: 1_000 });
    const { url: address } = await emulator.start();
    const { service } = newSession(keyring.folder);
    const lockDir = join(keyring.folder, 'locks');

    async function open(index: number) {
      // Also other XDG folders and another home, as in a sandbox.
      const home = join(keyring.folder, `home-${index}`);
      const env = {
        ...keyring.env,
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_CACHE_HOME: home,
        PATH: process.env['PATH'],
      };
      const child = fork(join(import.meta.dirname, 'shared-sign-in-process.ts'), { env });
      onTestFinished(() => void child.kill('SIGKILL'));
      const dataDir = join(keyring.folder, `data-${index}`);
      mkdirSync(dataDir);
      child.send({ dataDir, lockDir, service, address, signsIn: index === 0 } satisfies SharedStart);
      const ended = once(child, 'exit').then(() => ['ended']);
      const [opened] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
      expect(opened).toEqual({ place: 'keychain', status: 'signed-in' });
      return child;
    }
    const children = [];
    for (let index = 0; index < processes; index += 1) children.push(await open(index));

    const from = Date.now() + 500;
    const results = await Promise.all(
      children.map((child) => {
        child.send({ ...rounds, from } satisfies SharedRounds);
        return once(child, 'message').then(([result]) => result as unknown);
      }),
    );
    const tokens = emulator.journal.list({ limit: 1_000 }).items.filter(({ path }) => path === '/oauth/token');
    expect(tokens.filter(({ status }) => status !== 200)).toEqual([]);
    expect(tokens.length).toBeGreaterThan(rounds.rounds / 2);
    expect(results).toEqual(children.map(() => ({ status: 'signed-in' })));
  });
});
