// What a server of a benchmark reports to the harness: that it is ready, and what it has used.

import { cpuUsage, memoryUsage } from 'node:process';

export type Usage = {
  /** Processor time of all threads since the start. */
  cpuMs: number;
  /** Resident memory. */
  rssBytes: number;
};

export type ServerMessage = { ready: unknown } | { usage: Usage };

/** The argument of the harness; both sides name its type. */
export const given = (): unknown => JSON.parse(process.argv[2] ?? 'null');

/** Reports ready and answers the harness from now on. The server ends with the harness. */
export function isReady(ready: unknown): void {
  const send = (message: ServerMessage) => process.send?.(message);
  process.on('message', () => send({ usage: usage() }));
  process.on('disconnect', () => process.exit());
  send({ ready });
}

function usage(): Usage {
  const { user, system } = cpuUsage();
  return { cpuMs: (user + system) / 1000, rssBytes: memoryUsage.rss() };
}
