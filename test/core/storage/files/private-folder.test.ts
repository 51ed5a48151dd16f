// The data folder is private to its owner, regardless of its previous mode.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { closePrivateFolder, isOurName } from '../../../../main/core/storage/files/private-folder.ts';
import { openFlightDeck } from '../../../support/flight-deck.ts';

const own = process.getuid?.() ?? 0;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const modeOf = (name = '.') => (statSync(join(folder, name)).mode & 0o777).toString(8);
function put(name: string, mode: number) {
  writeFileSync(join(folder, name), 'x');
  chmodSync(join(folder, name), mode);
}

/** Parted by white space. */
const namesIn = (text: string) => text.trim().split(/\s+/);

describe('a name in a data folder', () => {
  it.each(
    namesIn(`companion.db companion.db-wal companion.db.clean companion.db.restoring companion.backup.db
     companion.damaged-2026.db attempts.log attempts.older.log calls.log calls.1.log settings.json
     settings.last-good.json settings.json.tmp-1 window-place.json leader.lock data.lock data.lock-journal
     refresh-demo.lock secrets.vault.lock vault.lock secrets.vault.json demo-service.json spool logs received
     window diagnostics`),
  )("that is %s is the app's", (name) => {
    expect(isOurName(name)).toBe(true);
  });

  it.each(
    namesIn(`my-companion.db companion.txt my-attempts.log attempts.log.txt attempts-log calls.x.log calls.older.log
     callsX1.log my-settings.json settings.txt settings-json window.json my-leader.lock leader.lock.txt
     refresh.lock sender-lock my-secrets.json secrets my-demo-service.json demo-service my-spool spools`),
  )("that is %s is not the app's", (name) => {
    expect(isOurName(name)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  test('that is open to others is made private: folders 0700, files 0600', () => {
    for (const name of ['companion.db', 'companion.db-wal', 'settings.json', 'secrets.vault.json', 'attempts.log'])
      put(name, 0o644);
    put('calls.log', 0o666);
    put('leader.lock', 0o600);
    for (const name of ['spool', 'logs']) mkdirSync(join(folder, name), { mode: 0o755 });
    chmodSync(folder, 0o777);
    const { fixed, open } = closePrivateFolder(folder);
    expect(open).toEqual([]);
    expect([...fixed].sort()).toEqual(
      [
        '.',
        'calls.log',
        'companion.db',
        'companion.db-wal',
        'attempts.log',
        'logs',
        'secrets.vault.json',
        'settings.json',
        'spool',
      ].sort(),
    );
    expect([modeOf(), modeOf('spool'), modeOf('companion.db'), modeOf('calls.log')]).toEqual([
      '700',
      '700',
      '600',
      '600',
    ]);
    expect(closePrivateFolder(folder)).toEqual({ fixed: [], open: [] });
  });

  test("with other files keeps its mode and theirs, and only the app's files are made private", () => {
    put('companion.db', 0o644);
    put('holiday.png', 0o644);
    chmodSync(folder, 0o755);
    expect(closePrivateFolder(folder)).toEqual({ fixed: ['companion.db'], open: [] });
    expect([modeOf(), modeOf('holiday.png'), modeOf('companion.db')]).toEqual(['755', '644', '600']);
  });

  test('with a link in place of one of its files is reported as open, and the link is not followed', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    writeFileSync(join(elsewhere, 'theirs'), 'x', { mode: 0o644 });
    symlinkSync(join(elsewhere, 'theirs'), join(folder, 'settings.json'));
    expect(closePrivateFolder(folder).open).toEqual(['settings.json']);
    expect((statSync(join(elsewhere, 'theirs')).mode & 0o777).toString(8)).toBe('644');
  });

  test('of another user is reported as open, and nothing is changed', () => {
    put('companion.db', 0o644);
    const { open, fixed } = closePrivateFolder(folder, own + 1);
    expect(fixed).toEqual([]);
    expect(open).toEqual(['.', 'companion.db']);
    expect(modeOf('companion.db')).toBe('644');
  });

  test.each([
    ['Crashpad', '700'],
    ['SingletonLock', '700'],
    ['SingletonCookie', '700'],
    ['SingletonSocket', '700'],
    ['MyCrashpad', '755'],
    ['Crashpads', '755'],
    ['Singleton', '755'],
  ])('that has %s of its own has the mode %s', (name, mode) => {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o755);
    chmodSync(folder, 0o755);
    closePrivateFolder(folder);
    expect([modeOf(), modeOf(name)]).toEqual([mode, '755']);
  });

  test.each([0o775, 0o757])('that others can write to is reported once: mode %o', (mode) => {
    put('companion.db', 0o600);
    put('holiday.png', 0o644);
    chmodSync(folder, mode);
    expect(closePrivateFolder(folder).open).toEqual(['.']);
    rmSync(join(folder, 'holiday.png'));
    expect(closePrivateFolder(folder, own + 1).open).toEqual(['.', 'companion.db']);
  });

  test.each([0o640, 0o604, 0o610, 0o602])('makes a file private that is open to others: mode %o', (mode) => {
    put('settings.json', mode);
    expect(closePrivateFolder(folder)).toEqual({ fixed: ['settings.json'], open: [] });
    expect(modeOf('settings.json')).toBe('600');
  });

  test('is made private by root, regardless of its owner', () => {
    put('companion.db', 0o644);
    if (own === 0) chownSync(join(folder, 'companion.db'), 1, 1);
    expect(closePrivateFolder(folder, 0)).toEqual({ fixed: ['companion.db'], open: [] });
    expect(modeOf('companion.db')).toBe('600');
  });

  test('is not checked where users have no numeric ids', () => {
    put('companion.db', 0o644);
    expect(closePrivateFolder(folder, null)).toEqual({ fixed: [], open: [] });
  });
});

test.skipIf(process.platform === 'win32')(
  'a running companion leaves nothing in its folder that others can read',
  async () => {
    await using deck = await openFlightDeck();
    await deck.drop(deck.image());
    await deck.until(async () => (await deck.strips('queue')).length === 0);
    const names = readdirSync(deck.dataDir);
    expect(names.filter((name) => !isOurName(name))).toEqual([]);
    const open = readdirSync(deck.dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(deck.dataDir, name)).mode & 0o077) !== 0,
    );
    expect([open, statSync(deck.dataDir).mode & 0o777]).toEqual([[], 0o700]);
    await deck.stop();
    chmodSync(deck.dataDir, 0o755);
    chmodSync(join(deck.dataDir, 'companion.db'), 0o644);
    await deck.restart();
    expect(statSync(deck.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(deck.dataDir, 'companion.db')).mode & 0o777).toBe(0o600);
    expect((await deck.state()).dataConcern).toBeNull();
  },
);

test.skipIf(process.platform === 'win32')('the pilot is notified of a folder that stays open to others', async () => {
  await using deck = await openFlightDeck({ signedIn: false });
  await deck.stop();
  writeFileSync(join(deck.dataDir, 'holiday.png'), 'x');
  chmodSync(deck.dataDir, 0o777);
  await deck.restart();
  expect((await deck.state()).dataConcern).toMatchObject({
    code: 'open-to-others',
    message: { params: { path: expect.stringContaining(deck.dataDir) as string } },
  });
});
