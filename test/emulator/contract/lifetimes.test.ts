import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { exchange, obtainCode, openEmulator, refresh } from '../open-emulator.ts';
import { upload } from '../images.ts';

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const open = (options: EmulatorOptions = {}) => openEmulator({ mode, autoConsent: true, ...options });

  it.each([
    [900, {}],
    [2, { accessLifetimeMs: 2000 }],
  ])('an access token expires after expires_in: 900 s, or as configured', async (lifetimeSeconds, options) => {
    const emulator = await open(options);
    const { access_token, expires_in } = (await exchange(emulator, { code: await obtainCode(emulator) })).json();
    expect(expires_in).toBe(lifetimeSeconds);
    await emulator.clock.advance(lifetimeSeconds * 1000 - 1);
    expect((await upload(emulator, access_token, [])).json().detail).toBe('missing_file');
    await emulator.clock.advance(1);
    expect((await upload(emulator, access_token, [])).json().detail).toBe('unauthorized');
  });

  it.each([
    [60_000, {}],
    [5000, { codeLifetimeMs: 5000 }],
  ])('A3: a code expires after 60 s, or as configured', async (lifetimeMs, options) => {
    const emulator = await open(options);
    const [inTime, tooLate] = [await obtainCode(emulator), await obtainCode(emulator)];
    await emulator.clock.advance(lifetimeMs - 1);
    expect((await exchange(emulator, { code: inTime })).statusCode).toBe(200);
    await emulator.clock.advance(1);
    expect((await exchange(emulator, { code: tooLate })).json().error).toBe('invalid_grant');
  });

  it.each([
    [30 * 86_400_000, {}],
    [1000, { refreshLifetimeMs: 1000 }],
  ])('A3: a refresh token expires after 30 days, or as configured', async (lifetimeMs, options) => {
    const emulator = await open(options);
    const [inTime, tooLate] = [emulator.signIn(), emulator.signIn()];
    await emulator.clock.advance(lifetimeMs - 1);
    expect((await refresh(emulator, inTime.refresh_token)).statusCode).toBe(200);
    await emulator.clock.advance(1);
    expect((await refresh(emulator, tooLate.refresh_token)).json().error).toBe('invalid_grant');
  });
});
