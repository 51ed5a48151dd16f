import { describe, expect, it } from 'vitest';
import { createRecentUploads } from '../../../emulator/flights/recent-uploads.ts';
import { createKeeper } from '../../../emulator/flights/report/image-keeper.ts';
import { openEmulator } from '../open-emulator.ts';
import { anyPng, jpeg, report, upload } from '../images.ts';

describe('stored images', () => {
  it('are the latest that fit the limit', () => {
    const images = createRecentUploads(() => 10);
    images.keep(1, 'image/png', [Buffer.alloc(4, 1)]);
    images.keep(2, 'image/png', [Buffer.alloc(2, 2), Buffer.alloc(2, 3)]);
    images.keep(3, 'image/jpeg', [Buffer.alloc(4, 4)]);
    expect([1, 2, 3].map((id) => images.has(id))).toEqual([false, true, true]);
    expect(images.read(2)).toEqual({ mediaType: 'image/png', bytes: Buffer.from([2, 2, 3, 3]) });
    images.keep(4, 'image/png', [Buffer.alloc(11)]);
    expect([images.read(4), images.has(3)]).toEqual([null, true]);
    images.clear();
    images.keep(5, 'image/png', [Buffer.alloc(10)]);
    expect([images.has(3), images.has(5)]).toEqual([false, true]);
  });

  it('follow a changed limit', () => {
    let most = 10;
    const images = createRecentUploads(() => most);
    images.keep(1, 'image/png', [Buffer.alloc(8)]);
    most = 5;
    images.keep(2, 'image/png', [Buffer.alloc(4)]);
    expect([images.has(1), images.has(2)]).toEqual([false, true]);
  });

  it('are limited to four times the space within a second', () => {
    let nowMs = 0;
    const images = createRecentUploads(
      () => 10,
      () => nowMs,
    );
    for (let id = 1; id <= 4; id += 1) {
      expect(images.roomBytes()).toBe(10);
      images.keep(id, 'image/png', [Buffer.alloc(10)]);
    }
    nowMs = 999;
    expect(images.roomBytes()).toBe(0);
    expect(images.has(4)).toBe(true);
    nowMs = 1000;
    expect(images.roomBytes()).toBe(10);
  });
});

describe('an image being streamed', () => {
  it('is collected while it is valid', () => {
    const keeper = createKeeper(100);
    keeper.push(Buffer.alloc(4), null);
    keeper.push(Buffer.alloc(4), 'png');
    keeper.push(Buffer.alloc(4), 'png');
    expect(keeper.kept()?.map(({ length }) => length)).toEqual([4, 4, 4]);
  });

  it.each([
    ['no image', 100, [4, 4, 4], null],
    ['too short to be one', 100, [4], null],
    ['too long', 10, [8, 4], 'png'],
    ['disabled by a limit of 0', 0, [8], 'png'],
  ] as const)('is discarded when it is %s', (_name, most, sizes, kind) => {
    const keeper = createKeeper(most);
    for (const size of sizes) keeper.push(Buffer.alloc(size), kind);
    expect(keeper.kept()).toBeNull();
  });

  it('keeps no large buffer alive for a small slice', () => {
    const keeper = createKeeper(100_000);
    keeper.push(Buffer.alloc(60_000).subarray(0, 10), 'png');
    expect(keeper.kept()?.[0]?.buffer.byteLength).toBeLessThan(60_000);
  });
});

it('stores the image of an accepted upload only', async () => {
  const emulator = await openEmulator({ minGapMs: 0 });
  const { access_token } = emulator.signIn();
  await upload(emulator, access_token, [report(jpeg(), 'a.jpg')]);
  await upload(emulator, access_token, [report(anyPng(), 'a.jpg')]);
  await upload(emulator, access_token, anyPng());
  expect(emulator.flights.list().items.map(({ hasImage }) => hasImage)).toEqual([true, true]);
  const none = await openEmulator({ keepImagesBytes: 0 });
  await upload(none, none.signIn().access_token, anyPng());
  expect(none.flights.list().items.map(({ hasImage }) => hasImage)).toEqual([false]);
});

it('never shows the image of a removed flight for a new one with the same number', async () => {
  const emulator = await openEmulator();
  await upload(emulator, emulator.signIn().access_token, anyPng());
  emulator.reset({ slices: ['consents'] });
  expect(emulator.flights.list().items).toMatchObject([{ hasImage: true }]);
  emulator.reset({ slices: ['flights'] });
  emulator.flights.add({ count: 1 });
  expect(emulator.flights.list().items).toMatchObject([{ record: { id: 4700 }, hasImage: false }]);
});
