import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReserve } from '../../../../main/core/storage/files/reserve.ts';

const sizeBytes = 4 * 1024 * 1024;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reserve-'));
  path = join(folder, 'reserve');
  return () => rmSync(folder, { recursive: true });
});

describe('the reserve', () => {
  it('takes its space once, and frees it once', () => {
    const reserve = createReserve(path);
    expect(reserve.release()).toBe(false);
    reserve.restore();
    const { size, mtimeMs } = statSync(path);
    expect(size).toBe(sizeBytes);
    const content = readFileSync(path);
    reserve.restore();
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(reserve.release()).toBe(true);
    expect(existsSync(path)).toBe(false);
    expect(reserve.release()).toBe(false);
  });

  it('has no two equal pieces, which a file system could store as one', () => {
    createReserve(path).restore();
    const content = readFileSync(path);
    const pieces = Array.from({ length: sizeBytes / 4_096 }, (_, n) =>
      content.toString('hex', n * 4_096, n * 4_096 + 64),
    );
    expect(new Set(pieces).size).toBe(pieces.length);
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
    createReserve(path).restore();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['too small is written again', sizeBytes - 1, sizeBytes],
    ['large enough is left as it is', sizeBytes + 1, sizeBytes + 1],
  ])('that is %s', (_words, before, after) => {
    writeFileSync(path, Buffer.alloc(before));
    createReserve(path).restore();
    expect(statSync(path).size).toBe(after);
  });

  it('that is empty frees nothing', () => {
    writeFileSync(path, '');
    expect(createReserve(path).release()).toBe(false);
  });

  it('is not spent while there is room for it, whether it is there or not', () => {
    const reserve = createReserve(path);
    expect(reserve.isSpent()).toBe(false);
    reserve.restore();
    expect(reserve.isSpent()).toBe(false);
    reserve.release();
    expect(reserve.isSpent()).toBe(false);
  });

  it('reports an error of the file system', () => {
    mkdirSync(path);
    expect(() => createReserve(path).restore()).toThrow(/EISDIR|EPERM|EACCES/);
  });

  it('does not exist in a folder that is missing', () => {
    const reserve = createReserve(join(folder, 'missing', 'reserve'));
    reserve.restore();
    expect(reserve.isSpent()).toBe(false);
    expect(reserve.release()).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('does not exist on a file system without space of its own', () => {
    const reserve = createReserve('/proc/reserve');
    expect(() => reserve.restore()).not.toThrow();
    expect(reserve.isSpent()).toBe(false);
  });
});
