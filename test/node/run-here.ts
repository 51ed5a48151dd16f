// Runs the command line in the test's process, for its output and results; or as a process of its own, for its signals,
// streams and exit.
import { type ChildProcess, spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../../emulator/emulator.ts';
import { runCommandLine } from '../../main/node/cli/command-line.ts';

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Sets the folder and environment for the commands of a file; an undefined variable is removed. */
function runIn(folder: string, env: Readonly<Record<string, string | undefined>>): void {
  const before = { folder: process.cwd(), env: { ...process.env } };
  beforeAll(() => {
    process.chdir(folder);
    setAll(env);
  });
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    process.chdir(before.folder);
    setAll(Object.fromEntries(Object.keys(env).map((name) => [name, before.env[name]])));
  });
}

function setAll(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/**
 * A new folder for the commands of a file, removed after them; in it there is a browser that follows redirects, and no
 * keychain.
 */
export function runInNewFolder(env: (folder: string) => NodeJS.ProcessEnv = () => ({})): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'commands-')));
  // Before runIn, which leaves the folder: hooks at the end run in reverse.
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  runIn(folder, { BROWSER: browserIn(folder), DBUS_SESSION_BUS_ADDRESS: undefined, ...env(folder) });
  return folder;
}

/** A service for the commands of a file, ended after them. */
export async function startService(options: EmulatorOptions = {}) {
  const emulator = await createEmulator({ autoConsent: true, ...options });
  afterAll(() => emulator[Symbol.asyncDispose]());
  return { emulator, ...(await emulator.start()) };
}

/** Runs it to its end, with `input` on its standard input. */
export async function runHere(
  args: readonly string[],
  input = '',
  stop: AbortSignal = new AbortController().signal,
): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof printed) => ({ write: (text: string) => void (printed[name] += text) });
  const stdin = new PassThrough();
  stdin.end(input);
  const code = await runCommandLine(args, { stdin, stdout: stream('stdout'), stderr: stream('stderr'), stop });
  return { code, ...printed };
}

const cli = fileURLToPath(new URL('../../main/node/cli.ts', import.meta.url));
const running = new Set<ChildProcess>();

/** Starts it as a process, which ends with the tests of the file at the latest (runIn). */
export function start(args: readonly string[], options: SpawnOptionsWithoutStdio = {}) {
  const child = spawn(process.execPath, [cli, ...args], options);
  running.add(child);
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (printed.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (printed.stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]): Ended => {
    running.delete(child);
    return { code: code as number | null, ...printed };
  });
  return { child, printed, ended };
}

/** The value of BROWSER for a browser that follows redirects, as `curl -sL` does. */
function browserIn(folder: string): string {
  const path = join(folder, 'browser.mjs');
  writeFileSync(path, 'await (await fetch(process.argv[2])).text();\n');
  return `${process.execPath} ${path}`;
}
