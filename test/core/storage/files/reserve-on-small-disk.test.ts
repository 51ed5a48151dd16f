// Space reserved for answers, on a real small disk: released when the disk is full, reserved again when there is room.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReserve } from '../../../../main/core/storage/files/reserve.ts';
import { openFlightDeck } from '../../../support/flight-deck.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import { message } from '../../../../main/messages/message.ts';

describe('on a small disk', () => {
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

  test("the reserve uses real disk space that can't be compressed, and releases it", ({ skip }) => {
    skip(!disk.isMounted, disk.why);
    const path = join(mountPoint, 'reserve');
    const reserve = createReserve(path);
    expect(reserve.isSpent()).toBe(false);
    reserve.restore();
    const { size, blocks } = statSync(path);
    expect(size).toBe(512 * 1024);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    expect(gzipSync(readFileSync(path)).length).toBeGreaterThan(size * 0.99);
    disk.fill();
    expect(() => writeFileSync(join(mountPoint, 'answer'), Buffer.alloc(64 * 1024))).toThrow(/ENOSPC/);
    expect(reserve.release()).toBe(true);
    expect(reserve.release()).toBe(false);
    writeFileSync(join(mountPoint, 'answer'), Buffer.alloc(64 * 1024));
    reserve.restore();
    expect(reserve.isSpent()).toBe(true);
    disk.empty();
    expect(reserve.isSpent()).toBe(false);
    reserve.restore();
    expect(statSync(path).size).toBe(512 * 1024);
  });

  test('a queue that filled its disk uploads everything, adds nothing new, and reports what is safe', async ({
    skip,
  }) => {
    skip(!disk.isMounted, disk.why);
    await using deck = await openFlightDeck({ dataDir: join(mountPoint, 'data'), expectsMishaps: true });
    await deck.pass(4_000);
    await deck.answer('uploads.pause', {});
    const paths = Array.from({ length: 12 }, (_, index) => deck.image(`${index}.png`));
    await deck.drop(...paths);
    disk.fill();
    await deck.answer('uploads.resume', {});
    await deck.until(() => deck.emulator.flights.list().items.length === 12, 600_000);
    await deck.until(async () => (await deck.state()).bays.queue === 0, 60_000);
    expect(await deck.strips('needs-attention')).toEqual([]);
    expect((await deck.state()).dataConcern).toMatchObject({ kind: 'disk', requiredAction: 'free-space' });
    const [again, fresh] = await deck.drop(paths[0]!, deck.image('new.png'));
    expect(again).toMatchObject({ outcome: 'duplicate' });
    expect(fresh).toMatchObject({ outcome: 'rejected', message: message('failure.disk', { reason: 'full' }) });
    disk.empty();
    await deck.until(async () => (await deck.state()).dataConcern === null, 30_000);
    expect((await deck.drop(deck.image('new.png')))[0]).toMatchObject({ outcome: 'added' });
  });

  test('a queue that filled its disk uploads everything across restarts', async ({ skip }) => {
    skip(!disk.isMounted, disk.why);
    await using deck = await openFlightDeck({ dataDir: join(mountPoint, 'data'), expectsMishaps: true });
    await deck.pass(4_000);
    await deck.answer('uploads.pause', {});
    await deck.drop(...Array.from({ length: 12 }, (_, index) => deck.image(`${index}.png`)));
    disk.fill();
    await deck.answer('uploads.resume', {});
    for (const count of [2, 5, 8]) {
      await deck.until(() => deck.emulator.flights.list().items.length >= count, 600_000);
      await deck.restart();
    }
    await deck.until(async () => (await deck.state()).bays.queue === 0, 600_000);
    expect(deck.emulator.flights.list().items).toHaveLength(12);
    expect(await deck.strips('needs-attention')).toEqual([]);
  });

  test('a queue with a spent reserve waits, shows why, and uploads each report once when there is room', async ({
    skip,
  }) => {
    skip(!disk.isMounted, disk.why);
    await using deck = await openFlightDeck({ dataDir: join(mountPoint, 'data'), expectsMishaps: true });
    await deck.pass(4_000);
    await deck.answer('uploads.pause', {});
    await deck.drop(...Array.from({ length: 12 }, (_, index) => deck.image(`${index}.png`)));
    rmSync(join(mountPoint, 'data', 'reserve'));
    await deck.answer('uploads.resume', {});
    // Space that the database frees is used as well.
    const isFull = async () => {
      disk.fill();
      return (await deck.state()).dataConcern?.code === 'full';
    };
    await deck.until(isFull, 120_000);
    await deck.pass(120_000);
    const sent = deck.emulator.flights.list().items.length;
    expect(sent).toBeLessThan(12);
    expect((await deck.state()).dataConcern).toMatchObject({ kind: 'disk', requiredAction: 'free-space' });
    disk.empty();
    await deck.until(async () => (await deck.state()).bays.queue === 0, 600_000);
    expect(deck.emulator.flights.list().items).toHaveLength(12);
    expect((await deck.state()).dataConcern).toBeNull();
  });
});
