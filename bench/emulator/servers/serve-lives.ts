// Emulators in one process, one after the other and side by side: each is created, listens and is stopped; those side
// by side also answer one request each. The ready message contains the measurements.

import { createEmulator } from '../../../emulator/emulator.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import { given, isReady } from '../../harness/serving.ts';

export type LivesWanted = {
  oneByOne: number;
  together: number;
};

export type LivesTaken = {
  /** Of each emulator. */
  wholeMs: number[];
  /** Of all emulators side by side, divided by their number. */
  togetherMs: number;
  /** Memory while all of them run, divided by their number. */
  togetherBytes: number;
};

const { oneByOne, together } = given() as LivesWanted;
const warmUps = Math.ceil(oneByOne / 10);
const wholeMs: number[] = [];
for (let life = -warmUps; life < oneByOne; life += 1) {
  const startedMs = performance.now();
  const emulator = await createEmulator();
  await emulator.start();
  await emulator.stop();
  await emulator[Symbol.asyncDispose]();
  if (life >= 0) wholeMs.push(performance.now() - startedMs);
}

const beforeBytes = process.memoryUsage.rss();
const startedMs = performance.now();
const emulators = await Promise.all(Array.from({ length: together }, startOne));
const togetherBytes = (process.memoryUsage.rss() - beforeBytes) / together;
await Promise.all(emulators.map(ask));
await Promise.all(emulators.map((emulator) => emulator[Symbol.asyncDispose]()));
const togetherMs = (performance.now() - startedMs) / together;

isReady({ wholeMs, togetherMs, togetherBytes } satisfies LivesTaken);

async function startOne(): Promise<Emulator> {
  const emulator = await createEmulator();
  await emulator.start();
  return emulator;
}

async function ask({ url, signIn }: Emulator): Promise<void> {
  const { access_token: token } = signIn();
  const { status } = await fetch(`${url}/api/v1/flights`, { headers: { authorization: `Bearer ${token}` } });
  if (status !== 200) throw new Error(`One of many emulators answered ${status}.`);
}
