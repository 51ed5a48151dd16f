// Uploads of 1.5 MB at 8 connections without the minimum wait: throughput.

import type { Bench } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import type { Caller } from '../harness/http-load.ts';
import { startServer } from '../harness/server-process.ts';
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

export async function* upload({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using subject = await startEmulator(wanted, pinning);
  await using peer = await startServer<{ url: string }>(serverFile('bare-multipart'), null, pinning);
  const { comparison, notes } = await compareUnderLoad(effort, {
    subject: { name: 'emulator', server: subject, url: subject.ready.url, callers: emulatorCallers(subject.ready) },
    peer: { name: 'bare Fastify', server: peer, url: peer.ready.url, callers: peerCallers() },
  });
  const what = `upload of 1.5 MB, ${connections} connections`;
  const against = 'bare Fastify with @fastify/multipart that drains the part';
  const target = { of: 'ratio', atLeast: 0.6 } as const;
  yield compared({ what, against, unit: 'uploads per core second', target }, comparison, notes);
}
