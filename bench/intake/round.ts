// One round: a separate process adds all images to a temporary folder. Before the next round the disk gets time to
// write what is pending, so that no round pays for another.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../harness/benchmark.ts';
import { nodeCommand } from '../harness/server-process.ts';
import { companionFlags } from '../memory/companion-process.ts';

export type Side = 'intake' | 'straight';

export type Task = {
  side: Side;
  paths: readonly string[];
  /** Folder of the copies. */
  into: string;
};

export type Round = {
  elapsedMs: number;
  /** Of all threads. */
  cpuMs: number;
};

/** The program with its Node flags: those of the companion, none for the straight program. */
const programs: Readonly<Record<Side, { file: string; flags: readonly string[] }>> = {
  intake: { file: 'add-round.ts', flags: companionFlags },
  straight: { file: 'straight-round.ts', flags: [] },
};

/** The copies are on the same disk as the images. */
export async function runRound(side: Side, paths: readonly string[], { effort, pinning }: Bench): Promise<Round> {
  const into = mkdtempSync(join(dirname(dirname(paths[0]!)), 'into-'));
  try {
    const { file, flags } = programs[side];
    const program = [...nodeCommand, ...flags, fileURLToPath(new URL(file, import.meta.url))];
    const [command = '', ...args] = pinning.onAnyCore(program);
    const child = spawn(command, args, { stdio: ['ignore', 2, 2, 'ipc'] });
    child.send({ side, paths, into } satisfies Task);
    const [answer] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`A round (${side}) ended with code ${code}.`))),
    ])) as [Round];
    if (child.exitCode === null) await once(child, 'exit');
    return answer;
  } finally {
    rmSync(into, { recursive: true, force: true });
    if (effort.isWhole && process.platform !== 'win32') execFileSync('sync');
  }
}
