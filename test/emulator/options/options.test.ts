import { expect, it } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { settingsFrom } from '../../../emulator/options/options.ts';

it.each([
  [{ mode: 'lax' }, 'mode takes strict or extended; "lax" is not that.'],
  [{ minGapMs: '5s' }, 'minGapMs takes a number of milliseconds, 0 or more; "5s" is not that.'],
  [{ minGapMs: Number.NaN }, 'minGapMs takes a number of milliseconds, 0 or more; NaN is not that.'],
  [{ port: Number.POSITIVE_INFINITY }, 'port takes a port from 0 to 65535; Infinity is not that.'],
  [{ clockScale: 0 }, 'clockScale takes a number from 0.001 to 100000; 0 is not that.'],
  [{ severalReports: 'both' }, 'severalReports takes refuse or first or last; "both" is not that.'],
  [{ maxFileBytes: 0 }, 'maxFileBytes takes a whole number of bytes, 1 or more; 0 is not that.'],
  [{ port: 1.5 }, 'port takes a port from 0 to 65535; 1.5 is not that.'],
  [{ autoConsent: 'yes' }, 'autoConsent takes true or false; "yes" is not that.'],
  [{ moderationShare: 2 }, 'moderationShare takes a number from 0 to 1; 2 is not that.'],
  [{ stateFile: '' }, 'stateFile takes the path of a file; "" is not that.'],
  [{ controlToken: 'a b' }, 'controlToken takes a text of ASCII characters without a space; "a b" is not that.'],
  [{ controlToken: 'Ä' }, 'controlToken takes a text of ASCII characters without a space'],
  [{ minGap: 5 }, 'There is no option minGap; the options are mode, port,'],
  [{ clock: 'fast' }, 'clock takes system, virtual or a clock'],
] as unknown as [EmulatorOptions, string][])('%j is refused in one sentence', async (options, sentence) => {
  await expect(createEmulator(options)).rejects.toThrow(sentence);
});

it('the defaults are those of the assumptions', () => {
  expect(settingsFrom({})).toEqual({
    mode: 'extended',
    port: 0,
    autoConsent: false,
    minGapMs: 5000,
    maxFileBytes: 10_485_760,
    codeLifetimeMs: 60_000,
    accessLifetimeMs: 900_000,
    refreshLifetimeMs: 2_592_000_000,
    checkDelayMs: 20_000,
    moderationShare: 1 / 3,
    moderationDelayMs: 60_000,
    retryAfter: true,
    tooFastRestarts: false,
    countRefused: false,
    nullableAsStrings: false,
    allowLocalhost: false,
    basicWithoutClientId: true,
    codeReplayRevokes: true,
    refreshScope: true,
    maxFormBytes: 65_536,
    severalReports: 'refuse',
    jpegLs: false,
    nulInNames: false,
    lenientPaging: false,
    methodNotAllowed: true,
    seed: 'pilot-flight-service',
    stateFile: null,
    scenario: null,
    clockScale: 1,
    control: true,
    controlToken: null,
    journalEntries: 10_000,
    keepImagesBytes: 8_388_608,
  });
  const { retryAfter, basicWithoutClientId, codeReplayRevokes, refreshScope } = settingsFrom({ mode: 'strict' });
  expect([retryAfter, basicWithoutClientId, codeReplayRevokes, refreshScope]).toEqual([false, false, false, false]);
  expect(settingsFrom({ mode: 'strict', codeReplayRevokes: true }).codeReplayRevokes).toBe(true);
});
