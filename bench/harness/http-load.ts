// Compares how many requests two servers answer per second of their own processor time, which other programs on the
// machine hardly change: each connection has one request in progress at a time.

import { Client } from 'undici';
import type { Effort } from './benchmark.ts';
import { figureText } from './finding.ts';
import { compareAlternately, type Comparison } from './rounds.ts';
import type { ServerProcess } from './server-process.ts';

/** What one connection sends, and what it does with the answer, which may hold what the next request needs. */
export type Caller = {
  next(): { path: string; headers: Record<string, string>; body: string | Buffer };
  /** Throws if the answer is wrong. */
  answered(status: number, body: string): void;
};

export type Side = {
  name: string;
  server: Pick<ServerProcess<unknown>, 'usage'>;
  url: string;
  /** One for each connection; they keep their state from round to round. */
  callers: readonly Caller[];
};

/** Sends until the time is over and everything in progress is answered. Rejects at the first wrong answer. */
async function runLoad({ url, callers }: Side, durationMs: number): Promise<number> {
  let requests = 0;
  const untilMs = performance.now() + durationMs;
  const callOften = async (caller: Caller) => {
    const client = new Client(url);
    try {
      while (performance.now() < untilMs) {
        const { statusCode, body } = await client.request({ method: 'POST', ...caller.next() });
        caller.answered(statusCode, await body.text());
        requests += 1;
      }
    } finally {
      await client.close();
    }
  };
  await Promise.all(callers.map(callOften));
  return requests;
}

/** Subject and peer in turns, with notes on what they used. The first round of each does not count. */
export async function compareUnderLoad(
  { pairs, roundMs }: Effort,
  subject: Side,
  peer: Side,
): Promise<{ comparison: Comparison; notes: string[] }> {
  const used = new Map([subject, peer].map((side) => [side, { cpuMs: 0, requests: 0 }]));
  const round = (side: Side) => async () => {
    const before = await side.server.usage();
    const requests = await runLoad(side, roundMs);
    const cpuMs = (await side.server.usage()).cpuMs - before.cpuMs;
    const all = used.get(side)!;
    used.set(side, { cpuMs: all.cpuMs + cpuMs, requests: all.requests + requests });
    return (requests * 1000) / cpuMs;
  };
  for (const side of [subject, peer]) await runLoad(side, roundMs);
  const comparison = await compareAlternately(round(subject), round(peer), pairs);
  const notes = [...used].map(
    ([{ name }, { cpuMs, requests }]) => `${name}: ${figureText((cpuMs * 1000) / requests)} µs of processor a request`,
  );
  return { comparison, notes };
}
