// What a server of a benchmark says to the harness: that it is ready, and what it has used.

import { readFileSync } from 'node:fs';
import { cpuUsage, memoryUsage, resourceUsage } from 'node:process';

export interface Usage {
  /** Processor time since the start, of all its threads. */
  cpuMs: number;
  /** Resident memory now, and the most there ever was. */
  rssBytes: number;
  peakRssBytes: number;
}

export type ServerMessage = { ready: unknown } | { usage: Usage };

/** What the harness handed over; both sides name its type. */
export const given = (): unknown => JSON.parse(process.argv[2] ?? 'null');

/** From now on the harness may ask. When the harness is gone the server ends too. */
export function isReady(ready: unknown): void {
  const send = (message: ServerMessage) => process.send?.(message);
  process.on('message', () => send({ usage: usage() }));
  process.on('disconnect', () => process.exit());
  send({ ready });
}

function usage(): Usage {
  const { user, system } = cpuUsage();
  return { cpuMs: (user + system) / 1000, rssBytes: memoryUsage.rss(), peakRssBytes: peakRssBytes() };
}

/** Linux counts in `maxRSS` what the process was before it became this program; its own peak stands elsewhere. */
function peakRssBytes(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const peakKiB = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
  return Number(peakKiB ?? resourceUsage().maxRSS) * 1024;
}
