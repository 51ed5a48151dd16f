// `check` with an emulator, without a keychain: its lines, the same as JSON, and its exit code.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonLineSchemas } from '../../../../main/node/cli/json/json-lines.ts';
import { runHere, runInNewFolder, startService } from '../../run-here.ts';

const folder = runInNewFolder();
const { url } = await startService();

const run = (...args: string[]) => runHere(['--emulator', url, '--data-dir', join(folder, 'new'), ...args]);
/** With a vault, so that the sign-in is kept. */
const runSignedIn = (...args: string[]) => {
  const options = ['--emulator', url, '--data-dir', join(folder, 'signed-in'), '--vault-passphrase-stdin'];
  return runHere([...options, ...args], 'a passphrase\n');
};
const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => jsonLineSchemas.check.parse(JSON.parse(line)));

test('lists what works and what does not, and exits with 1, before the sign-in', async () => {
  const { code, stdout } = await run('check');
  expect(code).toBe(1);
  const marks = stdout.split('\n').map((line) => line.slice(0, 2));
  expect(marks).toEqual(['✓ ', '✓ ', '✗ ', '✓ ', '✓ ', '✗ ', '– ', '– ', '2 ', '']);
  expect(stdout).toContain("✗ You're not signed in.\n");
  expect(stdout).toMatch(/\n2 problems\n$/);
});

test('has the same lines as JSON, with what to do, and the same exit code', async () => {
  const { code, stdout } = await run('--json', 'check');
  expect(code).toBe(1);
  const lines = linesOf(stdout);
  expect(lines.map(({ about, verdict }) => `${about} ${verdict}`)).toEqual([
    'version good',
    'disk good',
    'secrets problem',
    'service good',
    'clock good',
    'account problem',
    'worker note',
    'folder note',
  ]);
  expect(lines.find(({ about }) => about === 'account')).toMatchObject({
    message: "You're not signed in.",
    message_id: 'check.account.none',
    required_action: 'sign-in',
  });
});

test('exits with 0 once everything works; what the pilot may leave as it is is no problem', async () => {
  expect((await runSignedIn('sign-in')).code).toBe(0);
  const { code, stdout } = await runSignedIn('check');
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /\n✓ Signed in as .*\n– Nothing is uploaded or watched .*\n– No folder is watched\.\nReady to upload\n$/,
    ),
  ]);
});
