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

  it('a process that only looks says so, and no longer once there is space', ({ skip }) => {
    skip(!disk.isMounted, disk.why);
    mkdirSync(join(mountPoint, 'data'));
    using made = dataUnderTest(undefined, join(mountPoint, 'data'));
    made.lock.isHeld = () => false;
    using data = made.opened();
    disk.fill();
    expect(data.concern()).toMatchObject({ kind: 'disk', requiredAction: 'free-space' });
    disk.empty();
    expect(data.concern()).toBeNull();
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
    using rescued = small.opened();
    expect(count(rescued)).toEqual({ n: 100 });
  });
});

it('in a read-only folder opening is refused with a message, changes nothing, and works once the folder is writable', ({
  skip,
}) => {
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

it.each(['data.lock', 'attempts.log', 'companion.db'])(
  'a folder where a file of the app should be is named in the message if it is %s, and nothing else is moved',
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
