// One round: all pictures taken in by a process of its own, into a folder of its own that is removed behind it. Before the
// next one the disk is given time to write what it still owes, so that no round pays for another.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../harness/benchmark.ts';
import { nodeCommand } from '../harness/server-process.ts';
import { companionFlags } from '../memory/companion-process.ts';
import type { TurnFigures } from './turns.ts';

/** `one-by-one`: the next is handed over when the one before is safe, as a folder's watch does. */
export type Side = 'intake' | 'intake-one-by-one' | 'straight' | 'straight-with-row';

export interface Task {
  side: Side;
  paths: readonly string[];
  /** Where the copies go. */
  into: string;
}

export interface Round {
  elapsedMs: number;
  /** Of all threads. */
  cpuMs: number;
  /** Resident, as it went: about twenty figures. */
  rssMiB: number[];
  /** How long the event loop took to come round. */
  loop: TurnFigures;
  /** The longest turn of the loop of a thread in the same process that has nothing to do: the machine's own part. */
  idleMs: number;
  /** The longest transaction: it holds the loop until the disk has it. */
  transactionMs: number;
  /** How long something small took that a window may ask for meanwhile: a look at one file. */
  askMs: { most: number; p99: number };
}

/** What runs, with what its Node is told: the companion's own as its users start it, the straight program's nothing. */
const programs: Readonly<Record<Side, { file: string; flags: readonly string[] }>> = {
  intake: { file: 'take-round.ts', flags: companionFlags },
  'intake-one-by-one': { file: 'take-round.ts', flags: companionFlags },
  straight: { file: 'straight-round.ts', flags: [] },
  'straight-with-row': { file: 'straight-round.ts', flags: [] },
};

/** The copies lie on the same disk as the pictures. */
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
