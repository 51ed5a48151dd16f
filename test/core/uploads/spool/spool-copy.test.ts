import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkCopy } from '../../../../main/core/uploads/spool/spool.ts';

const content = Buffer.from('screenshot');
const job = { sha256: createHash('sha256').update(content).digest('hex') };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copy-'));
  path = join(folder, 'copy');
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = {
  whole: () => writeFileSync(path, content),
  damaged: () => writeFileSync(path, 'screenshoT'),
  missing: () => rmSync(path, { force: true, recursive: true }),
  folder: () => mkdirSync(path),
};

test.each([
  ['whole', 'damaged', { found: 'whole', now: 'whole' }],
  ['missing', 'whole', { found: 'missing', now: 'whole' }],
  ['missing', 'missing', { found: 'missing', now: 'missing' }],
  ['damaged', 'whole', { found: 'damaged', now: 'whole' }],
  ['damaged', 'damaged', { found: 'damaged', now: 'damaged' }],
  ['damaged', 'missing', { found: 'damaged', now: 'missing' }],
  ['folder', 'missing', { found: 'damaged', now: 'missing' }],
] as const)('checks a copy that is %s, and %s after it was restored', async (before, after, expected) => {
  put[before]();
  let restored = 0;
  const checked = await checkCopy(job, path, async () => {
    restored += 1;
    put[after]();
  });
  expect(checked).toEqual(expected);
  expect(restored).toBe(before === 'whole' ? 0 : 1);
});
