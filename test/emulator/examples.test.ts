// The recipes of emulator/examples in three languages do what they say, each against an emulator of its own.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../architecture/source-files.ts';
import { openEmulator } from './open-emulator.ts';

const run = promisify(execFile);
const said = [
  'lost answer: the flight is there',
  '429: accepted after the wait',
  'reuse of a refresh token: signed out',
  'expiry: refreshed',
  'moderation: 42 points',
];

const isThere = (command: string) =>
  run(command, command === 'sh' ? ['-c', 'true'] : ['--version']).then(
    () => true,
    () => false,
  );
const linesOf = (output: string) => output.trim().split(/\r?\n/);
const file = (name: string) => join(root, 'emulator/examples', name);

it('in TypeScript', async () => {
  const { stdout } = await run(process.execPath, [file('recipes.ts')]);
  expect(linesOf(stdout)).toEqual(said);
});

it.for([
  ['in Python', 'python3', 'recipes.py', 'python3'],
  ['with curl', 'sh', 'recipes.sh', 'curl'],
] as const)('%s', async ([, interpreter, name, needed], { skip }) => {
  for (const command of new Set([interpreter, needed])) {
    const isMissing = !(await isThere(command));
    skip(isMissing, `there is no ${command}`);
  }
  const emulator = await openEmulator({ clock: 'system' });
  const { url } = await emulator.start();
  const env = { ...process.env, EMULATOR_URL: url, CONTROL_TOKEN: emulator.controlToken ?? '', NO_PROXY: '127.0.0.1' };
  const { stdout } = await run(interpreter, [file(name)], { env });
  expect(linesOf(stdout)).toEqual(said);
});
