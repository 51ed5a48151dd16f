// A damaged database: what can be read stays in use, the damaged file is kept, and nothing is uploaded twice.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../../../support/fast-check.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../../../main/core/storage/data-folder.ts';
import { migrations } from '../../../../main/core/storage/database/migrations.ts';
import { dataUnderTest } from '../data-under-test.ts';
import { type Message } from '../../../../main/messages/message.ts';

type Before = { sha256: string; state: string };
const PAGE = 4096;

/** Sixty reports, one of them uploading; the files as a power cut leaves them, with the log. */
let base: ReturnType<typeof dataUnderTest>;
let still: DataFolder;
let before: Before[];
const jobsOf = (data: DataFolder) =>
  data.database.prepare('SELECT sha256, state, attempt FROM jobs WHERE removed_at IS NULL ORDER BY id').all();
beforeAll(() => {
  base = dataUnderTest();
  still = base.opened();
  base.fill(still, 60);
  const jobs = base.storesOf(still).jobs;
  const attempt = { startedAt: base.clock.now(), endedAt: null, baselineId: 60, lookups: 0 };
  jobs.change(jobs.waitingIds(1)[0]!, base.clock.now(), { state: 'uploading', attempt, attempts: 1 });
  before = jobsOf(still).map((row) => ({ sha256: String(row['sha256']), state: String(row['state']) }));
});
afterAll(() => {
  still.close();
  base[Symbol.dispose]();
});

const asides = (folder: string) => readdirSync(folder).filter((name) => /^companion\.damaged-.*\.db$/.test(name));

/** The invariant of every recovery. */
function expectNothingLostNorTwice(data: DataFolder) {
  const after = new Map<string, { state: string; isUnconfirmed: boolean }>();
  for (const row of jobsOf(data)) {
    const sha256 = String(row['sha256']);
    expect(after.has(sha256)).toBe(false);
    after.set(sha256, { state: String(row['state']), isUnconfirmed: row['attempt'] !== null });
  }
  for (const { sha256, state } of before) {
    const now = after.get(sha256);
    // Each image still has its report.
    expect(now).toBeDefined();
    if (state === 'waiting') continue;
    // A report that was sent, or may have been, is not uploaded again automatically.
    expect(now!.state === 'uploaded' || (now!.isUnconfirmed && now!.state !== 'waiting')).toBe(true);
  }
}

describe('damaged data', () => {
  const overwritten = (from: number, to: number) => (content: Buffer) => Buffer.from(content).fill(0xa5, from, to);
  it.each<[string, (content: Buffer) => Buffer, number]>([
    ['without its header', overwritten(0, 100), 60],
    ['without its first page', overwritten(0, PAGE), 60],
    ['with a page in the middle that was overwritten', overwritten(PAGE * 22, PAGE * 23), 40],
    ['of which half is there', (content) => content.subarray(0, Math.floor(content.length / 2 / PAGE) * PAGE), 0],
    ['that is cut off in the middle of a page', (content) => content.subarray(0, content.length - PAGE * 3 - 17), 1],
    ['of zeroes', (content) => Buffer.alloc(content.length), 0],
    ['of no bytes at all', () => Buffer.alloc(0), 0],
    ['that is a letter to my aunt', () => Buffer.from('Dear aunt, it is raining.\n'.repeat(300)), 0],
  ])('%s is rescued as far as it can be read, and kept under a name that is said', (_words, change, atLeast) => {
    using data = dataUnderTest(base.folder);
    // Without its log: everything is in the file.
    const whole = data.opened();
    whole.close();
    data.damage(change);
    const damaged = readFileSync(data.path);
    const rescued = data.opened();
    expect(rescued.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expectNothingLostNorTwice(rescued);
    const [aside, ...others] = asides(data.folder);
    expect(others).toEqual([]);
    expect(readFileSync(join(data.folder, aside!)).equals(damaged)).toBe(true);
    expect(rescued.concern()).toMatchObject({ kind: 'data-unreadable', code: 'rescued' });
    const { params } = rescued.concern()!.message as Message<'failure.dataRescued'>;
    expect(params.kept).toBe(join(data.folder, aside!));
    expect(params.reports).toBeGreaterThanOrEqual(atLeast);
    rescued.close();
    // Repaired once, and shown for a week.
    data.pass(6 * 86_400_000);
    const again = data.opened();
    expect(again.concern()?.code).toBe('rescued');
    expect(asides(data.folder)).toHaveLength(1);
    again.close();
    data.pass(2 * 86_400_000);
    const later = data.opened();
    expect(later.concern()).toBeNull();
    later.close();
  });

  it('keeps every row of every undamaged table', () => {
    using data = dataUnderTest(base.folder);
    const whole = data.opened();
    const count = (of: DataFolder, table: string) =>
      of.database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.['n'];
    const tables = ['accounts', 'jobs', 'flights', 'history', 'pause_switch', 'pacing', 'folders', 'ledger'];
    const counts = tables.map((table) => count(whole, table));
    whole.close();
    data.damage(overwritten(0, 100));
    const rescued = data.opened();
    expect(tables.map((table) => count(rescued, table))).toEqual(counts);
    const stores = data.storesOf(rescued);
    expect(stores.pauseSwitch.isPaused()).toBe(true);
    expect(stores.requests.storedState(1)).toBe('{"least":5000}');
    expect(stores.flights.byId(1, 40)?.record.aircraft).toBe('type 40');
    // A number that a report had is not reused.
    expect(Number(rescued.database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'").get()?.['seq'])).toBe(
      60,
    );
    rescued.close();
  });

  it('is rebuilt from the spool: the attempt journal has what was sent, the pilot is asked about the rest', () => {
    using data = dataUnderTest(base.folder);
    for (const end of ['', '-wal', '-shm']) rmSync(data.path + end, { force: true });
    const rescued = data.opened();
    expectNothingLostNorTwice(rescued);
    const states = rescued.database
      .prepare('SELECT state, COUNT(*) AS n FROM jobs GROUP BY state ORDER BY state')
      .all();
    expect(states).toEqual([
      { state: 'held', n: 20 },
      { state: 'uploaded', n: 40 },
    ]);
    // The pilot is the same one at the next sign-in: the same image stays one report.
    const stores = data.storesOf(rescued);
    const anna = stores.accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, data.clock.now()).id;
    expect(stores.jobs.byImage({ sha256: before[0]!.sha256, imageHash: null }, anna)).toMatchObject({
      state: 'uploaded',
      flightId: 1,
    });
    rescued.close();
  });

  it("without an attempt journal holds every report for the pilot's decision", () => {
    using data = dataUnderTest(base.folder);
    data.opened().close();
    rmSync(join(data.folder, 'attempts.log'));
    data.damage(overwritten(0, PAGE));
    const rescued = data.opened();
    expectNothingLostNorTwice(rescued);
    expect(rescued.database.prepare("SELECT COUNT(*) AS n FROM jobs WHERE state = 'waiting'").get()).toEqual({ n: 0 });
    rescued.close();
  });

  it('never overwrites the copies of an earlier rescue', () => {
    using data = dataUnderTest(base.folder);
    for (let round = 1; round <= 3; round += 1) {
      data.damage(() => Buffer.from(`damage ${round}`));
      data.opened().close();
      expect(asides(data.folder)).toHaveLength(round);
    }
    const kept = asides(data.folder).map((name) => readFileSync(join(data.folder, name), 'utf8'));
    expect(kept.toSorted()).toEqual(['damage 1', 'damage 2', 'damage 3']);
  });

  it('of a newer version is left unchanged', () => {
    using data = dataUnderTest(base.folder);
    const whole = data.opened();
    whole.database.exec(`PRAGMA user_version = ${migrations.length + 1}`);
    whole.close();
    expect(data.open()).toMatchObject({ ok: false, failure: { code: 'newer_version' } });
    expect(asides(data.folder)).toEqual([]);
  });
});

describe('the write-ahead log of a database that was not closed', () => {
  it.each<[string, (data: ReturnType<typeof dataUnderTest>) => void]>([
    ['is missing', (data) => rmSync(data.wal)],
    ['is empty', (data) => writeFileSync(data.wal, '')],
    ['has no header', (data) => data.damage((log) => Buffer.from(log).fill(0, 0, 32), data.wal)],
    [
      'is damaged in the middle',
      (data) => data.damage((log) => Buffer.from(log).fill(0x5a, log.length / 2, log.length / 2 + 99), data.wal),
    ],
    ['is of zeroes', (data) => data.damage((log) => Buffer.alloc(log.length), data.wal)],
    ['ends too early', (data) => data.damage((log) => log.subarray(0, 32 + (PAGE + 24) * 3), data.wal)],
  ])('that %s: what was sent is not sent again', (_words, harm) => {
    using data = dataUnderTest(base.folder);
    harm(data);
    const opened = data.opened();
    const told = jobsOf(opened)
      .filter((row) => row['state'] === 'waiting')
      .map((row) => String(row['sha256']));
    const sent = new Set(before.filter((job) => job.state !== 'waiting').map((job) => job.sha256));
    expect(told.filter((sha256) => sent.has(sha256))).toEqual([]);
    opened.close();
  });

  it('is intact after a kill: no question and no message', () => {
    using data = dataUnderTest(base.folder);
    const opened = data.opened();
    expect(opened.concern()).toBeNull();
    expect(jobsOf(opened).map((row) => row['state'])).toEqual(before.map((job) => job.state));
    opened.close();
  });
});

describe('an interrupted rescue', () => {
  const ends = ['-wal', '-shm', ''];
  it.each([0, 1, 2, 3])('after %i of its moves is completed at the next start', (moved) => {
    using data = dataUnderTest(base.folder);
    data.opened().close();
    data.damage((content) => Buffer.from(content).fill(0, 0, 100));
    writeFileSync(data.wal, 'a log of nothing');
    using other = dataUnderTest(data.folder);
    other.opened().close();
    const aside = asides(other.folder)[0]!;
    // As it was before the moves, with the new one ready beside it.
    writeFileSync(`${data.path}.rescued`, readFileSync(other.path));
    writeFileSync(`${data.path}.moves`, JSON.stringify({ aside: join(data.folder, aside) }));
    for (const end of ends.slice(0, moved)) {
      if (existsSync(data.path + end)) renameSync(data.path + end, join(data.folder, aside + end));
    }
    const opened = data.opened();
    expectNothingLostNorTwice(opened);
    expect(asides(data.folder)).toEqual([aside]);
    expect(existsSync(`${data.path}.moves`)).toBe(false);
    opened.close();
  });
});

describe('a data folder with any damage to its files', () => {
  const range = fc.record({
    from: fc.nat(1000),
    length: fc.integer({ min: 1, max: 30_000 }),
    byte: fc.option(fc.nat(255)),
  });
  const harm = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('overwrite' as const),
        file: fc.constantFrom('', '-wal'),
        ranges: fc.array(range, { minLength: 1, maxLength: 6 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('cut' as const), file: fc.constantFrom('', '-wal'), at: fc.nat(1000) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), file: fc.constantFrom('', '-wal') }) },
  );

  it('opens, keeps a report for each image, and uploads nothing twice', () => {
    fc.assert(
      fc.property(fc.array(harm, { minLength: 1, maxLength: 3 }), fc.nat(), fc.boolean(), (harms, noise, isClosed) => {
        using data = dataUnderTest(base.folder);
        if (isClosed) data.opened().close();
        for (const one of harms) {
          const file = data.path + one.file;
          if (!existsSync(file)) continue;
          if (one.kind === 'remove') rmSync(file);
          else if (one.kind === 'cut')
            data.damage((content) => content.subarray(0, Math.floor((content.length * one.at) / 1000)), file);
          else data.damage((content) => one.ranges.reduce((now, part) => scribbled(now, part, noise), content), file);
        }
        const opened = data.opened();
        const isRescued = asides(data.folder).length > 0;
        expect(opened.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
        if (isRescued || opened.concern() !== null) expectNothingLostNorTwice(opened);
        const waiting = new Set(
          jobsOf(opened)
            .filter((row) => row['state'] === 'waiting')
            .map((row) => String(row['sha256'])),
        );
        expect(before.filter((job) => job.state !== 'waiting' && waiting.has(job.sha256))).toEqual([]);
        opened.close();
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  function scribbled(content: Buffer, part: { from: number; length: number; byte: number | null }, noise: number) {
    const changed = Buffer.from(content);
    const from = Math.floor((content.length * part.from) / 1000);
    for (let at = from; at < Math.min(from + part.length, changed.length); at += 1) {
      changed[at] = part.byte ?? (Math.imul(at + 1, 2_654_435_761) ^ noise) >>> 13;
    }
    return changed;
  }
});
