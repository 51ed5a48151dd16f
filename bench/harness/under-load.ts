// One side of a comparison under load: a server and its callers. It keeps what all its rounds together took, so that
// the findings can say how the answers' times were distributed and whether it was the server that set the pace.

import { runLoad } from './http-load.ts';
import type { Caller } from './http-load.ts';
import type { Effort } from './benchmark.ts';
import { figureText } from './report.ts';
import { compareInTurns } from './rounds.ts';
import type { Comparison } from './rounds.ts';
import type { ServerProcess } from './server-process.ts';
import { quantileOf } from './statistics.ts';

export interface Side {
  name: string;
  server: Pick<ServerProcess<unknown>, 'usage'>;
  url: string;
  /** One for each connection; what they remember stays from round to round. */
  callers: readonly Caller[];
}

interface Meter {
  /** Requests a second in this round. */
  round(durationMs: number): Promise<number>;
  cpuMsPerRequest(): number;
  /** From 0 to 1: the share of the time in which the server's core worked for it. */
  busy(): number;
  words(): string[];
}

/** Subject and peer in turns; with notes on what they took. */
export async function compareUnderLoad(
  { pairs, roundMs, warmUpMs }: Effort,
  sides: { subject: Side; peer: Side },
): Promise<{ comparison: Comparison; notes: string[] }> {
  const subject = createMeter(sides.subject);
  const peer = createMeter(sides.peer);
  for (const side of [sides.subject, sides.peer]) await runLoad(side.url, side.callers, warmUpMs);
  const comparison = await compareInTurns(
    () => subject.round(roundMs),
    () => peer.round(roundMs),
    pairs,
  );
  const cpuRatio = peer.cpuMsPerRequest() / subject.cpuMsPerRequest();
  const notes = [
    ...subject.words(),
    ...peer.words(),
    `by processor time instead of requests a second the ratio is ${figureText(cpuRatio)}`,
  ];
  return { comparison, notes };
}

function createMeter({ name, server, url, callers }: Side): Meter {
  const latenciesMs: Float64Array[] = [];
  let wallMs = 0;
  let cpuMs = 0;
  let requests = 0;

  const cpuMsPerRequest = () => cpuMs / requests;
  const busy = () => cpuMs / wallMs;
  return {
    async round(durationMs) {
      const before = await server.usage();
      const load = await runLoad(url, callers, durationMs);
      const after = await server.usage();
      latenciesMs.push(load.latenciesMs);
      wallMs += load.elapsedMs;
      cpuMs += after.cpuMs - before.cpuMs;
      requests += load.latenciesMs.length;
      return (load.latenciesMs.length * 1000) / load.elapsedMs;
    },
    cpuMsPerRequest,
    busy,
    words() {
      const sorted = Float64Array.from(latenciesMs.flatMap((part) => [...part])).sort();
      const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => figureText(quantileOf(sorted, share)));
      return [
        `${name}: p50 ${p50}, p90 ${p90}, p99 ${p99} ms; core ${Math.round(busy() * 100)} % busy, ` +
          `${figureText(cpuMsPerRequest() * 1000)} µs of processor a request`,
      ];
    },
  };
}
