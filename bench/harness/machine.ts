// Describes the machine of a run, because figures mean little without it.

import { availableParallelism, cpus, totalmem, release, type } from 'node:os';

export type Machine = {
  processor: string;
  cores: number;
  memoryGiB: number;
  node: string;
  system: string;
};

export function describeMachine(): Machine {
  const [first] = cpus();
  const megahertz = first === undefined || first.speed === 0 ? '' : ` at ${(first.speed / 1000).toFixed(1)} GHz`;
  return {
    processor: `${first?.model.trim() ?? 'unknown'}${megahertz}`,
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    system: `${type()} ${release()}`,
  };
}

export const machineSummary = ({ processor, cores, memoryGiB, node, system }: Machine): string =>
  `${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memoryGiB} GiB, Node ${node}, ${system}`;
