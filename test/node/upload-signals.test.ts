// A shutdown signal during an upload on the command line, in a separate process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import { pngOf } from '../support/flight-deck.ts';
import { browserIn, runHere, runIn, start } from './run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'upload-signals-'));
runIn(folder, { BROWSER: browserIn(folder), DBUS_SESSION_BUS_ADDRESS: undefined });

const emulator = await createEmulator({ autoConsent: true, minGapMs: 1_000, checkDelayMs: 100, moderationShare: 0 });
const { url } = await emulator.start();
afterAll(async () => {
  await emulator[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

// Each of the signals, also in a program that is ending already, is in shutdown-signals.test.ts.
test.skipIf(process.platform === 'win32')(
  'a signal during an upload exits with 1 and a message, and the next run uploads the rest, nothing twice',
  async () => {
    const on = ['--emulator', url, '--data-dir', join(folder, 'data'), '--allow-file-vault'];
    expect((await runHere([...on, 'sign-in'])).code).toBe(0);
    const names = ['1.png', '2.png'];
    for (const name of names) writeFileSync(join(folder, name), pngOf(name, 200_000));
    const uploaded = () =>
      emulator.flights
        .list()
        .items.map(({ fileName }) => fileName)
        .toSorted();
    const { child, ended } = start([...on, 'upload', ...names, '--wait'], { cwd: folder });
    await expect.poll(uploaded, { interval: 5, timeout: 120_000 }).not.toEqual([]);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain('unfinished uploads are safe in the queue.');
    expect(uploaded().length).toBeLessThan(2);
    expect((await runHere([...on, 'upload', ...names, '--wait'])).code).toBe(0);
    expect(uploaded()).toEqual(names);
  },
);
