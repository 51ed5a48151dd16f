// A full or read-only disk: stored data stays, nothing is half done, and work continues when there is space.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';
import { dataUnderTest } from './data-under-test.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { text } from '../../../main/node/host/text.ts';

const count = (data: { database: { prepare(sql: string): { get(): unknown } } }) =>
  data.database.prepare('SELECT COUNT(*) AS n FROM jobs').get();

describe('on a full disk', () => {
  let mountPoint: string;
  let disk: SmallDisk;
  beforeEach(() => {
    mountPoint = mkdtempSync(join(tmpdir(), 'small-disk-'));
    disk = mountSmallDisk(mountPoint, 4);
  });
  afterEach(() => {
    disk.unmount();
    rmSync(mountPoint, { recursive: true, force: true });
  });

  it('the failure is reported in one line, commands answer with a message, and every report is uploaded once', async ({
    skip,
  }) => {
    skip(!disk.isMounted, disk.why);
    await using deck = await openFlightDeck({ dataDir: join(mountPoint, 'data'), expectsMishaps: true });
    await deck.pass(1_000);
    await deck.drop(deck.image('a.png'), deck.image('b.png'), deck.image('c.png'));
    await deck.until(() => deck.sent().length >= 1);
    disk.fill();
    await deck.pass(20_000);
    const during = await deck.state();
    expect(during.dataConcern).toMatchObject({ kind: 'disk', requiredAction: 'free-space' });
    const [rejected] = await deck.drop(deck.image('d.png'));
    expect(rejected).toMatchObject({ outcome: 'rejected', message: { id: 'failure.disk' } });
    const paused = await deck.ask('uploads.pause', {});
    // The database's log may still have room for a few bytes.
    expect(paused.ok || paused.failure.kind).toBeOneOf([true, 'disk']);
    disk.empty();
    await deck.until(async () => (await deck.state()).dataConcern === null, 30_000);
    await deck.ask('uploads.resume', {});
    const [added] = await deck.drop(deck.image('d.png'));
    expect(added).toMatchObject({ outcome: 'added' });
    await deck.until(async () => (await deck.state()).bays.queue === 0, 600_000);
    const sent = deck.sent();
    expect(sent.toSorted()).toEqual(['a.png', 'b.png', 'c.png', 'd.png']);
  });

  it('a queue waits, shows why, and uploads each report once when there is space, across a restart', async ({
    skip,
  }) => {
    skip(!disk.isMounted, disk.why);
    await using deck = await openFlightDeck({ dataDir: join(mountPoint, 'data'), expectsMishaps: true });
    await deck.pass(4_000);
    await deck.answer('uploads.pause', {});
    await deck.drop(...Array.from({ length: 12 }, (_, index) => deck.image(`${index}.png`)));
    await deck.answer('uploads.resume', {});
    // Space that the database frees is used as well.
    const isFull = async () => {
      disk.fill();
      return (await deck.state()).dataConcern?.code === 'full';
    };
    await deck.until(isFull, 120_000);
    await deck.pass(120_000);
    expect(deck.sent().length).toBeLessThan(12);
    expect((await deck.state()).dataConcern).toMatchObject({ kind: 'disk', requiredAction: 'free-space' });
    disk.empty();
    await deck.restart();
    await deck.until(async () => (await deck.state()).bays.queue === 0, 600_000);
    expect(deck.sent()).toHaveLength(12);
    expect(await deck.strips('needs-attention')).toEqual([]);
    expect((await deck.state()).dataConcern).toBeNull();
  });

  it('the failure is also reported when only the attempt journal has no room', ({ skip }) => {
    skip(!disk.isMounted, disk.why);
    using small = dataUnderTest(undefined, join(mountPoint, 'data'));
    mkdirSync(small.folder);
    const data = small.opened();
    small.fill(data, 10);
    data.database.exec('PRAGMA wal_checkpoint(FULL)');
    const { jobs } = small.storesOf(data);
    const [id] = jobs.waitingIds(1);
    // Space that the database's log releases is filled as well.
    const fillAndLeave = () => {
      for (let attempts = 1; attempts < 1_000; attempts += 1) {
        disk.fill();
        jobs.change(id!, 0, { state: 'uploading', attempts });
      }
    };
    expect(fillAndLeave).toThrow(/no room|ENOSPC|full/);
    expect(data.concern()).toMatchObject({ kind: 'disk', requiredAction: 'free-space' });
    disk.empty();
    data.tryAgain();
    expect(data.concern()).toBeNull();
    jobs.change(id!, 0, { state: 'uploading', attempts: 1_000 });
    data.close();
  });

  it('the data folder opens and shows its reports', ({ skip }) => {
    skip(!disk.isMounted, disk.why);
    using made = dataUnderTest();
    const data = made.opened();
    made.fill(data, 10);
    data.close();
    using small = dataUnderTest(made.folder, join(mountPoint, 'data'));
    disk.fill();
    const opened = small.open();
    // Either is fine, as long as nothing is lost.
    if (opened.ok) {
      opened.value.close();
    }
    expect(opened.ok || opened.failure.kind).toBeOneOf([true, 'disk']);
    disk.empty();
    const again = small.opened();
    expect(count(again)).toEqual({ n: 10 });
    again.close();
  });

  it('damaged data stays unchanged until there is room for its replacement', ({ skip }) => {
    skip(!disk.isMounted, disk.why);
    using made = dataUnderTest();
    const data = made.opened();
    made.fill(data, 100);
    data.close();
    using small = dataUnderTest(made.folder, join(mountPoint, 'data'));
    small.damage((content) => Buffer.from(content).fill(0, 0, 100));
    disk.fill();
    expect(small.open()).toMatchObject({ ok: false, failure: { kind: 'disk', requiredAction: 'free-space' } });
    expect(readdirSync(small.folder).filter((name) => /damaged|restoring/.test(name))).toEqual([]);
    disk.empty();
    const rescued = small.opened();
    expect(count(rescued)).toEqual({ n: 100 });
    rescued.close();
  });
});

describe('in a read-only folder', () => {
  it('opening is refused with a message, changes nothing, and works once the folder is writable', ({ skip }) => {
    const mountPoint = mkdtempSync(join(tmpdir(), 'small-disk-'));
    const disk = mountSmallDisk(mountPoint, 4);
    try {
      skip(!disk.isMounted, disk.why);
      using made = dataUnderTest();
      made.opened().close();
      using small = dataUnderTest(made.folder, join(mountPoint, 'data'));
      const before = readdirSync(small.folder);
      disk.mayBeWritten(false);
      expect(small.open()).toMatchObject({
        ok: false,
        failure: { kind: 'disk', message: { params: { path: expect.stringContaining(small.folder) as string } } },
      });
      expect(() => writeFileSync(join(small.folder, 'x'), '')).toThrow(/EROFS/);
      expect(readdirSync(small.folder)).toEqual(before);
      disk.mayBeWritten(true);
      small.opened().close();
    } finally {
      disk.unmount();
      rmSync(mountPoint, { recursive: true, force: true });
    }
  });
});

describe('a folder where a file of the app should be', () => {
  it.each(['data.lock', 'attempts.log', 'companion.db'])(
    'is named in the message if it is %s, and nothing else is moved',
    (name) => {
      using made = dataUnderTest();
      mkdirSync(join(made.folder, name));
      const opened = made.open();
      expect(opened).toMatchObject({ ok: false, failure: { kind: 'data-unreadable' } });
      const message = opened.ok ? '' : text(opened.failure.message);
      expect(['data.lock', 'attempts.log', 'companion.db'].filter((one) => message.includes(one))).toEqual([name]);
      rmSync(join(made.folder, name), { recursive: true });
      made.opened().close();
    },
  );
});
