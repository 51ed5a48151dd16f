import { describe, expect, it } from 'vitest';
import { createRecentUploads } from '../../../emulator/journal/recent-uploads.ts';
import { callControl } from '../control/call-control.ts';
import { openEmulator } from '../open-emulator.ts';
import { anyPng, jpeg, report, upload } from '../images.ts';

describe('stored images', () => {
  it('are the latest that fit the limit', () => {
    const images = createRecentUploads(() => 10);
    for (const id of [1, 2, 3]) images.keep(id, 'image/png', Buffer.alloc(4, id));
    expect([1, 2, 3].map((id) => images.has(id))).toEqual([false, true, true]);
    expect(images.read(2)).toEqual({ mediaType: 'image/png', bytes: Buffer.alloc(4, 2) });
    images.clear();
    images.keep(4, 'image/png', Buffer.alloc(10));
    expect([images.has(3), images.has(4)]).toEqual([false, true]);
  });

  it('are read as copies, which stay when the image is dropped', () => {
    const images = createRecentUploads(() => 10);
    images.keep(1, 'image/png', Buffer.alloc(4, 7));
    const read = images.read(1);
    images.clear();
    expect([images.has(1), read]).toEqual([false, { mediaType: 'image/png', bytes: Buffer.alloc(4, 7) }]);
  });

  it('take no more memory than the image', () => {
    const images = createRecentUploads(() => 10);
    const reserved = Buffer.alloc(1000, 7);
    images.keep(1, 'image/png', reserved.subarray(0, 4));
    expect(images.read(1)?.bytes).toEqual(Buffer.alloc(4, 7));
    images.clear();
    expect(reserved).toHaveLength(1000);
  });

  it('follow a changed limit', () => {
    let most = 10;
    const images = createRecentUploads(() => most);
    images.keep(1, 'image/png', Buffer.alloc(8));
    most = 5;
    images.keep(2, 'image/png', Buffer.alloc(4));
    expect([images.has(1), images.has(2)]).toEqual([false, true]);
  });
});

it('stores the image of an accepted upload only', async () => {
  const emulator = await openEmulator({ minGapMs: 0 });
  const { access_token } = emulator.signIn();
  await upload(emulator, access_token, [report(jpeg(), 'a.jpg')]);
  await upload(emulator, access_token, [report(anyPng(), 'a.jpg')]);
  await upload(emulator, access_token, anyPng());
  expect(emulator.flights.list().items.map(({ hasImage }) => hasImage)).toEqual([true, true]);
  expect(emulator.flights.image(4700)).toEqual({ mediaType: 'image/jpeg', bytes: jpeg() });
  expect(emulator.flights.image(4701)).toEqual({ mediaType: 'image/png', bytes: anyPng() });
  const none = await openEmulator({ keepImagesBytes: 0 });
  await upload(none, none.signIn().access_token, anyPng());
  expect(none.flights.list().items.map(({ hasImage }) => hasImage)).toEqual([false]);
});

it('serves an image after its upload until its flight is removed', async () => {
  const emulator = await openEmulator();
  await upload(emulator, emulator.signIn().access_token, anyPng());
  emulator.flights.add({ count: 1 });
  expect(emulator.flights.list().items.map(({ hasImage }) => hasImage)).toEqual([true, false]);
  const { headers } = await callControl(emulator, 'GET /flights/4700/image');
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(() => emulator.flights.image(4701)).toThrow('The image of flight 4701 is not available');
  emulator.reset({ slices: ['flights'] });
  emulator.flights.add({ count: 1 });
  expect(emulator.flights.read(4700).hasImage).toBe(false);
  expect((await callControl(emulator, 'GET /flights/4700/image')).status).toBe(404);
});

it('serves no image of a replaced world', async () => {
  const emulator = await openEmulator();
  await upload(emulator, emulator.signIn().access_token, anyPng());
  await emulator.state.import(emulator.state.export());
  expect(emulator.flights.read(4700).hasImage).toBe(false);
});
