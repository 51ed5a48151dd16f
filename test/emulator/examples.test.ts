// The ten recipes of emulator/examples work as described, in three languages. Those that need a running emulator share
// one: each creates its own world, so they run concurrently.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../architecture/source-files.ts';
import { openEmulator } from './open-emulator.ts';

const run = promisify(execFile);
const expectedOutput: Readonly<Record<string, string>> = {
  'error-after-upload': 'error after the upload: the flight is there',
  'expired-token': 'expired token: refreshed',
  'lost-answer': 'lost answer: the flight is there',
  moderation: 'moderation: 42 points',
  'parallel-suites': 'parallel suites: two clocks',
  'rate-limit': 'rate limit: free again after the wait',
  'reused-refresh-token': 'reused refresh token: signed out',
  'sign-in-without-browser': 'sign-in without a browser: signed in as demo',
  'slow-service': 'slow service: uploaded after a timeout',
  'too-fast': 'too fast: accepted after the wait',
};

const examples = join(root, 'emulator', 'examples');
const namesIn = async (folder: string) =>
  (await readdir(join(examples, folder)))
    .filter((name) => /\.(ts|py|sh)$/.test(name) && !name.startsWith('client.'))
    .map((name) => name.slice(0, -extname(name).length))
    .toSorted();

const isThere = (command: string) =>
  run(command, command === 'sh' ? ['-c', 'true'] : ['--version']).then(
    () => true,
    () => false,
  );

it.each(['typescript', 'python', 'curl'])('there are ten, also in %s', async (folder) => {
  expect(await namesIn(folder)).toEqual(Object.keys(expectedOutput));
});

it('the examples in TypeScript run, all in one process at the same time', async () => {
  const files = Object.keys(expectedOutput).map((name) =>
    JSON.stringify(pathToFileURL(join(examples, 'typescript', `${name}.ts`)).href),
  );
  const source = `await Promise.all([${files.join()}].map((file) => import(file)));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', source]);
  expect(stdout.trim().split(/\r?\n/).toSorted()).toEqual(Object.values(expectedOutput));
});

const command = `${process.execPath} ${join(root, 'emulator', 'main.ts')}`;
const ownProcess = { ...process.env, EMULATOR_COMMAND: command, NO_PROXY: '127.0.0.1' };

it('with pytest', async ({ skip }) => {
  const argv = ['-B', '-m', 'pytest'];
  const isThere = await run('python3', [...argv, '--version']).then(
    () => true,
    () => false,
  );
  skip(!isThere, 'there is no pytest');
  const file = join(examples, 'pytest', 'test_with_emulator.py');
  const { stdout } = await run('python3', [...argv, '-q', '-p', 'no:cacheprovider', file], { env: ownProcess });
  expect(stdout).toContain('2 passed');
});

/** Of Debian's package junit5, or of another folder. */
const javaFolder = process.env['JUNIT_FOLDER'] ?? '/usr/share/java';
const junit = ['jupiter-api', 'jupiter-engine', 'platform-commons', 'platform-console', 'platform-engine']
  .concat('platform-launcher', 'platform-reporting')
  .map((name) => `junit-${name}`)
  .concat('apiguardian-api', 'opentest4j', 'picocli')
  .map((name) => join(javaFolder, `${name}.jar`));

it('with JUnit', async ({ skip }) => {
  skip(!junit.every((jar) => existsSync(jar)), `there is no JUnit 5 in ${javaFolder}`);
  skip(!(await isThere('javac')), 'there is no javac');
  const folder = await mkdtemp(join(tmpdir(), 'emulator-junit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const classPath = [...junit, folder].join(delimiter);
  await run('javac', ['-cp', classPath, '-d', folder, join(examples, 'junit', 'EmulatorTest.java')]);
  const launcher = ['-cp', classPath, 'org.junit.platform.console.ConsoleLauncher'];
  const { stdout } = await run('java', [...launcher, '--disable-banner', '-c', 'EmulatorTest'], { env: ownProcess });
  expect(stdout).toContain('2 tests successful');
});

it.for([
  ['in Python', 'python', 'python3', ['-B'], 'py', 'python3'],
  ['with curl', 'curl', 'sh', [], 'sh', 'curl'],
] as const)('%s', async ([, folder, interpreter, flags, extension, needed], { skip }) => {
  for (const command of new Set([interpreter, needed])) {
    const isMissing = !(await isThere(command));
    skip(isMissing, `there is no ${command}`);
  }
  const emulator = await openEmulator({ clock: 'system' });
  const { url } = await emulator.start();
  const env = { ...process.env, EMULATOR_URL: url, CONTROL_TOKEN: emulator.controlToken ?? '', NO_PROXY: '127.0.0.1' };
  const outputs = await Promise.all(
    Object.keys(expectedOutput).map(async (name) => {
      const { stdout } = await run(interpreter, [...flags, join(examples, folder, `${name}.${extension}`)], { env });
      return [name, stdout.trim()];
    }),
  );
  expect(Object.fromEntries(outputs)).toEqual(expectedOutput);
});
