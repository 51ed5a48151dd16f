// A core for the server and another for the load, so that neither takes the other's time. Linux has taskset for it;
// elsewhere, and on one core, the system decides, and the run says so.

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

type Command = readonly string[];

export interface Pinning {
  /** Said with the run. */
  message: string;
  /** The command that starts a server on its core. */
  onServerCore(command: Command): Command;
  /** The command that starts something on any core, as a person would. */
  onAnyCore(command: Command): Command;
}

const serverCore = 0;
const loadCore = 1;

/** Everything where the system puts it. @param why in words */
export function unpinned(why: string): Pinning {
  const asItIs = (command: Command) => command;
  return { message: `no process is held on a core (${why})`, onServerCore: asItIs, onAnyCore: asItIs };
}

/** Puts this process, which makes the load, on its core. */
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
