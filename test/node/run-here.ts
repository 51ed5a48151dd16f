// Runs a command of the command line in the test's process, for its output and results. Tests of the process itself
// (signals, streams, its exit) start main/node/cli.ts.
import { PassThrough } from 'node:stream';
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
