// Downgrade: an older version on a data folder of a newer one reports it and changes nothing.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../main/contract/settings.ts';
import { migrations } from '../../../main/core/storage/database/migrate.ts';
import { openCompanion } from '../../../main/node/host/open-companion.ts';
import { text } from '../../../main/node/host/text.ts';
import { neverOpens } from '../../../main/node/system/open-browser.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'newer-data-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const open = () =>
  openCompanion({
    dataDir,
    secretsInMemory: true,
    browser: () => neverOpens,
    presets: [{ name: 'Club', address: 'https://club.example', clientId: 'the-app' }],
  });

/** Every file but the log, with its content. */
const filesThere = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('logs') && statSync(join(dataDir, name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')]);

const setDatabaseVersion = (version: number) => {
  const database = new DatabaseSync(join(dataDir, 'companion.db'));
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
};

/** A folder as this version leaves it. */
beforeEach(async () => {
  const opened = await open();
  if (!opened.ok) throw new Error(opened.failure.message.id);
  await opened.value.close();
});

describe('a data folder of a newer version is refused in one sentence and left as it is:', () => {
  const newSettings = JSON.stringify({ ...defaultSettings, theme: 'sepia', services: [] });
  test.each([
    ['its database', () => setDatabaseVersion(migrations.length + 1)],
    ['its settings', () => writeFileSync(join(dataDir, 'settings.json'), '{"version":3,"anything":["new"]}')],
    [
      'its database, beside settings that this version could not read either',
      () => {
        setDatabaseVersion(migrations.length + 1);
        writeFileSync(join(dataDir, 'settings.json'), newSettings);
      },
    ],
  ])('%s', async (_title, upgrade) => {
    upgrade();
    const before = filesThere();
    const opened = await open();
    if (opened.ok) await opened.value.close();
    expect(opened).toMatchObject({ ok: false, failure: { kind: 'data-unreadable', code: 'newer_version' } });
    expect(!opened.ok && text(opened.failure.message)).toMatch(/was written by a newer version of Pilot Companion/);
    expect(filesThere()).toEqual(before);
  });
});
