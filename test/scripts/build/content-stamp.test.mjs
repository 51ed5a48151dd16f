import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stampOf } from '../../../scripts/build/content-stamp.mjs';

let base = '';
const stamp = () => stampOf(base, ['source', 'lock.json', 'absent']);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'content-stamp-'));
  mkdirSync(join(base, 'source', 'deep'), { recursive: true });
  writeFileSync(join(base, 'source', 'deep', 'a.ts'), 'one');
  writeFileSync(join(base, 'lock.json'), '{}');
});
afterEach(() => rmSync(base, { recursive: true }));

describe('the stamp of a build', () => {
  it('stays the same when a checkout resets all times', () => {
    const before = stamp();
    utimesSync(join(base, 'source', 'deep', 'a.ts'), 1, 1);
    expect(stamp()).toBe(before);
  });

  it.each([
    ['a deep file changes', () => writeFileSync(join(base, 'source', 'deep', 'a.ts'), 'two')],
    ['a file is renamed', () => renameSync(join(base, 'source', 'deep', 'a.ts'), join(base, 'source', 'deep', 'b.ts'))],
    ['a file is added', () => writeFileSync(join(base, 'source', 'new.ts'), '')],
    ['a file is removed', () => rmSync(join(base, 'lock.json'))],
    ['a missing source is added', () => writeFileSync(join(base, 'absent'), '')],
  ])('changes when %s', (_, change) => {
    const before = stamp();
    change();
    expect(stamp()).not.toBe(before);
  });
});
