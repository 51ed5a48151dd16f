import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { memoryFolder } from './memory-folder.ts';

test.runIf(process.platform === 'linux')('tests use an in-memory folder only if it exists and is large enough', () => {
  expect(memoryFolder('/no/such/folder')).toBe(tmpdir());
  expect(memoryFolder('/', Number.POSITIVE_INFINITY)).toBe(tmpdir());
  expect(memoryFolder(tmpdir(), 0)).toBe(tmpdir());
});
