// One notation for durations and sizes in the command line, the library, HTTP and scenarios.

import { describe, expect, it } from 'vitest';
import { readCommandArguments } from '../../../emulator/cli/arguments.ts';
import type { Duration } from '../../../emulator/emulator.ts';
import { settingsFrom } from '../../../emulator/options/options.ts';
import { callControl } from '../control/call-control.ts';
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

  it('in settings and calls over HTTP', async () => {
    const emulator = await openEmulator();
    const changed = await callControl(emulator, 'PATCH /settings', { minGapMs: written });
    expect(changed.body).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ value: ms })]) });
    const added = await callControl(emulator, 'POST /faults', { effect: { type: 'latency', ms: written } });
    expect(added.body).toMatchObject({ effect: { ms } });
    const before = emulator.clock.now();
    await callControl(emulator, 'POST /clock', { advanceMs: written });
    expect(emulator.clock.now() - before).toBe(ms);
  });

  it('in a scenario', async () => {
    const emulator = await openEmulator();
    const steps = [{ at: written, call: 'faults.clear' }];
    const began = emulator.clock.now();
    const { steps: read } = await emulator.scenario.load({ title: 'One step', about: 'One step.', steps });
    expect(Date.parse(read[0]?.at ?? '') - began).toBe(ms);
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
