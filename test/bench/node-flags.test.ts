import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emulatorFlags } from '../../bench/emulator/sides.ts';
import { nodeCommand } from '../../bench/harness/server-process.ts';
import { companionFlags } from '../../bench/memory/companion-process.ts';
import { root } from '../architecture/source-files.ts';

it('benchmarks use the Node flags of the commands', async () => {
  // A path that the compiler doesn't follow: the scripts are plain JavaScript.
  const scripts: unknown = await import(join(root, 'scripts/project-node.mjs'));
  expect(scripts).toMatchObject({ emulatorFlags, companionFlags, nodeFlags: nodeCommand.slice(1) });
});
