import { expect, it } from 'vitest';
import { openEmulator } from '../open-emulator.ts';
import { anyPng, upload } from '../pictures.ts';
import { ask } from './ask.ts';

it('a picture is there after its upload, and gone when its flight is', async () => {
  const emulator = await openEmulator();
  await upload(emulator, emulator.signIn().access_token, anyPng());
  emulator.flights.add({ count: 1 });
  expect(emulator.flights.list().items.map(({ hasImage }) => hasImage)).toEqual([true, false]);
  const { headers } = await ask(emulator, 'GET /flights/4700/picture');
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(() => emulator.flights.picture(4701)).toThrow('The picture of flight 4701 is not there');
  emulator.reset({ slices: ['flights'] });
  emulator.flights.add({ count: 1 });
  expect(emulator.flights.read(4700).hasImage).toBe(false);
  expect((await ask(emulator, 'GET /flights/4700/picture')).status).toBe(404);
});

it('of another world there are none', async () => {
  const emulator = await openEmulator();
  await upload(emulator, emulator.signIn().access_token, anyPng());
  await emulator.state.import(emulator.state.export());
  expect(emulator.flights.read(4700).hasImage).toBe(false);
});
