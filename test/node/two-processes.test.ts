// Several companions on one data folder: one uploads, the others follow and add files, and no report is uploaded twice
// when any of them is killed or stopped. Real processes against a real emulator, in real time.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/emulator.ts';
import type { Result } from '../../main/contract/failure.ts';
import type { AppState } from '../../main/contract/state.ts';
import { pngOf } from '../support/flight-deck.ts';
import type { Asked } from './companion-process.ts';

const program = fileURLToPath(new URL('./companion-process.ts', import.meta.url));
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

let folder: string;
let emulator: Emulator;
let running: Set<ChildProcess>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-'));
  running = new Set();
  emulator = await createEmulator({ autoConsent: true, minGapMs: 150 });
  await emulator.start();
});
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await emulator[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env;
  const child = spawn(
    process.execPath,
    ['--disable-sigusr1', '--disable-warning=ExperimentalWarning', program, join(folder, 'data'), emulator.url],
    {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  const waiting = new Map<number, (answer: unknown) => void>();
  let last = 0;
  child.on('message', (message: { id?: number; answer?: unknown }) => {
    if (message.id !== undefined) waiting.get(message.id)?.(message.answer);
  });
  const [first] = (await once(child, 'message')) as [{ ready?: true; rejected?: { message: string } }];
  if (!first.ready) throw new Error(first.rejected?.message);
  const ask = <T>(asked: Unnumbered<Asked>): Promise<T> =>
    new Promise((resolve) => {
      waiting.set((last += 1), resolve as (answer: unknown) => void);
      child.send({ ...asked, id: last });
    });
  return {
    child,
    take: (...paths: string[]) => ask<Result<{ outcome: string }[]>>({ do: 'take', paths }),
    handle: <T>(name: string, input: unknown = {}) => ask<Result<T>>({ do: 'handle', name, input }),
    isLeader: () => ask<boolean>({ do: 'is-leader' }),
    async state() {
      const result = await this.handle<AppState>('app.state');
      if (!result.ok) throw new Error(result.failure.message.id);
      return result.value;
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      const gone = once(child, 'exit');
      void ask({ do: 'stop' });
      await gone;
    },
  };
}
type Process = Awaited<ReturnType<typeof start>>;

const images = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => {
    const path = join(folder, `${name}-${index}.png`);
    writeFileSync(path, pngOf(`${name} ${index}`));
    return path;
  });
const sent = () => emulator.flights.list({ limit: 100 }).items.map((flight) => flight.fileName);
const until = (holds: () => Promise<boolean> | boolean, timeout = 120_000) =>
  vi.waitUntil(holds, { timeout, interval: 25 });
async function leaderOf(processes: readonly Process[]): Promise<Process | null> {
  const answers = await Promise.all(processes.map((one) => one.isLeader()));
  const leaders = processes.filter((_, index) => answers[index]);
  expect(leaders.length).toBeLessThanOrEqual(1);
  return leaders[0] ?? null;
}

describe('companions on one data folder', () => {
  test('one of three uploads, another takes over when it is killed, and each report is uploaded once', async () => {
    let all = await Promise.all([1, 2, 3].map(() => start()));
    const leader = await leaderOf(all);
    expect(leader).not.toBeNull();
    expect(await leader!.handle('account.signIn')).toMatchObject({ ok: true });
    const paths = images(4, 'three');
    // Each adds some files, and all add the same two.
    await Promise.all(all.map((one, index) => one.take(...paths.slice(index, index + 2), ...paths.slice(0, 2))));
    for (const count of [1, 2]) {
      await until(() => sent().length >= count);
      const working = await leaderOf(all);
      await working!.kill();
      all = all.filter((one) => one !== working);
      await until(async () => (await leaderOf(all)) !== null);
    }
    await until(async () => (await all[0]!.state()).bays.queue === 0);
    expect(sent().toSorted()).toEqual(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).toSorted());
    await Promise.all(all.map((one) => one.stop()));
  });

  test('no follower uploads while the leader is stopped by the system, and it continues afterwards', async () => {
    const first = await start();
    await first.handle('account.signIn');
    const second = await start();
    await first.take(...images(3, 'stopped'));
    await until(() => sent().length >= 1);
    first.child.kill('SIGSTOP');
    // Only what was already sent arrives.
    const settled = async () => {
      const before = sent().length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return sent().length === before;
    };
    await until(settled);
    const count = sent().length;
    for (let look = 0; look < 3; look += 1) {
      expect(await second.isLeader()).toBe(false);
      expect((await second.state()).isLeader).toBe(false);
      expect(await settled()).toBe(true);
    }
    expect(sent()).toHaveLength(count);
    first.child.kill('SIGCONT');
    await until(async () => (await second.state()).bays.queue === 0);
    expect(sent()).toHaveLength(3);
    expect(new Set(sent()).size).toBe(3);
    await Promise.all([first.stop(), second.stop()]);
  });
});
