// How much is reserved on disks of any size and with any free space.
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReserve } from '../../../../main/core/storage/files/reserve.ts';

const sizeBytes = 4 * 1024 * 1024;
const kib = 1024;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reserve-of-disk-'));
  path = join(folder, 'reserve');
  return () => rmSync(folder, { recursive: true });
});

/** The reserve on a disk of this size with this much free space. */
const reserveOn = (diskBytes: number, freeBytes: number, blockBytes = 1) =>
  createReserve(path, () => ({
    bsize: blockBytes,
    blocks: diskBytes / blockBytes,
    bavail: freeBytes / blockBytes,
  }));
const reserved = () => statSync(path, { throwIfNoEntry: false })?.size ?? null;

describe('the reserve of a disk', () => {
  it('is made where twice as much is free, and is spent where less is free', () => {
    const tight = reserveOn(1024 * sizeBytes, 2 * sizeBytes - 1);
    tight.restore();
    expect([reserved(), tight.isSpent()]).toEqual([null, true]);
    const roomy = reserveOn(1024 * sizeBytes, 2 * sizeBytes);
    expect(roomy.isSpent()).toBe(false);
    roomy.restore();
    expect(reserved()).toBe(sizeBytes);
    expect(tight.isSpent()).toBe(false);
  });

  it('stays as it is when the disk is full', () => {
    reserveOn(1024 * sizeBytes, 2 * sizeBytes).restore();
    const { mtimeMs } = statSync(path);
    const full = reserveOn(1024 * sizeBytes, 0);
    full.restore();
    expect([reserved(), statSync(path).mtimeMs, full.isSpent()]).toEqual([sizeBytes, mtimeMs, false]);
  });

  it.each([
    ['has whole bytes', 800_007, 1, 100_000],
    ['is an eighth of a small disk', 1024 * kib, 4 * kib, 128 * kib],
    ['has at least 32 KiB', 256 * kib, 4 * kib, 32 * kib],
    ['has at most 4 MiB', 33 * 1024 * kib, 4 * kib, sizeBytes],
  ])('%s', (_words, diskBytes, blockBytes, size) => {
    reserveOn(diskBytes, diskBytes, blockBytes).restore();
    expect(reserved()).toBe(size);
  });

  it('does not exist on a disk of less than 256 KiB, and is never spent there', () => {
    const tiny = reserveOn(256 * kib - 8, 256 * kib - 8);
    tiny.restore();
    expect([reserved(), tiny.isSpent()]).toEqual([null, false]);
    expect(reserveOn(256 * kib - 8, 0).isSpent()).toBe(false);
  });

  it('does not exist where the disk does not tell its size', () => {
    const silent = createReserve(path, () => {
      throw new Error('not supported');
    });
    silent.restore();
    expect([reserved(), silent.isSpent()]).toEqual([null, false]);
  });

  it('is on the disk of its folder', () => {
    const asked: string[] = [];
    const reserve = createReserve(path, (of) => (asked.push(of), { bsize: 1, blocks: 0, bavail: 0 }));
    reserve.isSpent();
    expect(asked).toEqual([folder + sep]);
  });

  it.skipIf(process.platform !== 'linux')('is removed if it could not be written completely', () => {
    symlinkSync('/dev/full', path);
    expect(() => reserveOn(1024 * sizeBytes, 2 * sizeBytes).restore()).toThrow(/ENOSPC/);
    expect(existsSync(path)).toBe(false);
  });

  it('of one byte is freed', () => {
    writeFileSync(path, 'x');
    expect(reserveOn(0, 0).release()).toBe(true);
    expect(existsSync(path)).toBe(false);
  });
});
