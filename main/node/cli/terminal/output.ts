// What the command line prints. Results for programs are JSON lines on standard output with `--json`; text for people goes to
// standard output, or to standard error with `--json`. Only a terminal gets a progress line.
import { codeOwner } from '../../../contract/failure.ts';
import type { Failure } from '../../../contract/failure.ts';
import { durationMessage } from '../../../messages/duration.ts';
import { message, type Message } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import type { JsonLine } from '../json/json-lines.ts';
import { terminalJson, terminalText } from './terminal-text.ts';

const setUpCommands = [
  '  pilot-companion settings service.address=https://… service.clientId=… profile=service',
  '  pilot-companion sign-in --application-secret',
];

export type Output = ReturnType<typeof createOutput>;
export type Stream = { write(text: string): unknown; isTTY?: boolean; columns?: number };
/** A message, or data that is the same in every language. */
type Line = Message | string;

const lineOf = (line: Line) => terminalText(typeof line === 'string' ? line : text(line));

export function createOutput(options: { json: boolean; stdout: Stream; stderr: Stream }) {
  const people = options.json ? options.stderr : options.stdout;
  let drawn = '';

  function clear() {
    if (drawn) options.stderr.write('\r\u001B[K');
    drawn = '';
  }

  function warn(line: Line) {
    clear();
    options.stderr.write(`${lineOf(line)}\n`);
  }

  return {
    /** Prints one object for programs; nothing without `--json`. */
    printJson(value: JsonLine) {
      if (!options.json) return;
      clear();
      options.stdout.write(`${terminalJson(value)}\n`);
    },
    /** Prints a line for people. */
    print(line: Line) {
      clear();
      people.write(`${lineOf(line)}\n`);
    },
    /** Prints a row of a list for people; nothing with `--json`, which has it as an object. */
    printRow(line: Line) {
      if (options.json) return;
      clear();
      options.stdout.write(`${lineOf(line)}\n`);
    },
    /** Prints a line on standard error. */
    warn,
    failure(failure: Failure) {
      const code = failure.code && codeOwner(failure.code) ? ` (${failure.code})` : '';
      warn(`${text(failure.message)}${code}`);
      if (failure.kind !== 'not-configured') return;
      warn(message('cli.setUp'));
      for (const command of setUpCommands) warn(command);
    },
    /** Draws a line that the next one replaces; nothing where standard error is no terminal. */
    progress(line: Line) {
      if (!options.stderr.isTTY) return;
      const width = (options.stderr.columns ?? 80) - 1;
      drawn = lineOf(line).slice(0, width);
      options.stderr.write(`\r\u001B[K${drawn}`);
    },
    clear,
  };
}

/** `[######....] 62%`. */
export function bar(done: number, total: number, width = 20): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${text(message('cli.percent', { share: Math.floor(share * 100) / 100 }))}`;
}

/** `4 s`, `12 min 30 s`, `2 h 5 min`: rounded up to seconds. */
export const duration = (ms: number): Message => durationMessage(Math.ceil(ms / 1000) * 1000, 'seconds');
