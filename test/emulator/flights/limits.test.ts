import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { freshUsage, mayUpload, takeRequest, windowMs } from '../../../emulator/flights/admission.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { get, openEmulator } from '../open-emulator.ts';
import { anyPng, png, upload } from '../images.ts';

type Opened = Awaited<ReturnType<typeof openEmulator>>;

const read = (emulator: Opened, token: string) => get(emulator, '/api/v1/flights', token);

// Against a naive implementation: after each accepted upload nothing is accepted for a while; with `tooFastRestarts`, also
// after each refusal.
const gaps = fc.array(fc.nat({ max: 12_000 }), { maxLength: 60 });
const minGap = fc.nat({ max: 10_000 });

const pauses = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 200 });

describe('the sliding window', () => {
  it('never exceeds the limit in any minute, and never refuses below it', () => {
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 12 }), (gaps, limit) => {
        const usage = freshUsage();
        const passed: number[] = [];
        let nowMs = 0;
        for (const gap of gaps) {
          nowMs += gap;
          const inside = passed.filter((atMs) => atMs > nowMs - windowMs).length;
          const allowed = takeRequest(usage, nowMs, { limit, countRefused: false }) === 0;
          expect(allowed).toBe(inside < limit);
          if (allowed) passed.push(nowMs);
        }
      }),
    );
  });

  it('has room exactly when announced, to the millisecond', () => {
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 5 }), fc.boolean(), (gaps, limit, countRefused) => {
        const usage = freshUsage();
        let nowMs = 0;
        for (const gap of gaps) {
          nowMs += gap;
          const waitMs = takeRequest(usage, nowMs, { limit, countRefused });
          if (waitMs === 0) continue;
          const later = (ms: number) =>
            takeRequest(structuredClone(usage), nowMs + ms, { limit, countRefused: false }) === 0;
          expect([later(waitMs - 1), later(waitMs)]).toEqual([false, true]);
        }
      }),
    );
  });
});

it('holds no longer than a minute, and its wait no longer than the gap, if the clock is set back', () => {
  const usage = freshUsage();
  const [hour, gap] = [3_600_000, { minGapMs: 5_000, restarts: false }];
  for (const atMs of [hour, hour + 1]) takeRequest(usage, atMs, { limit: 2, countRefused: false });
  usage.waitFromMs = hour;
  expect(takeRequest(usage, 1_000, { limit: 2, countRefused: false })).toBe(windowMs);
  expect(takeRequest(usage, 1_000 + windowMs, { limit: 2, countRefused: false })).toBe(0);
  expect(mayUpload(usage, 1_000, gap)).toBe(5_000);
  expect(mayUpload(usage, 6_000, gap)).toBe(0);
});

describe('the minimum gap between uploads (A10, A11)', () => {
  it.each([false, true])('matches the document for any sequence of uploads, with tooFastRestarts %s', (restarts) => {
    fc.assert(
      fc.property(gaps, minGap, (pauses, minGapMs) => {
        const usage = freshUsage();
        const times: { atMs: number; allowed: boolean }[] = [];
        let atMs = 1000;
        for (const pause of pauses) {
          atMs += pause;
          const counting = times.filter(({ allowed }) => allowed || restarts);
          const expected = counting.every((earlier) => atMs - earlier.atMs >= minGapMs);
          const allowed = mayUpload(usage, atMs, { minGapMs, restarts }) === 0;
          expect(allowed).toBe(expected);
          times.push({ atMs, allowed });
          if (allowed) usage.waitFromMs = atMs;
        }
      }),
    );
  });

  it.each([false, true])('ends exactly when announced, with tooFastRestarts %s', (restarts) => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 2, max: 10_000 }), (pauses, minGapMs) => {
        const usage = freshUsage();
        let atMs = 1000;
        for (const pause of pauses) {
          atMs += pause;
          const waitMs = mayUpload(usage, atMs, { minGapMs, restarts });
          if (waitMs === 0) {
            usage.waitFromMs = atMs;
            continue;
          }
          const later = (delayMs: number) =>
            mayUpload(structuredClone(usage), atMs + delayMs, { minGapMs, restarts }) === 0;
          expect([later(waitMs - 1), later(waitMs)]).toEqual([false, true]);
        }
      }),
    );
  });

  it('does not change after an upload refused for its file', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    expect((await upload(emulator, access_token, [])).statusCode).toBe(400);
    expect((await upload(emulator, access_token, anyPng())).statusCode).toBe(200);
  });
});

describe('the request limit', () => {
  it('allows 10 reads without a subscription, unaffected by refused uploads', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn({ clientId: 'logbook-reader-demo' });
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await upload(emulator, access_token, anyPng())).json()).toEqual({ detail: 'write_not_enabled' });
      expect((await read(emulator, access_token)).statusCode).toBe(200);
    }
    expect((await read(emulator, access_token)).statusCode).toBe(429);
  });

  it.each([
    [false, 200],
    [true, 429],
  ])('with countRefused %s a client that does not wait gets %i after a minute', async (countRefused, status) => {
    const emulator = await openEmulator({ countRefused });
    const { access_token } = emulator.signIn();
    for (let turn = 0; turn < 60; turn += 1) await read(emulator, access_token);
    await emulator.clock.advance(30_000);
    for (let turn = 0; turn < 60; turn += 1) await read(emulator, access_token);
    await emulator.clock.advance(30_000);
    expect((await read(emulator, access_token)).statusCode).toBe(status);
  });
});

it.each([
  ['strict', undefined, undefined],
  ['strict', true, '4'],
  ['extended', undefined, '4'],
  ['extended', false, undefined],
] as const)('A12: in %s mode with retryAfter %s, Retry-After is %s', async (mode, retryAfter, expected) => {
  const emulator = await openEmulator({ mode, ...(retryAfter === undefined ? {} : { retryAfter }) });
  const { access_token } = emulator.signIn();
  await upload(emulator, access_token, anyPng(1));
  await emulator.clock.advance(1500);
  const refused = await upload(emulator, access_token, anyPng(2));
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expected]);
});

const readerId = 'logbook-reader-demo';

const statusOfUpload = async (emulator: Opened, token: string, what: Parameters<typeof upload>[2]) =>
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
});

it.each([
  [10 * 1024 ** 2, {}],
  [5000, { maxFileBytes: 5000 }],
])('A13: accepts a file of 10 MiB and refuses one byte more, or as configured', async (mostBytes, options) => {
  const emulator = await openEmulator({ minGapMs: 0, ...options });
  const { access_token } = emulator.signIn();
  const fits = Buffer.concat([png(), Buffer.alloc(mostBytes - png().length)]);
  expect(await statusOfUpload(emulator, access_token, fits)).toBe(200);
  const over = await upload(emulator, access_token, Buffer.concat([fits, Buffer.from('x')]));
  expect([over.statusCode, over.json()]).toEqual([413, { detail: 'file_too_large' }]);
});
