// Real files under virtual time.
import { pbkdf2 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

/** Occupies Node's file system threads, so that further requests wait. */
function slowTheFileSystemDown() {
  for (let n = 0; n < 8; n += 1) pbkdf2('password', 'salt', 100_000, 32, 'sha512', () => {});
}

test('no virtual time passes during file system requests, however long they take', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'virtual-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'report');
  const clock = createVirtualClock();
  const tookMs: number[] = [];
  async function askedOneAfterTheOther() {
    const began = clock.monotonic();
    await appendFile(path, 'a few bytes');
    const handle = await open(path);
    await handle.sync();
    await handle.close();
    await readFile(path);
    tookMs.push(clock.monotonic() - began);
  }
  for (const delayMs of [0, 10, 20]) clock.schedule(delayMs, () => void askedOneAfterTheOther());
  // A timer for each point of time that would pass.
  for (let atMs = 1; atMs < 100; atMs += 1) clock.schedule(atMs, () => {});
  slowTheFileSystemDown();
  await clock.advance(100);
  expect(tookMs).toEqual([0, 0, 0]);
});
