// A world stays small enough for a thousand of them: measured by the benchmark itself, over fifty.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../architecture/source-files.ts';

const mostKbEach = 500;

it('a world takes at most half a megabyte of heap and buffers', async () => {
  const bench = join(root, 'bench', 'emulator', 'worlds.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [bench, '50']);
  const [, kbEach] = /^50 worlds: (\d+) kB of heap and buffers each/.exec(stdout) ?? [];
  expect(Number(kbEach)).toBeGreaterThan(20);
  expect(Number(kbEach)).toBeLessThanOrEqual(mostKbEach);
});
