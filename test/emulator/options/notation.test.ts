// One notation for durations and sizes in the command line and the library.

import { describe, expect, it } from 'vitest';
import { readCommandArguments } from '../../../emulator/cli/arguments.ts';
import type { Duration } from '../../../emulator/emulator.ts';
import { settingsFrom } from '../../../emulator/options/options.ts';
import { openEmulator } from '../open-emulator.ts';

const durations: [Duration, number][] = [
  ['1.5s', 1500],
  [5000, 5000],
];

describe.each(durations)('%j is %i ms', (written, ms) => {
  it('on the command line', () => {
    expect(readCommandArguments(['--min-gap', String(written)]).options.minGapMs).toBe(ms);
  });

  it('in the options of the library', () => {
    expect(settingsFrom({ minGapMs: written }).minGapMs).toBe(ms);
  });
});

it.each([
  ['10KiB', 10_240],
  ['512B', 512],
  ['2048', 2048],
  [2048, 2048],
])('%j is %i bytes everywhere', async (written, bytes) => {
  expect(readCommandArguments(['--max-file-size', String(written)]).options.maxFileBytes).toBe(bytes);
  expect(settingsFrom({ maxFileBytes: written }).maxFileBytes).toBe(bytes);
  const emulator = await openEmulator();
  const fault = emulator.faults.add({ effect: { type: 'cut', afterBytes: written } });
  expect(fault.effect).toEqual({ type: 'cut', afterBytes: bytes });
});
