// Pins the server and the load to one core each with taskset (Linux), so that they don't compete. Elsewhere, and with
// one core, nothing is pinned, and the run reports that.

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

type Command = readonly string[];

export type Pinning = {
  /** Printed with the run. */
  message: string;
  /** The command that starts a server on its core. */
  onServerCore(command: Command): Command;
  /** The command that starts a process on any core. */
  onAnyCore(command: Command): Command;
};

const serverCore = 0;
const loadCore = 1;

/**
 * Leaves the cores to the system.
 * @param why printed with the run
 */
export function unpinned(why: string): Pinning {
  const asItIs = (command: Command) => command;
  return { message: `no process is held on a core (${why})`, onServerCore: asItIs, onAnyCore: asItIs };
}

/** Pins this process, which generates the load, to its core. */
export function pinLoad(): Pinning {
  const cores = availableParallelism();
  const isPinned =
    cores >= 2 &&
    process.platform === 'linux' &&
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(loadCore), String(process.pid)]).status === 0;
  if (!isPinned) return unpinned(cores < 2 ? 'there is one only' : 'taskset is not here');
  return {
    message: `servers are held on core ${serverCore}, the load on core ${loadCore}`,
    onServerCore: (command) => ['taskset', '--cpu-list', String(serverCore), ...command],
    onAnyCore: (command) => ['taskset', '--cpu-list', `0-${cores - 1}`, ...command],
  };
}
