import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tryLock } from '../../../../main/core/storage/files/lock-file.ts';

it('a lock is free when the process that held it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'leader.lock');
  const holder = spawn(process.execPath, [join(import.meta.dirname, '../lock-holder.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const [said] = (await once(holder.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('held');
  expect(tryLock(path)).toBeNull();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  tryLock(path)!.release();
});
