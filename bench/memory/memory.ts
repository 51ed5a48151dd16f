// Measures the companion's memory with a long queue.
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator } from '../../emulator/emulator.ts';
import { emulatorProfile } from '../../main/core/service/profile.ts';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { alone, figureText, type Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/rounds.ts';
import { end, endedWell, residentOf, waitForOutput, startCompanion, type Place } from './companion-process.ts';
import { writeUsedData } from './used-data.ts';

const waitingCount = 10_000;
const subject = 'demo';

export const memory: Benchmark = {
  name: 'memory',
  about: 'the companion: memory with a long queue',
  parts: { queue },
};

async function* queue({ isWhole, pairs, worldShare }: Effort): AsyncGenerator<Finding> {
  await using scene = await createScene();
  const waiting = Math.round(waitingCount * worldShare);
  const place = await scene.folder(waiting);
  await endedWell(startCompanion(place, ['sign-in']));
  const folders = [1, 2, 3].map((number) => join(scene.scratch, `screenshots-${number}`));
  for (const folder of folders) mkdirSync(folder);
  const steady: number[] = [];
  const peaks: number[] = [];
  const program: number[] = [];
  const sent: number[] = [];
  const records = () => scene.emulator.flights.list({ limit: 100 }).items.length;
  // The first run compiles and is not measured.
  for (let run = 0; run <= Math.max(1, pairs / 2); run += 1) {
    const before = records();
    const child = startCompanion(place, ['watch', ...folders]);
    await waitForOutput(child, 'Ctrl-C');
    const samples: number[] = [];
    for (let sample = 0; sample < (isWhole ? 100 : 5); sample += 1) {
      await sleep(200);
      const resident = residentOf(child);
      if (resident) samples.push(resident.now);
    }
    const last = residentOf(child);
    await end(child);
    if (run === 0 || last === null) continue;
    steady.push(spreadOf(samples.slice(samples.length / 2)).median);
    peaks.push(last.most);
    program.push(last.program);
    sent.push(records() - before);
  }
  if (peaks.length === 0) return;
  const what = `${figureText(waiting)} waiting reports and three folders, signed in and sending`;
  const target = { of: 'subject', atMost: 120 } as const;
  const notes = [
    `of it pages of the program itself, Node: ${figureText(spreadOf(program).median)} MB`,
    `sent in a run of ${isWhole ? 20 : 1} s: at least ${Math.min(...sent)} reports, at most ${Math.max(...sent)}`,
  ];
  yield alone({ what: `resident memory, ${what}: steady`, unit: 'MB', target }, spreadOf(steady), notes);
  yield alone({ what: `resident memory, ${what}: most`, unit: 'MB', target }, spreadOf(peaks));
}

/** An emulator whose pilot approves, and a place for folders. */
async function createScene() {
  const scratch = await mkdtemp(join(tmpdir(), 'bench-memory-'));
  writeFileSync(join(scratch, 'browser.mjs'), 'await (await fetch(process.argv[2])).text();\n');
  // Slow, so that the first runs don't use up the requests of the minute and the images.
  const emulator = await createEmulator({ autoConsent: true, minGapMs: 2_000 });
  const { url } = await emulator.start();
  const profile = emulatorProfile('emulator', url).key;
  let folders = 0;
  return {
    scratch,
    emulator,
    async folder(waiting: number): Promise<Place> {
      const dataDir = join(scratch, `data-${(folders += 1)}`);
      writeUsedData(dataDir, { profile, subject, waiting });
      return { scratch, dataDir, service: url };
    },
    async [Symbol.asyncDispose]() {
      await emulator[Symbol.asyncDispose]();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
