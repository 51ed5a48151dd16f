import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLocked, shareLock, tryLock, withLock } from '../../../../main/core/storage/files/lock-file.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'leader.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a lock', () => {
  it('is held by one owner at a time, and free after release', () => {
    const first = tryLock(path);
    expect(first).not.toBeNull();
    expect(tryLock(path)).toBeNull();
    first!.release();
    tryLock(path)!.release();
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

describe('a shared lock', () => {
  it('is held by several owners, and excludes an exclusive one until all have released it', () => {
    const [one, other] = [shareLock(path, 0), shareLock(path, 0)];
    expect([one, other]).not.toContain(null);
    expect(tryLock(path)).toBeNull();
    one!.release();
    expect(tryLock(path)).toBeNull();
    other!.release();
    tryLock(path)!.release();
  });

  it('is not given while an exclusive one is held', () => {
    const alone = tryLock(path)!;
    expect(shareLock(path, 0)).toBeNull();
    alone.release();
    shareLock(path, 0)!.release();
  });
});

describe('whether a lock is held exclusively', () => {
  it('is found without taking it, and without making its file', () => {
    expect(isLocked(path)).toBe(false);
    expect(existsSync(path)).toBe(false);
    const alone = tryLock(path)!;
    expect(isLocked(path)).toBe(true);
    alone.release();
    expect(isLocked(path)).toBe(false);
    tryLock(path)!.release();
  });

  it('is false for a shared one', () => {
    const shared = shareLock(path, 0)!;
    expect(isLocked(path)).toBe(false);
    shared.release();
  });
});

describe('the file of a lock', () => {
  it.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
    tryLock(path)!.release();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['alone', tryLock],
    ['shared', (at: string) => shareLock(at, 0)],
  ] as const)('that cannot be made is an error with its path, when it is taken %s', (_how, take) => {
    const missing = join(folder, 'missing', 'leader.lock');
    expect(() => take(missing)).toThrow(expect.objectContaining({ path: missing }));
  });

  it.each([
    ['alone', tryLock],
    ['shared', (at: string) => shareLock(at, 0)],
  ] as const)('that is no database is an error, not a held lock, when it is taken %s', (_how, take) => {
    writeFileSync(path, 'a letter, not a lock. '.repeat(300));
    expect(() => take(path)).toThrow(/not a database/);
  });
});
