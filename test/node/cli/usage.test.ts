// Wrong usage, in the process of the test.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { homeDir } from '../../../main/core/platform/files/home-dir.ts';
import { closestWord, readArguments } from '../../../main/node/cli/arguments.ts';
import { commands, globalOptions } from '../../../main/node/cli/command-table.ts';
import type { Option } from '../../../main/node/cli/commands/command.ts';
import { defaultDataDir } from '../../../main/node/system/places.ts';
import { runHere, runInNewFolder } from '../run-here.ts';

const folder = runInNewFolder();

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
  [['--data-dir', 'usage', 'secrets', 'nothing'], 'passphrase, remove-orphans or remove-all, got "nothing"'],
  [['--data-dir', 'usage', 'queue', 'pause', '3'], 'Too much: 3. Usage: pilot-companion queue pause'],
  [['--data-dir', 'usage', 'folders', '--approval', 'on'], 'Usage: pilot-companion folders [set DIR'],
  [['--data-dir', 'usage', 'explain', 'a.png', '--search', 'b'], 'Expected a file or --search TEXT'],
  [['service', 'nothing'], 'Usage: pilot-companion service install DIR… | remove | status'],
])('%j prints what was expected and exits with 2', async (args, message) => {
  const { code, stdout, stderr } = await runHere(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/at .*\.ts:\d+/);
});

test('prints help for the program and for a command', async () => {
  expect(await runHere(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') });
  expect(await runHere(['upload', '--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--wait') });
});

test.each([[[]], [['--dry-run']], [['--profile', 'service']]])(
  'names a missing file even before the first start, and how to sign in (%j)',
  async (words) => {
    const { code, stdout, stderr } = await runHere(['--data-dir', join(folder, 'new'), ...words, 'upload', 'nope.png']);
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
  [['--emulator', 'http://127.0.0.1:10', 'sign-in'], /^There's no unlocked keychain(?![^]*reach)/],
  [['--profile', 'demo', 'logbook', '--export', 'csv'], /^Cancelled\. No file was written\.\n$/],
])('%j ends at once where it was stopped while the data opened', async (words, message) => {
  const args = ['--data-dir', join(folder, 'stopped'), ...words];
  const { code, stdout, stderr } = await runHere(args, '', AbortSignal.abort());
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(message);
});

test.each([[['watch', 'missing']], [['watch', 'missing', '--dry-run']], [['watch', folder, 'missing']]])(
  '%j speaks of the folder before anything is opened',
  async (args) => {
    const { code, stderr } = await runHere(['--data-dir', 'untouched', ...args]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^\S+missing doesn't exist, so it can't be watched\..*\n$/),
    ]);
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
  },
);

test('a tilde that the shell left alone is the home folder, in every option and argument that is a path', () => {
  const pathOptions = [
    ...commands.flatMap((one) => Object.entries(one.options ?? {})),
    ...Object.entries(globalOptions),
  ]
    .filter(([, option]: [string, Option]) => ['DIR', 'FILE'].includes(option.value ?? ''))
    .map(([name, { isPath }]: [string, Option]) => [name, isPath]);
  expect(pathOptions).toEqual([
    ['output', true],
    ['data-dir', true],
    ['preset', true],
  ]);
  const takers = commands.filter(({ usage = '' }) => /\b(?:DIR|FILE)\b/.test(usage));
  expect(takers.filter((one) => one.takesPaths !== true)).toEqual([]);
  expect(readArguments(['--data-dir=~/data', 'logbook', '--output=~/f.csv', '--q', '~/x'])).toMatchObject({
    options: { 'data-dir': join(homeDir(), 'data'), output: join(homeDir(), 'f.csv'), q: '~/x' },
  });
  expect(readArguments(['watch', '~', '~/a', './~/b', '~anna'])).toMatchObject({
    args: [homeDir(), join(homeDir(), 'a'), './~/b', '~anna'],
  });
  expect(defaultDataDir({ PILOT_COMPANION_DATA_DIR: '~/data' })).toBe(join(homeDir(), 'data'));
  expect(defaultDataDir({ XDG_CONFIG_HOME: '~/config' }, 'linux')).toBe(join(homeDir(), 'config', 'Pilot Companion'));
});

test.skipIf(process.platform === 'win32')('a working folder that was deleted is a sentence', async () => {
  const gone = mkdtempSync(join(folder, 'gone-'));
  process.chdir(gone);
  rmSync(gone, { recursive: true });
  try {
    const { code, stderr } = await runHere(['--data-dir', join(folder, 'data'), 'watch', 'shots']);
    expect([code, stderr]).toEqual([
      1,
      'The current folder no longer exists. Change to another folder, then try again.\n',
    ]);
  } finally {
    process.chdir(folder);
  }
});

test.each([
  ['stauts', 'status'],
  ['STATUS', 'status'],
  ['statu', 'status'],
  ['uplaod', 'upload'],
  ['flight', 'flights'],
  ['fly', null],
  ['x', null],
  ['', null],
])('%j is meant as %j', (word, meant) => {
  expect(closestWord(word, ['status', 'upload', 'flights', 'watch'])).toBe(meant);
});
