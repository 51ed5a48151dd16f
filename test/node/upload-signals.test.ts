// A shutdown signal during an upload on the command line, in a separate process.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pngOf } from '../support/flight-deck.ts';
import { runHere, runInNewFolder, start, startService } from './run-here.ts';

const folder = runInNewFolder();
const { emulator, url } = await startService({ minGapMs: 1_000, checkDelayMs: 100, moderationShare: 0 });

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
