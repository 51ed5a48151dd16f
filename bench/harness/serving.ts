// What a server of a benchmark reports to the harness: that it is ready, and what it has used.

import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { cpuUsage, memoryUsage, resourceUsage } from 'node:process';

export type Usage = {
  /** Processor time of all threads since the start. */
  cpuMs: number;
  /** Resident memory now, and its peak. */
  rssBytes: number;
  peakRssBytes: number;
};

export type ServerMessage = { ready: unknown } | { usage: Usage };

/** The argument of the harness; both sides name its type. */
export const given = (): unknown => JSON.parse(process.argv[2] ?? 'null');

/** Reports ready and answers the harness from now on. The server ends with the harness. */
export function isReady(ready: unknown): void {
  const send = (message: ServerMessage) => process.send?.(message);
  // The harness kills servers, and Node writes its compile cache only at a regular end.
  flushCompileCache();
  process.on('message', () => send({ usage: usage() }));
  process.on('disconnect', () => process.exit());
  send({ ready });
}

function usage(): Usage {
  const { user, system } = cpuUsage();
  return { cpuMs: (user + system) / 1000, rssBytes: memoryUsage.rss(), peakRssBytes: peakRssBytes() };
}

/** On Linux `maxRSS` includes the process before it became this program; its own peak is read elsewhere. */
function peakRssBytes(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const peakKiB = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
  return Number(peakKiB ?? resourceUsage().maxRSS) * 1024;
}
