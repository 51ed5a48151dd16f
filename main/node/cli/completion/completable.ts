// What a shell can complete, from the table of commands.
import { text } from '../../host/text.ts';
import type { Command, Option } from '../commands/command.ts';

export type CompletableOption = {
  /** `--data-dir`. */
  readonly flag: string;
  /** `-h`. */
  readonly short: string | null;
  readonly summary: string;
  /** What the value is; null for a switch. */
  readonly value: 'file' | 'folder' | 'text' | null;
  /** What the value can be, where that is a fixed set; else empty. */
  readonly values: readonly string[];
};

type CompletableCommand = {
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

export const completableOf = async (
  commands: readonly Command[],
  globalOptions: Readonly<Record<string, Option>>,
): Promise<Completable> => ({
  globalOptions: await optionsOf(globalOptions),
  commands: await Promise.all(
    commands.map(async ({ name, summary, usage = '', options = {}, actions = [], words }) => ({
      name,
      summary: text(summary),
      options: await optionsOf(options),
      words: [
        ...actions.map(([of, about]) => ({ word: of.split(' ')[0]!, summary: text(about) })),
        ...((await words?.()) ?? []).map((word) => ({ word, summary: '' })),
      ],
      takesFiles: /\b(FILE|DIR)\b/.test(usage),
    })),
  ),
});

const optionsOf = (options: Readonly<Record<string, Option>>): Promise<CompletableOption[]> =>
  Promise.all(
    Object.entries(options).map(async ([name, { short, summary, type, value, values }]) => ({
      flag: `--${name}`,
      short: short === undefined ? null : `-${short}`,
      summary: text(summary),
      value: type === 'boolean' ? null : value === 'FILE' ? 'file' : value === 'DIR' ? 'folder' : 'text',
      values: (await values?.()) ?? [],
    })),
  );

/** The spellings of options that are followed by a value. */
export const flagsWithValue = (options: readonly CompletableOption[]): string[] =>
  options.filter(({ value }) => value !== null).map(({ flag }) => flag);

/** In single quotes of a POSIX shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
