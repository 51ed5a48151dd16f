// Reads the arguments of the command line by the table of commands.
import { parseArgs } from 'node:util';
import { emulatorAddress } from '../../contract/service-address.ts';
import { withHome } from '../../core/platform/files/home-dir.ts';
import { message, type Message } from '../../messages/message.ts';
import type { Command, Option, Options } from './commands/command.ts';
import { commands, globalOptions } from './command-table.ts';
import { commandHelp, generalHelp, usageOf } from './help.ts';

type Parsed =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage'; readonly problem: Message }
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly args: readonly string[];
      readonly options: Options;
    };

type Read = { readonly options: Options; readonly args: readonly string[] };

const wrong = (problem: Message): Parsed => ({ kind: 'usage', problem });

/** Returns the parsed arguments. Never throws: wrong usage is a message with what was expected. */
export function readArguments(argv: readonly string[]): Parsed {
  const name = commandName(argv);
  const command = commands.find((one) => one.name === name);
  if (command && 'parsesOptions' in command) {
    return { kind: 'command', command, args: argv.toSpliced(argv.indexOf(command.name), 1), options: {} };
  }
  const read = parse(argv, command);
  if ('kind' in read) return read;
  const { options, args } = read;
  if (options['help']) return { kind: 'help', text: command ? commandHelp(command) : generalHelp() };
  if (options['version']) return { kind: 'version' };
  if (name === undefined) return { kind: 'help', text: generalHelp() };
  if (!command) {
    const names = commands.map((one) => one.name);
    return unknown(name, names) ?? wrong(message('cli.usage.unknownCommand', { name, names }));
  }
  const [least, most] = command.count ?? [0, 0];
  if (args.length < least) return wrong(message('cli.usage.expected', { usage: usageOf(command) }));
  if (args.length > most) return wrong(message('cli.usage.surplus', { given: args[most]!, usage: usageOf(command) }));
  return wrongOption(options) ?? { kind: 'command', command, args, options };
}

/** Returns what was probably meant; null if nothing is similar. */
function unknown(given: string, candidates: readonly string[]): Parsed | null {
  const like = closestWord(given, candidates);
  return like === null ? null : wrong(message('cli.usage.like', { given, like }));
}

function parse(argv: readonly string[], command: Command | undefined): Parsed | Read {
  const known: Readonly<Record<string, Option>> = { ...globalOptions, ...command?.options };
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options: { ...globalOptions, ...command?.options },
      allowPositionals: true,
      tokens: true,
    });
    const given = new Set<string>();
    for (const token of tokens) {
      if (token.kind !== 'option' || known[token.name]?.type !== 'string') continue;
      const { rawName: option, name, value } = token;
      if (value === '') return wrong(message('cli.usage.noValue', { option }));
      if (given.has(name) && known[name]?.multiple !== true) return wrong(message('cli.usage.repeated', { option }));
      given.add(name);
    }
    return withPaths({ options: values, args: positionals.slice(1) }, known, command);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // Node names the option in its text only, with its short form and a placeholder where it has them.
    const option = /'(?:-\w, )?(-[^' ]+)/.exec(error.message)?.[1] ?? '';
    if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
      const needsValue = known[option.replace(/^--/, '')]?.type === 'string';
      return wrong(message(needsValue ? 'cli.usage.needsValue' : 'cli.usage.takesNoValue', { option }));
    }
    const flags = Object.keys(known).map((name) => `--${name}`);
    const meant = option.startsWith('--') ? unknown(option, flags) : null;
    return meant ?? wrong(message('cli.usage.option', { option, help: command ? `${command.name} --help` : '--help' }));
  }
}

/** The shell leaves a `~` alone after `=` and in quotes. */
function withPaths(read: Read, known: Readonly<Record<string, Option>>, command: Command | undefined): Read {
  const options = Object.entries(read.options).map(([name, value]) => [
    name,
    known[name]?.isPath && typeof value === 'string' ? withHome(value) : value,
  ]);
  const args = command?.takesPaths ? read.args.map((path) => withHome(path)) : read.args;
  return { options: Object.fromEntries(options) as Options, args };
}

function wrongOption({ profile, emulator, port }: Options): Parsed | null {
  if (profile !== undefined && emulator !== undefined) return wrong(message('cli.usage.profileOrEmulator'));
  if (typeof emulator === 'string' && emulatorAddress(emulator) === null) {
    return wrong(message('cli.usage.emulatorAddress', { given: emulator }));
  }
  if (typeof port === 'string' && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)) {
    return wrong(message('cli.usage.port', { given: port }));
  }
  return null;
}

/** The first argument that is neither an option nor the value of one. */
function commandName(argv: readonly string[]): string | undefined {
  for (let index = 0; index < argv.length; index += 1) {
    const one = argv[index]!;
    if (!one.startsWith('-')) return one;
    const option = globalOptions[one.slice(2) as keyof typeof globalOptions];
    if (option?.type === 'string') index += 1;
  }
  return undefined;
}

// The intended word for a mistyped one.

/** Returns the candidate that differs by at most two letters, and by less than half of them; null if there is none. */
export function closestWord(word: string, candidates: readonly string[]): string | null {
  const found = candidates
    .map((candidate) => ({ candidate, letters: differingLetters(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((one, other) => one.letters - other.letters)[0];
  return found && found.letters <= 2 && found.letters * 2 < word.length ? found.candidate : null;
}

/** How many letters have to be inserted, removed, replaced, or swapped with the next one. */
function differingLetters(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const above = rows[row - 1]!;
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows[row] = current;
  }
  return rows[from.length]![to.length]!;
}
