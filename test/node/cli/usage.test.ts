// Wrong usage, in the process of the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runHere, runIn } from '../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'usage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
runIn(folder, { DBUS_SESSION_BUS_ADDRESS: undefined });

test.each([
  [['fly'], 'Unknown command "fly"'],
  [['upload'], 'pilot-companion upload FILE'],
  [['--data-dir', 'usage', '--profile', 'moon', 'status'], 'There\'s no profile "moon"'],
  [['--emulator', 'https://example.org', 'status'], 'Expected the address of an emulator on this computer'],
  [['--colour', 'status'], 'Unknown option --colour. For the available options'],
  [['window', '--port', '70000'], 'Expected a port from 0 to 65535'],
  [['window', '--port', '1e3'], 'Expected a port from 0 to 65535'],
  [['window', '--port='], '--port needs a value.'],
  [['window', '--port', '-1'], '--port needs a value. Write one that starts with a hyphen as --port=VALUE.'],
  [['window', '--port'], '--port needs a value.'],
  [['status', '--json=yes'], '--json takes no value.'],
  [['--data-dir=', 'status'], '--data-dir needs a value.'],
  [['--data-dir', 'one', '--data-dir', 'two', 'status'], '--data-dir is given more than once.'],
  [['stauts'], 'Unknown: stauts. Did you mean status?'],
  [['status', '--jsno'], 'Unknown: --jsno. Did you mean --json?'],
  [['upload', '--dryrun', 'a.png'], 'Did you mean --dry-run?'],
  [
    ['--data-dir', 'usage', 'logbook', '--export', 'exe'],
    'Expected --export csv, csv_semicolon, json, geojson, kml, foreflight or logten, got "exe".',
  ],
  [['--data-dir', 'usage', 'secrets', 'nothing'], 'use-older, remove-orphans or remove-all, got "nothing"'],
  [['service', 'nothing'], 'Usage: pilot-companion service install DIR… | remove | status'],
])('%j prints what was expected and exits with 2', async (args, message) => {
  const { code, stdout, stderr } = await runHere(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/at .*\.ts:\d+/);
});

test.each([[[]], [['--dry-run']], [['--profile', 'service']]])(
  'names a missing file even before the first start, and how to sign in (%j)',
  async (words) => {
    const { code, stdout, stderr } = await runHere([
      '--data-dir',
      join(folder, 'unset'),
      ...words,
      'upload',
      'nope.png',
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.split("nope.png doesn't exist.")).toHaveLength(2);
    expect(stderr.split('pilot-companion sign-in --application-secret')).toHaveLength(2);
  },
);

test.each(['companion.db', 'logs/flights.csv', 'flights.csv'])(
  'writes no export into the data folder: %s',
  async (name) => {
    const dataDir = join(folder, 'exporting');
    const args = ['--data-dir', dataDir, '--profile', 'demo', 'logbook', '--export', 'csv', '--output'];
    const { code, stderr } = await runHere([...args, join(dataDir, name)]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${basename(name)} is in the data folder of Pilot Companion. Choose another folder.`);
  },
);

test.each([
  [['--emulator', 'http://127.0.0.1:9', 'sign-in'], /^There's no unlocked keychain(?![^]*reach)/],
  [['--profile', 'demo', 'logbook', '--export', 'csv'], /^Cancelled\. No file was written\.\n$/],
])('%j ends at once where it was stopped while the data opened', async (words, message) => {
  const args = ['--data-dir', join(folder, 'stopped'), ...words];
  const { code, stdout, stderr } = await runHere(args, '', AbortSignal.abort());
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(message);
});
