// Several companions on one data folder: one uploads, the others follow and add files, and no report is uploaded twice
// when any of them is killed or stopped. Real processes against a real emulator, in real time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/emulator.ts';
import { startCompanionProcess, type CompanionProcess } from '../campaigns/crash/companion-process.ts';
import { pngOf } from '../support/flight-deck.ts';

let folder: string;
let emulator: Emulator;
let running: CompanionProcess[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-'));
  running = [];
  emulator = await createEmulator({ autoConsent: true, minGapMs: 150 });
  await emulator.start();
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()));
  await emulator[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  const place = { dataDir: join(folder, 'data'), address: emulator.url, isPassive: true };
  const started = startCompanionProcess({ ...place, anchorMs: Date.now(), scale: 1 }, () => {});
  running.push(started);
  if (!(await started.isOpen)) throw new Error(started.complaints());
  return started;
}
async function stateOf(one: CompanionProcess) {
  const result = await one.ask('app.state', {});
  if (!result?.ok) throw new Error(result?.failure.message.id);
  return result.value;
}

const images = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => {
    const path = join(folder, `${name}-${index}.png`);
    writeFileSync(path, pngOf(`${name} ${index}`));
    return { path, name: basename(path) };
  });
const sent = () => emulator.flights.list({ limit: 100 }).items.map((flight) => flight.fileName);
const until = (holds: () => Promise<boolean> | boolean, timeout = 120_000) =>
  vi.waitUntil(holds, { timeout, interval: 25 });
async function leaderOf(processes: readonly CompanionProcess[]): Promise<CompanionProcess | null> {
  const states = await Promise.all(processes.map(stateOf));
  const leaders = processes.filter((_, index) => states[index]!.isLeader);
  expect(leaders.length).toBeLessThanOrEqual(1);
  return leaders[0] ?? null;
}

describe('companions on one data folder', () => {
  test('one of three uploads, another takes over when it is killed, and each report is uploaded once', async () => {
    let all = await Promise.all([1, 2, 3].map(() => start()));
    const leader = await leaderOf(all);
    expect(leader).not.toBeNull();
    expect(await leader!.ask('account.signIn', {})).toMatchObject({ ok: true });
    const files = images(4, 'three');
    // Each adds some files, and all add the same two.
    await Promise.all(all.map((one, index) => one.take([...files.slice(index, index + 2), ...files.slice(0, 2)])));
    for (const count of [1, 2]) {
      await until(() => sent().length >= count);
      const working = await leaderOf(all);
      await working!.kill();
      all = all.filter((one) => one !== working);
      await until(async () => (await leaderOf(all)) !== null);
    }
    await until(async () => (await stateOf(all[0]!)).bays.queue === 0);
    expect(sent().toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  });

  test('no follower uploads while the leader is stopped by the system, and it continues afterwards', async () => {
    const first = await start();
    await first.ask('account.signIn', {});
    const second = await start();
    await first.take(images(3, 'stopped'));
    await until(() => sent().length >= 1);
    first.signal('SIGSTOP');
    // Only what was already sent arrives.
    const settled = async () => {
      const before = sent().length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return sent().length === before;
    };
    await until(settled);
    const count = sent().length;
    for (let look = 0; look < 3; look += 1) {
      expect((await stateOf(second)).isLeader).toBe(false);
      expect(await settled()).toBe(true);
    }
    expect(sent()).toHaveLength(count);
    first.signal('SIGCONT');
    await until(async () => (await stateOf(second)).bays.queue === 0);
    expect(sent()).toHaveLength(3);
    expect(new Set(sent()).size).toBe(3);
  });
});
