import { expect, it } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { settingsFrom } from '../../../emulator/options/options.ts';

it.each([
  [{ mode: 'strickt' }, 'mode: expected strict or extended (did you mean strict?), got "strickt".'],
  [{ mode: 'lax' }, 'mode: expected strict or extended, got "lax".'],
  [{ minGapMs: '5 s' }, 'minGapMs: expected a duration such as 250ms, 5s, 2m, 1h or 30d, got "5 s".'],
  [{ keepImagesBytes: '1MB' }, 'keepImagesBytes: expected a size such as 512KiB or 10MiB, got "1MB".'],
  [{ minGapMs: Number.NaN }, 'minGapMs: expected a number of milliseconds, 0 or more, got NaN.'],
  [{ port: Number.POSITIVE_INFINITY }, 'port: expected a port from 0 to 65535, got Infinity.'],
  [{ clockScale: 0 }, 'clockScale: expected a number from 0.001 to 100000, got 0.'],
  [{ severalReports: 'both' }, 'severalReports: expected refuse or first or last, got "both".'],
  [{ maxFileBytes: 0 }, 'maxFileBytes: expected a whole number of bytes, 1 or more, got 0.'],
  [{ port: 1.5 }, 'port: expected a port from 0 to 65535, got 1.5.'],
  [{ autoConsent: 'yes' }, 'autoConsent: expected true or false, got "yes".'],
  [{ moderationShare: 2 }, 'moderationShare: expected a number from 0 to 1, got 2.'],
  [{ stateFile: '' }, 'stateFile: expected a file path, got "".'],
  [{ controlToken: 'a b' }, 'controlToken: expected printable ASCII characters without spaces, got "a b".'],
  [{ controlToken: 'Ä' }, 'controlToken: expected printable ASCII characters without spaces'],
  [{ host: 'two words' }, 'host: expected an IP address or a host name, got "two words".'],
  [{ allowedHosts: ['a/b'] }, 'allowedHosts: expected a list of host names, got ["a/b"].'],
  [{ cors: ['pfs.test'] }, 'cors: expected a list of origins such as http://localhost:5173, or *, got ["pfs.test"].'],
  [
    { publicUrl: 'pfs.test' },
    'publicUrl: expected a URL such as https://pfs.example.test, without sign-in, query and fragment, got "pfs.test".',
  ],
  [{ tlsCert: 'one.pem' }, '--tls-cert and --tls-key belong together; give both.'],
  [{ tlsCert: 'a.pem', tlsKey: 'b.pem' }, '--tls-cert: a.pem can’t be read (ENOENT).'],
  [{ tlsCert: 'a.pem', tlsSelfSigned: true }, 'Use either --tls-self-signed or --tls-cert and --tls-key.'],
  [{ minGap: 5 }, 'Unknown option minGap (did you mean minGapMs?); the options are mode, port,'],
  [{ clock: 'fast' }, 'clock: expected system, virtual or a clock'],
  [null, 'options: expected an object, got null.'],
  [[], 'options: expected an object, got [].'],
  [{ onSecret: 5 }, 'onSecret: expected a function, got 5.'],
] as unknown as [EmulatorOptions, string][])('refuses %j in one sentence', async (options, sentence) => {
  await expect(createEmulator(options)).rejects.toThrow(sentence);
});

it('has the defaults of the document in strict mode', () => {
  const { retryAfter, basicWithoutClientId, codeReplayRevokes, refreshScope } = settingsFrom({ mode: 'strict' });
  expect([retryAfter, basicWithoutClientId, codeReplayRevokes, refreshScope]).toEqual([false, false, false, false]);
  expect(settingsFrom({ mode: 'strict', codeReplayRevokes: true }).codeReplayRevokes).toBe(true);
});
