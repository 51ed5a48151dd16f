// From the command to listening: starts a process and waits for the ready line on standard output.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import type { Pinning } from '../harness/pinning.ts';
import { compareAlternately } from '../harness/rounds.ts';
import type { Measure } from '../harness/rounds.ts';
import { nodeCommand } from '../harness/server-process.ts';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const target = { of: 'ratio', atMost: 1.3 } as const;
const against = 'bare Fastify with @fastify/formbody and @fastify/multipart';

export async function* start({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  const compare = async (command: readonly string[], env: NodeJS.ProcessEnv) => {
    const emulator = timeToReady([...command, '--port', '0', '--json'], env, pinning);
    const bare = timeToReady([place('servers/bare-start.mjs')], env, pinning);
    // The first start fills the caches of the system and of Node.
    for (const warmUp of [emulator, bare]) await warmUp();
    return compareAlternately(emulator, bare, effort.starts);
  };

  const published = place('../../dist/npm/emulator/main.js');
  const pack = [place('../../scripts/build/pack-emulator.mjs')];
  // Builds the package if it is older than the sources.
  if (effort.isWhole) spawnSync(process.execPath, pack, { stdio: ['ignore', 'ignore', 2] });
  if (existsSync(published)) {
    const what = 'command to listening, as published';
    yield compared({ what, against, unit: 'ms', target }, await compare([published], process.env));
  }

  const cache = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const env = { ...process.env, NODE_COMPILE_CACHE: cache };
    const what = 'command to listening, from the sources';
    const note = "both with Node's compile cache, which npm run emulator turns on";
    yield compared({ what, against, unit: 'ms', target }, await compare([place('../../emulator/main.ts')], env), [
      note,
    ]);
  } finally {
    await rm(cache, { recursive: true });
  }
}

const timeToReady =
  (command: readonly string[], env: NodeJS.ProcessEnv, pinning: Pinning): Measure =>
  async () => {
    const [program = '', ...args] = pinning.onAnyCore([...nodeCommand, ...command]);
    const startedMs = performance.now();
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
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
