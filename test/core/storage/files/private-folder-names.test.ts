// Which names in a data folder are the app's, and what of them is made private.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { closePrivateFolder, isOurName } from '../../../../main/core/storage/files/private-folder.ts';

const own = process.getuid?.() ?? 0;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-names-'));
  return () => rmSync(folder, { recursive: true });
});

const modeOf = (name = '.') => (statSync(join(folder, name)).mode & 0o777).toString(8);
function put(name: string, mode: number) {
  writeFileSync(join(folder, name), 'x');
  chmodSync(join(folder, name), mode);
}

describe('a name in a data folder', () => {
  it.each([
    'companion.db',
    'companion.db-wal',
    'companion.db.clean',
    'companion.db.restoring',
    'companion.backup.db',
    'companion.damaged-2026.db',
    'attempts.log',
    'attempts.older.log',
    'calls.log',
    'calls.1.log',
    'settings.json',
    'settings.last-good.json',
    'settings.json.tmp-1',
    'window-place.json',
    'sender.lock',
    'data.lock',
    'data.lock-journal',
    'refresh-demo.lock',
    'secrets.vault.lock',
    'vault.lock',
    'secrets.vault.json',
    'demo-service.json',
    'spool',
    'logs',
    'received',
    'window',
    'diagnostics',
  ])("that is %s is the app's", (name) => {
    expect(isOurName(name)).toBe(true);
  });

  it.each([
    'my-companion.db',
    'companion.txt',
    'my-attempts.log',
    'attempts.log.txt',
    'attempts-log',
    'calls.x.log',
    'calls.older.log',
    'callsX1.log',
    'my-settings.json',
    'settings.txt',
    'settings-json',
    'window.json',
    'my-sender.lock',
    'sender.lock.txt',
    'refresh.lock',
    'sender-lock',
    'my-secrets.json',
    'secrets',
    'my-demo-service.json',
    'demo-service',
    'my-spool',
    'spools',
  ])("that is %s is not the app's", (name) => {
    expect(isOurName(name)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it.each([
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

  it.each([0o775, 0o757])('that others can write to is reported once: mode %o', (mode) => {
    put('companion.db', 0o600);
    put('holiday.png', 0o644);
    chmodSync(folder, mode);
    expect(closePrivateFolder(folder).open).toEqual(['.']);
    rmSync(join(folder, 'holiday.png'));
    expect(closePrivateFolder(folder, own + 1).open).toEqual(['.', 'companion.db']);
  });

  it.each([0o640, 0o604, 0o610, 0o602])('makes a file private that is open to others: mode %o', (mode) => {
    put('settings.json', mode);
    expect(closePrivateFolder(folder)).toEqual({ fixed: ['settings.json'], open: [] });
    expect(modeOf('settings.json')).toBe('600');
  });

  it('is made private by root, regardless of its owner', () => {
    put('companion.db', 0o644);
    if (own === 0) chownSync(join(folder, 'companion.db'), 1, 1);
    expect(closePrivateFolder(folder, 0)).toEqual({ fixed: ['companion.db'], open: [] });
    expect(modeOf('companion.db')).toBe('600');
  });
});
