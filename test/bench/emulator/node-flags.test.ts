import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emulatorFlags } from '../../../bench/emulator/sides.ts';
import { root } from '../../house/source-files.ts';

it('the emulator is measured on a Node like that of its command', async () => {
  // By a path that the compiler does not follow: the scripts are plain JavaScript.
  const scripts = (await import(join(root, 'scripts/project-node.mjs'))) as { emulatorFlags: readonly string[] };
  expect(emulatorFlags).toEqual(scripts.emulatorFlags);
});
