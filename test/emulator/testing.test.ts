// The helpers for test runners, used as intended.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Emulator } from '../../emulator/emulator.ts';
import { emulatorFixture, emulatorForEach } from '../../emulator/testing.ts';

const seen: Emulator[] = [];

describe('emulatorFixture', () => {
  // The published package tests it with Vitest itself (published.test.ts).
  const { emulator: fixture } = emulatorFixture({ minGapMs: '7s' });

  it('provides a started emulator with the options, on a virtual clock, and stops it', async () => {
    await fixture({}, async (emulator) => {
      seen.push(emulator);
      expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200);
      expect([emulator.clock.read().frozen, emulator.settings.list().items]).toEqual([
        true,
        expect.arrayContaining([expect.objectContaining({ name: 'minGapMs', value: 7000 })]),
      ]);
    });
    await expect(fetch(`${seen[0]?.url}/_emulator/health`)).rejects.toThrow('fetch failed');
  });

  it('also stops it after a test that failed', async () => {
    const failing = fixture({}, (emulator) => {
      seen.push(emulator);
      return Promise.reject(new Error('the test failed'));
    });
    await expect(failing).rejects.toThrow('the test failed');
    await expect(fetch(`${seen.at(-1)?.url}/_emulator/health`)).rejects.toThrow('fetch failed');
  });
});

describe('emulatorForEach', () => {
  const emulator = emulatorForEach({ beforeEach, afterEach });

  it('starts one before each test', async () => {
    seen.push(emulator());
    expect((await fetch(`${emulator().url}/nowhere`)).status).toBe(404);
  });

  it('stops it after the test', async () => {
    expect(emulator().journal.list().items).toEqual([]);
    await expect(fetch(`${seen.at(-1)?.url}/nowhere`)).rejects.toThrow('fetch failed');
  });
});

it('refuses an emulator outside of a test', () => {
  const emulator = emulatorForEach({ beforeEach: () => {}, afterEach: () => {} });
  expect(emulator).toThrow('There is an emulator only while a test runs.');
});
