// From the command to listening: a process is started, and its first line on standard output says that it is ready.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import type { Pinning } from '../harness/pinning.ts';
import { compareInTurns } from '../harness/rounds.ts';
import type { Measure } from '../harness/rounds.ts';
import { nodeCommand } from '../harness/server-process.ts';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const readyLine = ['--port', '0', '--json'];
const forms = [
  { what: 'command to listening, as published', command: [place('../../dist/npm/emulator/main.js'), ...readyLine] },
  { what: 'command to listening, from the sources', command: [place('../../emulator/main.ts'), ...readyLine] },
];

export async function* start({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  // Builds the package where it is older than the sources.
  if (effort.isWhole)
    spawnSync(process.execPath, [place('../../scripts/pack-emulator.mjs')], { stdio: ['ignore', 'ignore', 2] });
  const bare = timeToReady([place('bare-start.mjs')], pinning);
  for (const { what, command } of forms) {
    if (!existsSync(command[0]!)) continue;
    const emulator = timeToReady(command, pinning);
    // What the system and Node keep of a file, they keep from the first start.
    for (const warmUp of [emulator, bare]) await warmUp();
    const comparison = await compareInTurns(emulator, bare, effort.starts);
    const against = 'bare Fastify with @fastify/formbody and @fastify/multipart';
    yield compared({ what, against, unit: 'ms', target: { of: 'ratio', atMost: 1.3 } }, comparison);
  }
}

const timeToReady =
  (command: readonly string[], pinning: Pinning): Measure =>
  async () => {
    const [program = '', ...args] = pinning.onAnyCore([...nodeCommand, ...command]);
    const startedMs = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    await Promise.race([
      once(child.stdout, 'data'),
      ended.then(() => Promise.reject(new Error(`${command[0]} ended before it was ready.`))),
    ]);
    const elapsedMs = performance.now() - startedMs;
    child.kill('SIGKILL');
    await ended;
    return elapsedMs;
  };
