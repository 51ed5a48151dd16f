// Compares how many requests a server answers per second of its processor's time: its throughput with a core to itself.
// On an idle machine the clock gives the same; on a busy one it would measure the other programs. Both are printed.

import { runLoad } from './http-load.ts';
import type { Caller } from './http-load.ts';
import type { Effort } from './benchmark.ts';
import { figureText } from './report.ts';
import { compareAlternately } from './rounds.ts';
import type { Comparison } from './rounds.ts';
import type { ServerProcess } from './server-process.ts';
import { quantileOf } from './statistics.ts';

export type Side = {
  name: string;
  server: Pick<ServerProcess<unknown>, 'usage'>;
  url: string;
  /** One for each connection; they keep their state from round to round. */
  callers: readonly Caller[];
};

type Meter = {
  /** Requests per second of the server's processor time. */
  round(durationMs: number): Promise<number>;
  /** Requests per second by the clock, of all rounds. */
  perSecond(): number;
  message(): string;
};

/** Subject and peer in turns, with notes on what they used. */
export async function compareUnderLoad(
  { pairs, roundMs, warmUpMs }: Effort,
  sides: { subject: Side; peer: Side },
): Promise<{ comparison: Comparison; notes: string[] }> {
  const subject = createMeter(sides.subject);
  const peer = createMeter(sides.peer);
  for (const side of [sides.subject, sides.peer]) await runLoad(side.url, side.callers, warmUpMs);
  const comparison = await compareAlternately(
    () => subject.round(roundMs),
    () => peer.round(roundMs),
    pairs,
  );
  const byClock = [subject.perSecond(), peer.perSecond(), subject.perSecond() / peer.perSecond()].map(figureText);
  return {
    comparison,
    notes: [
      subject.message(),
      peer.message(),
      `by the clock ${byClock[0]} and ${byClock[1]} a second, ratio ${byClock[2]}`,
    ],
  };
}

function createMeter({ name, server, url, callers }: Side): Meter {
  const latenciesMs: Float64Array[] = [];
  let wallMs = 0;
  let cpuMs = 0;
  let requests = 0;

  return {
    async round(durationMs) {
      const before = await server.usage();
      const load = await runLoad(url, callers, durationMs);
      const after = await server.usage();
      const usedMs = after.cpuMs - before.cpuMs;
      latenciesMs.push(load.latenciesMs);
      wallMs += load.elapsedMs;
      cpuMs += usedMs;
      requests += load.latenciesMs.length;
      return (load.latenciesMs.length * 1000) / usedMs;
    },
    perSecond: () => (requests * 1000) / wallMs,
    message() {
      const sorted = Float64Array.from(latenciesMs.flatMap((part) => [...part])).sort();
      const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => figureText(quantileOf(sorted, share)));
      const busy = Math.round((cpuMs / wallMs) * 100);
      return (
        `${name}: ${figureText((cpuMs * 1000) / requests)} µs of processor a request; ` +
        `p50 ${p50}, p90 ${p90}, p99 ${p99} ms; its core was ${busy} % busy with it`
      );
    },
  };
}
