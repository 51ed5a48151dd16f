// What a shell can complete, from the table of commands.
import { text } from '../../text.ts';
import type { Command, Option } from '../command.ts';

export type CompletableOption = {
  /** `--data-dir`. */
  readonly flag: string;
  /** `-h`. */
  readonly short: string | null;
  readonly summary: string;
  /** What the value is; null for a switch. */
  readonly value: 'file' | 'folder' | 'text' | null;
};

export type CompletableCommand = {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletableOption[];
  /** What the first argument can be. */
  readonly words: readonly { readonly word: string; readonly summary: string }[];
  readonly takesFiles: boolean;
};

export type Completable = {
  readonly globalOptions: readonly CompletableOption[];
  readonly commands: readonly CompletableCommand[];
};

export const completableOf = (
  commands: readonly Command[],
  globalOptions: Readonly<Record<string, Option>>,
): Completable => ({
  globalOptions: optionsOf(globalOptions),
  commands: commands.map(({ name, summary, usage = '', options = {}, actions = [] }) => ({
    name,
    summary: text(summary),
    options: optionsOf(options),
    words: actions.map(([of, about]) => ({ word: of.split(' ')[0]!, summary: text(about) })),
    takesFiles: /\b(FILE|DIR)\b/.test(usage),
  })),
});

const optionsOf = (options: Readonly<Record<string, Option>>): CompletableOption[] =>
  Object.entries(options).map(([name, { short, summary, type, value }]) => ({
    flag: `--${name}`,
    short: short === undefined ? null : `-${short}`,
    summary: text(summary),
    value: type === 'boolean' ? null : value === 'FILE' ? 'file' : value === 'DIR' ? 'folder' : 'text',
  }));

/** The spellings of options that are followed by a value. */
export const flagsWithValue = (options: readonly CompletableOption[]): string[] =>
  options.filter(({ value }) => value !== null).map(({ flag }) => flag);

/** In single quotes of a POSIX shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
