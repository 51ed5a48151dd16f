// From the command to listening: starts a process and waits for the ready line on standard output.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Effort } from '../harness/benchmark.ts';
import { compared, type Finding } from '../harness/finding.ts';
import { compareAlternately, type Measure } from '../harness/rounds.ts';
import { nodeCommand } from '../harness/server-process.ts';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const target = { of: 'ratio', atMost: 1.5 } as const;
const against = 'bare Fastify with @fastify/formbody and @fastify/multipart';

export async function* start({ isWhole, starts }: Effort): AsyncGenerator<Finding> {
  const published = place('../../dist/npm/emulator/main.js');
  // Builds the package if it is older than the sources.
  if (isWhole)
    spawnSync(process.execPath, [place('../../scripts/build/pack-emulator.mjs')], { stdio: ['ignore', 'ignore', 2] });
  const [program, form] = existsSync(published)
    ? [published, 'as published']
    : [place('../../emulator/main.ts'), 'from the sources'];
  const emulator = timeToReady([program, '--port', '0', '--json']);
  const bare = timeToReady([place('servers/bare-start.mjs')]);
  // The first start fills the caches of the system and of Node.
  for (const warmUp of [emulator, bare]) await warmUp();
  yield compared(
    { what: `command to listening, ${form}`, against, unit: 'ms', target },
    await compareAlternately(emulator, bare, starts),
  );
}

const timeToReady =
  (command: readonly string[]): Measure =>
  async () => {
    const [node, ...flags] = nodeCommand;
    const startedMs = performance.now();
    const child = spawn(node, [...flags, ...command], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    await Promise.race([
      once(child.stdout, 'data'),
      ended.then(() => Promise.reject(new Error(`${command[0]} ended before it was ready.`))),
    ]);
    const elapsedMs = performance.now() - startedMs;
    // Stopped rather than killed: Node writes its compile cache when it ends.
    child.kill('SIGTERM');
    await ended;
    return elapsedMs;
  };
