// How long a command of the packed command line takes from its start to its exit, against Node that evaluates `0`. The cache
// of compiled code is filled before, as it is from the second command on.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { compared, type Finding } from '../harness/finding.ts';
import { compareAlternately } from '../harness/rounds.ts';

const program = fileURLToPath(new URL('../../dist/npm-cli/dist/cli/pilot-companion.cjs', import.meta.url));

export const start: Benchmark = {
  name: 'start',
  about: 'how long a command of the command line takes',
  parts: { commands },
};

async function* commands({ starts }: Effort): AsyncGenerator<Finding> {
  if (!existsSync(program)) throw new Error('The command line is not packed. Run: node scripts/release/pack-cli.mjs');
  const home = await mkdtemp(join(tmpdir(), 'bench-commands-'));
  const { NODE_COMPILE_CACHE: _cache, NODE_OPTIONS: _options, ...rest } = process.env;
  const env = { ...rest, PILOT_COMPANION_DATA_DIR: join(home, 'data'), XDG_CACHE_HOME: join(home, 'cache') };
  const elapsedOf =
    (...args: readonly string[]) =>
    async () => {
      const startedAt = performance.now();
      await promisify(execFile)(process.execPath, args, { env });
      return performance.now() - startedAt;
    };
  try {
    for (const [what, args, target] of [
      ['--version', ['--version'], { of: 'ratio', atMost: 1.3 }],
      ['--help', ['--help'], null],
      ['status', ['status'], { of: 'ratio', atMost: 4 }],
    ] as const) {
      const subject = elapsedOf(program, ...args);
      const peer = elapsedOf('-e', '0');
      for (const measure of [subject, peer, subject]) await measure();
      yield compared(
        {
          what: `pilot-companion ${what}, from its start to its exit`,
          against: 'node -e 0',
          unit: 'ms',
          target,
        },
        await compareAlternately(subject, peer, starts),
      );
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
