// The clean-up of a spool with the real database, in virtual time. The files are real, with current times.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '../../../../main/core/platform/ports.ts';
import type { Database } from '../../../../main/core/storage/database/database.ts';
import { createSpoolNames, createSpoolSweep } from '../../../../main/core/uploads/spool/spool-cleanup.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { freshStores, newJob } from '../../storage/fresh-stores.ts';
import { createDatabase } from '../../storage/create-database.ts';

const hour = 3_600_000;
const day = 24 * hour;
const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let spoolDir: string;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-sweep-'));
  spoolDir = join(folder, 'spool');
  database = createDatabase(join(folder, 'companion.db'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** A test's files have current times; a clock set ahead makes them old. */
const clockAhead = (ms: number) => createVirtualClock(Date.now() + ms);
const sweepWith = (clock: VirtualClock, onTransaction = () => {}, names = createSpoolNames(database)) =>
  createSpoolSweep({
    clock,
    log,
    spoolDir,
    names,
    inTransaction(work) {
      onTransaction();
      return freshStores('demo', database).inTransaction(work);
    },
  });

async function sweptOnce(aheadMs: number, onTransaction?: () => void) {
  const clock = clockAhead(aheadMs);
  const sweep = sweepWith(clock, onTransaction);
  await sweep.sweep();
  return { clock, sweep };
}

let count = 0;
function copy(name = `ab/ab${String((count += 1)).padStart(62, '0')}.png`) {
  const path = join(spoolDir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'an image');
  return { name, path, isThere: () => existsSync(path) };
}
const unfinished = () => copy(`incoming/${crypto.randomUUID()}`);
const jobOf = (spool: string, profile = 'demo', more = {}) =>
  freshStores(profile, database).jobs.add(newJob({ spool, ...more }));

describe('a copy that no job names', () => {
  it('and that is a day old is deleted when it was unchanged for an hour, and so is a partial one', async () => {
    const files = [copy(), unfinished()];
    const clock = clockAhead(day + 1_000);
    const sweep = sweepWith(clock);
    expect(await sweep.sweep()).toBe(0);
    await clock.advance(hour - 1);
    expect(await sweep.sweep()).toBe(0);
    await clock.advance(1);
    expect(await sweep.sweep()).toBe(2);
    expect(files.map((file) => file.isThere())).toEqual([false, false]);
  });

  it('stays for a day of this run if the clock is set forward after it was written', async () => {
    const { clock, sweep } = await sweptOnce(0);
    const file = copy();
    clock.setWall(Date.now() + 400 * day);
    await sweep.sweep();
    await clock.advance(23 * hour);
    expect(await sweep.sweep()).toBe(0);
    expect(file.isThere()).toBe(true);
    await clock.advance(hour);
    expect(await sweep.sweep()).toBe(1);
  });

  it('stays for a day of this run if its dates are in the future', async () => {
    const file = copy();
    const { clock, sweep } = await sweptOnce(-30 * day);
    await clock.advance(23 * hour);
    expect(await sweep.sweep()).toBe(0);
    await clock.advance(hour);
    expect(await sweep.sweep()).toBe(1);
    expect(file.isThere()).toBe(false);
  });

  it('stays if another process refers to it at the time of its removal', async () => {
    const file = copy();
    const { clock, sweep } = await sweptOnce(2 * day, () => jobOf(file.name));
    await clock.advance(hour);
    expect(await sweep.sweep()).toBe(0);
    expect(file.isThere()).toBe(true);
  });

  it("is distinguished from another program's file, which is left alone", async () => {
    const others = [
      copy('notes.txt'),
      copy('ab/notes.txt'),
      copy('incoming/notes.png'),
      copy(`cd/${'ab'.repeat(32)}.png`),
    ];
    const { clock, sweep } = await sweptOnce(30 * day);
    await clock.advance(30 * day);
    expect(await sweep.sweep()).toBe(0);
    expect(others.every((file) => file.isThere())).toBe(true);
  });
});

describe('a copy that a job names', () => {
  it.each(['waiting', 'uploading', 'unconfirmed', 'uploaded', 'rejected', 'held', 'declined'] as const)(
    'stays for as long as the job is %s, in any profile',
    async (state) => {
      const file = copy();
      const id = jobOf(file.name, 'another profile');
      freshStores('another profile', database).jobs.change(id, 5, {
        state,
        evidence: state === 'uploaded' ? 'answered' : null,
      });
      const { clock, sweep } = await sweptOnce(900 * day);
      await clock.advance(2 * day);
      expect(await sweep.sweep()).toBe(0);
      expect(file.isThere()).toBe(true);
    },
  );

  it('stays for a day after the report was removed, and longer if another report has the same image', async () => {
    const [file, shared] = [copy(), copy()];
    const clock = clockAhead(3 * day);
    const { jobs, accountOf } = freshStores('demo', database);
    const sha256 = '1'.repeat(64);
    jobOf(shared.name, 'demo', { sha256, accountId: accountOf('ben') });
    for (const id of [jobOf(file.name), jobOf(shared.name, 'demo', { sha256 })]) {
      jobs.change(id, clock.now(), { removedAt: clock.now() });
    }
    const sweep = sweepWith(clock);
    await sweep.sweep();
    await clock.advance(23 * hour);
    expect(await sweep.sweep()).toBe(0);
    await clock.advance(2 * hour);
    await sweep.sweep();
    await clock.advance(day);
    expect(await sweep.sweep()).toBe(1);
    expect([file.isThere(), shared.isThere()]).toEqual([false, true]);
  });
});

describe('the sweep', () => {
  it('runs five seconds after the start and then every hour', async () => {
    const clock = clockAhead(2 * day);
    const looks: number[] = [];
    const names = createSpoolNames(database);
    const wanted = (now: number) => {
      looks.push(clock.monotonic() - begun);
      return names.wanted(now);
    };
    const begun = clock.monotonic();
    const sweep = sweepWith(clock, () => {}, { ...names, wanted });
    sweep.start();
    await clock.advanceUntil(() => looks.length === 3, 3 * hour);
    await sweep.stop();
    expect(looks[0]).toBe(5_000);
    expect(looks.map((at, index) => at - (looks[index - 1] ?? at))).toEqual([0, hour, hour]);
    await clock.advance(day);
    expect(looks).toHaveLength(3);
  });

  it('removes fifty in a transaction, and none after its end', async () => {
    const files = Array.from({ length: 101 }, () => copy());
    const clock = clockAhead(2 * day);
    let transactions = 0;
    const sweep = sweepWith(clock, () => {
      transactions += 1;
      if (transactions === 2) void sweep.stop();
    });
    await sweep.sweep();
    await clock.advance(hour);
    expect(await sweep.sweep()).toBe(100);
    expect(files.filter((file) => file.isThere())).toHaveLength(1);
    expect(await sweep.sweep()).toBe(0);
  });

  it('finds nothing if there is no spool, and reports no failure of the database', async () => {
    const clock = clockAhead(2 * day);
    expect(await sweepWith(clock).sweep()).toBe(0);
    copy();
    const failing = sweepWith(clock, () => {
      throw new Error('the database is locked');
    });
    await failing.sweep();
    await clock.advance(hour);
    expect(await failing.sweep()).toBe(0);
  });
});

it('a copy with any change counts as new', async () => {
  const file = copy();
  const { clock, sweep } = await sweptOnce(2 * day);
  await new Promise((resolve) => setTimeout(resolve, 20));
  chmodSync(file.path, 0o600);
  await clock.advance(hour);
  expect(await sweep.sweep()).toBe(0);
  expect(file.isThere()).toBe(true);
});

it('what vanished before its removal is skipped', async () => {
  const [gone, other] = [copy(), copy()];
  const { clock, sweep } = await sweptOnce(2 * day, () => rmSync(gone.path));
  await clock.advance(hour);
  expect(await sweep.sweep()).toBe(1);
  expect(other.isThere()).toBe(false);
});
