// What the command line says about a command that it can't carry out: in this process, and where it matters in one of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type Ended, runHere, runIn } from './run-here.ts';

const cli = fileURLToPath(new URL('../../main/node/cli.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cli-usage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
runIn(folder, { DBUS_SESSION_BUS_ADDRESS: undefined });

const inProcess = (args: readonly string[]) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

describe('wrong usage', () => {
  test.each([
    [['fly'], 'Unknown command "fly"'],
    [['upload'], 'pilot-companion upload FILE'],
    [['--data-dir', 'usage', '--profile', 'moon', 'status'], 'There\'s no profile "moon"'],
    [['--emulator', 'https://example.org', 'status'], 'Expected the address of an emulator on this computer'],
    [['--colour', 'status'], "Unknown option '--colour'"],
    [['window', '--port', '70000'], 'Expected a port from 0 to 65535'],
    [['window', '--port', '1e3'], 'Expected a port from 0 to 65535'],
    [['window', '--port='], '--port needs a value.'],
    [['window', '--port', '-1'], "Option '--port' argument is ambiguous. For the available options"],
    [['--data-dir=', 'status'], '--data-dir needs a value.'],
    [['--data-dir', 'one', '--data-dir', 'two', 'status'], '--data-dir is there more than once.'],
    [['stauts'], 'Unknown: stauts. Did you mean status?'],
    [['status', '--jsno'], 'Unknown: --jsno. Did you mean --json?'],
    [['upload', '--dryrun', 'a.png'], 'Did you mean --dry-run?'],
  ])('%j prints what was expected and exits with 2', async (args, message) => {
    expect(await runHere(args)).toEqual(misused(message));
  });

  test.each([
    [['fly'], 'Unknown command "fly"'],
    [['emulator', '--port', 'many'], 'port'],
  ])('%j in a process of its own prints what was expected and exits with 2', async (args, message) => {
    expect(await inProcess(args)).toEqual(misused(message));
  });

  const misused = (message: string): Ended => ({
    code: 2,
    stdout: '',
    stderr: expect.toSatisfy((told: string) => told.includes(message) && !/at .*\.ts:\d+/.test(told)),
  });

  test('prints help for the program and for a command', async () => {
    const all = await inProcess(['--help']);
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') });
    const one = await runHere(['upload', '--help']);
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('--wait') });
  });
});

test.each([[[]], [['--dry-run']], [['--profile', 'service']]])(
  'names a file that does not exist before the first start too, and says how to sign in (%j)',
  async (words) => {
    const { code, stdout, stderr } = await runHere([
      '--data-dir',
      join(folder, 'unset'),
      ...words,
      'upload',
      'nope.png',
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.split('There is no file nope.png.')).toHaveLength(2);
    expect(stderr.split('pilot-companion sign-in --application-secret')).toHaveLength(2);
  },
);
