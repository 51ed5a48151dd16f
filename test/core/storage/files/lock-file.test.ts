import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { tryLock, withLock } from '../../../../main/core/storage/files/lock-file.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'sender.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a lock', () => {
  it('is held by one owner at a time, and free after release', () => {
    const first = tryLock(path);
    expect(first).not.toBeNull();
    expect(tryLock(path)).toBeNull();
    first!.release();
    const second = tryLock(path);
    expect(second).not.toBeNull();
    second!.release();
  });

  it('does not block a lock with another name', () => {
    const first = tryLock(path);
    const other = tryLock(join(folder, 'refresh.lock'));
    expect(other).not.toBeNull();
    other!.release();
    first!.release();
  });

  it('is free when the process that held it is killed', async () => {
    const holder = spawn(process.execPath, [join(import.meta.dirname, '../lock-holder.ts'), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void holder.kill('SIGKILL'));
    const [said] = (await once(holder.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('held');
    expect(tryLock(path)).toBeNull();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const lock = tryLock(path);
    expect(lock).not.toBeNull();
    lock!.release();
  });

  it('is waited for, and held during the work', async () => {
    const clock = createVirtualClock();
    const first = tryLock(path)!;
    let isInside = false;
    const work = withLock(path, clock, async () => {
      isInside = true;
      expect(tryLock(path)).toBeNull();
      return 'done';
    });
    await clock.advance(500);
    expect(isInside).toBe(false);
    first.release();
    await clock.advance(50);
    expect(await work).toBe('done');
    tryLock(path)!.release();
  });

  it('is released by work that throws', async () => {
    const clock = createVirtualClock();
    await expect(withLock(path, clock, () => Promise.reject(new Error('in the work')))).rejects.toThrow('in the work');
    tryLock(path)!.release();
  });
});
