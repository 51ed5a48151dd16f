import { describe, expect, it } from 'vitest';
import { openEmulator } from '../../open-emulator.ts';

describe('moving the clock', () => {
  it('accepts a time in any time zone', async () => {
    const emulator = await openEmulator();
    await emulator.clock.change({ set: '2026-05-12T14:30+02:00' });
    expect(emulator.clock.read().now).toBe('2026-05-12T12:30:00.000Z');
  });

  it('changes nothing when any part is invalid', async () => {
    const emulator = await openEmulator();
    await expect(emulator.clock.change({ freeze: false, scale: 5, set: '2026-05-12T11:00:00Z' })).rejects.toThrow(
      'Time can’t go back',
    );
    expect(emulator.clock.read()).toMatchObject({ now: '2026-05-12T12:00:00.000Z', frozen: true, scale: 1 });
    // The next call is served.
    await emulator.clock.advance(1000);
    expect(emulator.clock.read().now).toBe('2026-05-12T12:00:01.000Z');
  });
});

it('freezes, scales and resumes a system clock', async () => {
  const emulator = await openEmulator({ clock: 'system' });
  const { frozen, now } = await emulator.clock.change({ freeze: true, scale: 60 });
  expect([frozen, emulator.clock.read().now]).toEqual([true, now]);
  await emulator.clock.advance(1000);
  expect(Date.parse(emulator.clock.read().now)).toBe(Date.parse(now) + 1000);
  expect(await emulator.clock.change({ freeze: false })).toMatchObject({ frozen: false, scale: 60 });
});
