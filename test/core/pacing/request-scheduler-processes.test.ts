import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { opened } from '../storage/create-database.ts';

it('two processes on one data folder share one rate limit: together they read ten times a minute, and none is rejected', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'two-processes-'));
  const path = join(folder, 'companion.db');
  const database = opened(path);
  const emulator = await createEmulator({ mode: 'extended' });
  const { url } = await emulator.start();
  const { clientId } = emulator.applications.list().items[0]!;
  emulator.applications.update(clientId, { writeEnabled: false });
  const { access_token: accessToken } = emulator.signIn();
  try {
    const processes = Array.from({ length: 2 }, () =>
      spawn(process.execPath, [join(import.meta.dirname, '../reading-process.ts'), path, url, accessToken], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    onTestFinished(() => processes.forEach((child) => child.kill('SIGKILL')));
    await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
    const answers = processes.map(async ({ stdin, stdout }) => {
      stdin.write('go\n');
      const [text] = (await once(stdout, 'data')) as [Buffer];
      return JSON.parse(text.toString()) as string[];
    });
    const [one, other] = await Promise.all(answers);
    expect([...one!, ...other!]).toEqual(Array.from({ length: 10 }, () => 'page'));
  } finally {
    database.close();
    await emulator.stop();
    rmSync(folder, { recursive: true });
  }
});
