import { describe, expect, it } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../../emulator/emulator.ts';
import { clientId, openEmulator } from '../open-emulator.ts';
import { anyPng, png, upload } from '../images.ts';

const readerId = 'logbook-reader-demo';

const statusOfUpload = async (emulator: Emulator, token: string, what: Parameters<typeof upload>[2]) =>
  (await upload(emulator, token, what)).statusCode;

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const open = (options: EmulatorOptions = {}) => openEmulator({ mode, ...options });

  it('allows 60 requests a minute with a subscription, for each application and pilot', async () => {
    const emulator = await open();
    emulator.applications.update(readerId, { writeEnabled: true });
    const pairs = [
      emulator.signIn(),
      emulator.signIn({ pilot: 'second' }),
      emulator.signIn({ clientId: readerId }),
    ].map(({ access_token }) => access_token);
    for (const token of pairs) {
      for (let turn = 0; turn < 60; turn += 1) expect(await statusOfUpload(emulator, token, [])).toBe(400);
      expect((await upload(emulator, token, [])).json()).toEqual({ detail: 'rate_limit_exceeded' });
      // A second token of the same pair shares the limit.
    }
    expect(await statusOfUpload(emulator, emulator.signIn().access_token, [])).toBe(429);
    await emulator.clock.advance(60_000);
    expect(await statusOfUpload(emulator, pairs[0]!, [])).toBe(400);
  });

  it('A11: does not count requests without a valid token', async () => {
    const emulator = await open();
    const { access_token } = emulator.signIn();
    for (let turn = 0; turn < 70; turn += 1) expect(await statusOfUpload(emulator, 'unknown', [])).toBe(401);
    expect(await statusOfUpload(emulator, access_token, [])).toBe(400);
  });

  it.each([
    [5000, {}],
    [12_000, { minGapMs: 12_000 }],
  ])(
    'A10: refuses an upload within 5 s of the last accepted one with too_fast, or as configured',
    async (gapMs, options) => {
      const emulator = await open(options);
      const { access_token } = emulator.signIn();
      expect(await statusOfUpload(emulator, access_token, anyPng(1))).toBe(200);
      await emulator.clock.advance(gapMs - 1);
      expect((await upload(emulator, access_token, anyPng(2))).json()).toEqual({ detail: 'too_fast' });
      await emulator.clock.advance(1);
      expect(await statusOfUpload(emulator, access_token, anyPng(2))).toBe(200);
    },
  );

  it.each([
    [false, 200],
    [true, 429],
  ])('A11: a refused upload restarts the wait only when so configured', async (tooFastRestarts, status) => {
    const emulator = await open({ tooFastRestarts });
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, anyPng(1));
    await emulator.clock.advance(3000);
    expect(await statusOfUpload(emulator, access_token, anyPng(2))).toBe(429);
    await emulator.clock.advance(2000);
    expect(await statusOfUpload(emulator, access_token, anyPng(2))).toBe(status);
  });

  it.each([
    [10 * 1024 ** 2, {}],
    [5000, { maxFileBytes: 5000 }],
  ])('A13: accepts a file of 10 MiB and refuses one byte more, or as configured', async (mostBytes, options) => {
    const emulator = await open({ minGapMs: 0, ...options });
    const { access_token } = emulator.signIn();
    const fits = Buffer.concat([png(), Buffer.alloc(mostBytes - png().length)]);
    expect(await statusOfUpload(emulator, access_token, fits)).toBe(200);
    const over = await upload(emulator, access_token, Buffer.concat([fits, Buffer.from('x')]));
    expect([over.statusCode, over.json()]).toEqual([413, { detail: 'file_too_large' }]);
  });
});

it('allows 10 reads a minute without a subscription, for each application and pilot', async () => {
  const emulator = await openEmulator();
  const read = async (token: string) =>
    (await emulator.inject({ url: '/api/v1/flights', headers: { authorization: `Bearer ${token}` } })).statusCode;
  emulator.applications.update(clientId, { writeEnabled: false });
  const pairs = [emulator.signIn(), emulator.signIn({ pilot: 'second' }), emulator.signIn({ clientId: readerId })];
  for (const { access_token } of pairs) {
    for (let turn = 0; turn < 10; turn += 1) expect(await read(access_token)).toBe(200);
    expect(await read(access_token)).toBe(429);
  }
  await emulator.clock.advance(59_999);
  expect(await read(pairs[0]!.access_token)).toBe(429);
  await emulator.clock.advance(1);
  expect(await read(pairs[0]!.access_token)).toBe(200);
});
