import { expect, it } from 'vitest';
import { openEmulator } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';
import { callControl } from './call-control.ts';

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
