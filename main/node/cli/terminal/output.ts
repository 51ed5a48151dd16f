// What the command line prints. Results for programs are JSON lines on standard output with `--json`; text for people goes to
// standard output, or to standard error with `--json`. Only a terminal gets a progress line.
import { codeOwner, type Failure, needsSignIn } from '../../../contract/failure.ts';
import { durationMessage } from '../../../messages/duration.ts';
import { message, type Message, type MessageId } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import type { JsonLine } from '../json/json-lines.ts';

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

// How the command line ends.

export const exitCodes = { done: 0, failed: 1, usage: 2, signInNeeded: 3, someRejected: 4, elsewhere: 5 } as const;

export function exitCodeOf(failure: Failure): number {
  if (failure.code === 'works_for_other') return exitCodes.elsewhere;
  if (needsSignIn(failure)) return exitCodes.signInNeeded;
  return failure.kind === 'wrong-input' ? exitCodes.usage : exitCodes.failed;
}

/** Prints a failure and returns its exit code. */
export function fail(out: Output, failure: Failure): number {
  out.failure(failure);
  return exitCodeOf(failure);
}

/** Prints what is wrong with the arguments and returns its exit code. */
export function wrongUsage(out: Output, problem: Message): number {
  out.warn(problem);
  return exitCodes.usage;
}

// File names and texts of the service come from elsewhere. Their control characters could move the cursor, change what the
// terminal shows or start a new line; invisible and bidirectional ones could show another name.

/** Control, format and separator characters, halves of surrogate pairs, and letters that are invisible. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu;

/** Returns text for one line of a terminal, its unsafe characters replaced. */
export const terminalText = (text: string): string => text.replaceAll(unsafe, '\uFFFD');

/** The same for text of several lines, which may have tabs. */
export const terminalLines = (lines: string): string => lines.replace(/[^\r\n\t]+/g, terminalText);

/** Kana, Han and full-width signs take two columns of a terminal (Unicode Standard Annex 11). */
const wide = /[\u3000-\u30FF\u3400-\u9FFF\uFF01-\uFF60]/g;

/** Returns text with spaces after it, `columns` wide if it isn't wider itself. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - text.length - (text.match(wide)?.length ?? 0)));

/** Returns JSON on one line with unsafe characters escaped; JSON.stringify leaves DEL, C1 and invisible characters. */
const terminalJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(unsafe, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

// Rows of `status` and `secrets`: a label and its value.

const labelWidth = 10;

type Label = Extract<MessageId, `cli.label.${string}`>;

/** `Queue     3 waiting`. Without a label the value belongs to the row above. */
export function row(label: Label | null, value: Message | string): string {
  const name = label === null ? '' : text(message(label));
  return `${padded(label === null ? '' : `${name} `, labelWidth)}${typeof value === 'string' ? value : text(value)}`;
}
