// Uploads of 1.5 MB at 8 connections without the minimum wait: throughput and memory.

import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from '../harness/benchmark.ts';
import { alone, compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { runLoad } from '../harness/http-load.ts';
import type { Caller } from '../harness/http-load.ts';
import { figureText } from '../harness/report.ts';
import { startServer } from '../harness/server-process.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { spreadOf } from '../harness/statistics.ts';
import { compareUnderLoad } from '../harness/under-load.ts';
import { uploading } from './callers.ts';
import { makeImage } from './image.ts';
import type { EmulatorReady } from './servers/serve-emulator.ts';
import { accessTokensOf, serverFile, shortMinutes, startEmulator } from './sides.ts';

const connections = 8;
const fileBytes = 1_500_000;
const image = makeImage(fileBytes);
const wanted = { options: { minGapMs: 0, ...shortMinutes }, pilots: connections };

const emulatorCallers = (ready: EmulatorReady): Caller[] =>
  Array.from({ length: connections }, (_, index) => uploading(image, accessTokensOf(ready, index, connections)));

const peerCallers = (): Caller[] => Array.from({ length: connections }, () => uploading(image, ['a'.repeat(46)]));

const startPeer = (pinning: Bench['pinning'], isHashed: boolean) =>
  startServer<{ url: string }>(serverFile('bare-multipart'), { isHashed }, pinning);

export async function* upload({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  const what = `upload of 1.5 MB, ${connections} connections`;
  const unit = 'uploads per core second';
  const peers = [
    {
      isHashed: false,
      against: 'bare Fastify with @fastify/multipart that drains the part',
      target: { of: 'ratio', atLeast: 0.8 } as const,
    },
    { isHashed: true, against: 'the same that makes a SHA-256 of the part', target: null },
  ];
  for (const { isHashed, against, target } of peers) {
    await using subject = await startEmulator(wanted, pinning);
    await using peer = await startPeer(pinning, isHashed);
    const { comparison, notes } = await compareUnderLoad(effort, {
      subject: {
        name: 'emulator',
        server: subject,
        url: subject.ready.url,
        callers: emulatorCallers(subject.ready),
      },
      peer: { name: 'bare Fastify', server: peer, url: peer.ready.url, callers: peerCallers() },
    });
    yield compared({ what, against, unit, target }, comparison, notes);
  }
}

/** How often a new server is measured. */
const servers = 5;
const settleMs = 500;

export async function* uploadMemory({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  const times = Math.min(servers, effort.starts);
  const durationMs = effort.warmUpMs + effort.roundMs;
  const subject: number[] = [];
  const peer: number[] = [];
  // Compiling takes memory too. `npm run emulator` uses Node's compile cache, which the first start fills.
  await (await startEmulator(wanted, pinning))[Symbol.asyncDispose]();
  for (let time = 0; time < times; time += 1) {
    await using emulator = await startEmulator(wanted, pinning);
    subject.push(await peakOverIdle(emulator, emulatorCallers(emulator.ready), durationMs));
    await using bare = await startPeer(pinning, false);
    peer.push(await peakOverIdle(bare, peerCallers(), durationMs));
  }
  const { least, median, most } = spreadOf(peer);
  yield alone(
    {
      what: `the same: the most memory over that at rest, ${connections} connections`,
      unit: 'files a connection',
      target: { of: 'subject', atMost: 3 },
    },
    spreadOf(subject),
    [`bare Fastify uses ${figureText(median)} (${figureText(least)} … ${figureText(most)})`],
  );
}

/** In files a connection. */
async function peakOverIdle(
  server: ServerProcess<{ url: string }>,
  callers: readonly Caller[],
  durationMs: number,
): Promise<number> {
  await wait(settleMs);
  const idle = await server.usage();
  await runLoad(server.ready.url, callers, durationMs);
  const { peakRssBytes } = await server.usage();
  return (peakRssBytes - idle.rssBytes) / (connections * fileBytes);
}
