// Reads the arguments of the command line by the table of commands.
import { parseArgs } from 'node:util';
import { message, type Message } from '../../messages/message.ts';
import type { Command, Options } from './command.ts';
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

const wrong = (problem: Message): Parsed => ({ kind: 'usage', problem });

/** Returns what the arguments ask for. Never throws: wrong usage is a message that says what was expected. */
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
    return wrong(message('cli.usage.unknownCommand', { name, names: commands.map((one) => one.name).join(', ') }));
  }
  const [least, most] = command.count ?? [0, 0];
  if (args.length < least || args.length > most)
    return wrong(message('cli.usage.expected', { usage: usageOf(command) }));
  return wrongOption(options) ?? { kind: 'command', command, args, options };
}

function parse(argv: readonly string[], command: Command | undefined): Parsed | { options: Options; args: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...globalOptions, ...command?.options },
      allowPositionals: true,
    });
    return { options: values, args: positionals.slice(1) };
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('. ')[0]! : String(error);
    return wrong(message('cli.usage.option', { problem, help: command ? `${command.name} --help` : '--help' }));
  }
}

function wrongOption({ profile, emulator, port }: Options): Parsed | null {
  if (profile !== undefined && emulator !== undefined) return wrong(message('cli.usage.profileOrEmulator'));
  if (typeof emulator === 'string' && !/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+\/?$/.test(emulator)) {
    return wrong(message('cli.usage.emulatorAddress', { given: emulator }));
  }
  const number = Number(port ?? 0);
  if (typeof port === 'string' && (!Number.isInteger(number) || number < 0 || number > 65_535)) {
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
