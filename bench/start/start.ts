// How long the main bundle takes to be parsed and evaluated, in plain Node, against the same program as one file that
// is not minified. Electron, the window and the data folder are not included.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { compared, type Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { compareAlternately } from '../harness/rounds.ts';
import { nodeCommand } from '../harness/server-process.ts';
import { commands } from './commands.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const stub = fileURLToPath(new URL('electron-stub.mjs', import.meta.url));

export const start: Benchmark = {
  name: 'start',
  about: 'how long the main bundle of the desktop app takes to be evaluated, and a command of the command line to run',
  usesAllCores: true,
  parts: { bundle, commands },
};

type Evaluated = { readonly elapsedMs: number; readonly cpuMs: number };

async function* bundle({ effort }: Bench): AsyncGenerator<Finding> {
  const home = await mkdtemp(join(tmpdir(), 'bench-start-'));
  try {
    const configFile = join(root, 'main', 'electron', 'vite.main.config.ts');
    const outDir = join(home, 'electron');
    const output = { codeSplitting: false, minify: false };
    await build({
      root,
      configFile,
      logLevel: 'error',
      build: { outDir, sourcemap: false, rollupOptions: { output } },
    });
    const asOneFile = join(outDir, 'main.js');
    const asShipped = join(root, 'dist', 'electron', 'main.js');
    if (!existsSync(asShipped)) throw new Error('The app is not built. Run: npm run build');
    const notAFolder = join(home, 'a-file');
    await writeFile(notAFolder, '');
    const evaluate = async (path: string): Promise<Evaluated> => {
      const [node, ...flags] = nodeCommand;
      const args = [...flags, '--import', stub, path, `--data-dir=${join(notAFolder, 'data')}`];
      const { stdout } = await promisify(execFile)(node, args);
      return JSON.parse(stdout) as Evaluated;
    };
    for (const path of [asShipped, asOneFile]) await evaluate(path);
    const bytes = await Promise.all([asShipped, asOneFile].map(async (path) => (await stat(path)).size));
    const notes = [`main.js: ${bytes.map((size) => figureText(size / 1e6)).join(' and ')} MB`];
    for (const [unit, figure] of [
      ['ms', 'elapsedMs'],
      ['ms of processor time', 'cpuMs'],
    ] as const) {
      const of = (path: string) => async () => (await evaluate(path))[figure];
      yield compared(
        {
          what: 'start of the process to the end of the evaluation',
          against: 'one file, not minified',
          unit,
          target: { of: 'ratio', atMost: 1 },
        },
        await compareAlternately(of(asShipped), of(asOneFile), effort.starts),
        notes,
      );
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
