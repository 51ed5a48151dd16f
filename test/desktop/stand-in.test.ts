import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { desktopScenarios } from './scenarios.ts';
import { createStandInRuntime } from './stand-in-runtime.ts';

const runtime = createStandInRuntime();

desktopScenarios('on the stand-in', runtime);

// Not a scenario: the real Electron shows a dialog that waits for a person.
test("says why it can't start, leaves the data as it is, and exits with 1, on the stand-in", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pilot-companion-desktop-'));
  try {
    const database = join(dataDir, 'companion.db');
    // Damaged data would be rescued; data of a newer version is left alone.
    const newer = new DatabaseSync(database);
    newer.exec('CREATE TABLE of_tomorrow (id INTEGER); PRAGMA user_version = 999');
    newer.close();
    const before = await readFile(database);
    expect(await (await runtime.start(dataDir)).ended).toBe(1);
    expect((await readFile(database)).equals(before)).toBe(true);
    expect(await readFile(join(dataDir, 'logs', 'companion.log'), 'utf8')).toContain('The companion could not start');
  } finally {
    await runtime.tidy();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
