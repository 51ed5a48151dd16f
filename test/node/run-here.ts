// Runs the command line in the test's process, for its output and results; or as a process of its own, for its signals,
// streams and exit.
import { type ChildProcess, spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { runCommandLine } from '../../main/node/cli/command-line.ts';

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Sets the folder and environment for the commands of a file; an undefined variable is removed. */
export function runIn(folder: string, env: Readonly<Record<string, string | undefined>>): void {
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
  const code = await runCommandLine(args, {
    stdin,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    stop,
  });
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
export function browserIn(folder: string): string {
  const path = join(folder, 'browser.mjs');
  writeFileSync(path, 'await (await fetch(process.argv[2])).text();\n');
  return `${process.execPath} ${path}`;
}
