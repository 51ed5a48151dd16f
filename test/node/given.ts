// What a function of a command is given, and what it prints. Whole command lines: run-here.ts.
import { PassThrough } from 'node:stream';
import type { Given } from '../../main/node/cli/commands/command.ts';
import { createOutput } from '../../main/node/cli/terminal/output.ts';
import { createSecretInput } from '../../main/node/cli/terminal/secret-input.ts';

/** `typed`: on standard input. */
export function givenOf({
  json = false,
  typed = '',
  ...more
}: Partial<Given> & { json?: boolean; typed?: string } = {}) {
  const said = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof said) => ({ write: (text: string) => void (said[name] += text) });
  const stdin = new PassThrough();
  stdin.end(typed);
  const given: Given = {
    args: [],
    options: {},
    dataDir: '',
    out: createOutput({ json, stdout: stream('stdout'), stderr: stream('stderr') }),
    input: createSecretInput(stdin, stream('stderr')),
    stop: new AbortController().signal,
    ...more,
  };
  return { given, said };
}
