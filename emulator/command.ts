// The emulator as a command: reads its arguments by the table of options, says where it listens, and serves until it is
// told to stop. It touches no process; main.ts does, and whoever embeds it brings an io of its own.

import { createEmulator } from './emulator.ts';
import type { Emulator } from './emulator.ts';
import { describeDefault } from './option-kinds.ts';
import type { OptionRow } from './option-kinds.ts';
import { optionNames, optionTable, parseFlagValue } from './options.ts';
import type { EmulatorOptions, OptionName } from './options.ts';
import { EmulatorRefusal } from './refusal.ts';

export interface EmulatorCommandIo {
  /** Standard output; the text brings its own line ends. */
  out(text: string): void;
  /** Standard error, for people. */
  say(text: string): void;
  /** Ends the command. */
  stop: AbortSignal;
}

/** Resolves with the exit code when the emulator has stopped: 0, or 2 where it could not start as asked. */
export async function runEmulatorCommand(argv: readonly string[], io: EmulatorCommandIo): Promise<number> {
  try {
    const { options, json, help } = parseArguments(argv);
    if (help) {
      io.out(helpText());
      return 0;
    }
    await using emulator = await createEmulator(options);
    await emulator.start();
    io.out(json ? readyLine(emulator) : readyWords(emulator));
    await isAborted(io.stop);
    return 0;
  } catch (cause) {
    if (!(cause instanceof EmulatorRefusal)) throw cause;
    io.say(`${cause.message}\n`);
    return 2;
  }
}

interface Arguments {
  options: EmulatorOptions;
  json: boolean;
  help: boolean;
}

function parseArguments(argv: readonly string[]): Arguments {
  const byFlag = new Map(optionNames.map((name) => [optionTable[name].flag as string, name]));
  const options: Partial<Record<OptionName, string | number | boolean>> = {};
  const rest = [...argv];
  let json = false;
  let help = false;
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [, negated, flag, inline] = /^--(no-)?([a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const name = flag === undefined ? undefined : byFlag.get(flag);
    if (argument === '--json') json = true;
    else if (argument === '--help' || argument === '-h') help = true;
    else if (name === undefined || (negated !== undefined && !isPlainSwitch(name, inline)))
      throw new EmulatorRefusal('option', `There is no option ${argument}; --help lists them.`);
    else if (negated !== undefined) options[name] = false;
    else if (optionTable[name].kind === 'switch') options[name] = parseFlagValue(name, inline ?? null);
    // A flag is nobody's value: what was meant to stand before it is missing.
    else options[name] = parseFlagValue(name, inline ?? (rest[0]?.startsWith('--') ? null : rest.shift()) ?? null);
  }
  return { options: options as EmulatorOptions, json, help };
}

const isPlainSwitch = (name: OptionName, inline: string | undefined) =>
  optionTable[name].kind === 'switch' && inline === undefined;

function readyLine({ url, mode, clients, pilots }: Emulator): string {
  return `${JSON.stringify({ url, mode, clients, pilots })}\n`;
}

function readyWords({ url, mode, clients, pilots }: Emulator): string {
  const lines = [
    `The emulator of the Pilot Flight Service listens at ${url} (${mode} mode).`,
    ...clients.map((client) => `  application ${client.client_id}, secret ${client.client_secret}`),
    ...pilots.map((pilot) => `  pilot ${pilot.id}, ${pilot.name}`),
    'Ctrl-C ends it.',
  ];
  return `${lines.join('\n')}\n`;
}

const valueNames: Partial<Record<OptionRow['kind'], string>> = {
  port: ' N',
  duration: ' TIME',
  size: ' SIZE',
  share: ' SHARE',
  scale: ' FACTOR',
  text: ' TEXT',
  file: ' FILE',
};

function helpText(): string {
  const flags = optionNames.map((name) => {
    const row: OptionRow = optionTable[name];
    const value = row.kind === 'choice' ? ` ${(row.choices ?? []).join('|')}` : (valueNames[row.kind] ?? '');
    const facts = [`default ${describeDefault(row)}`, ...(row.assumption === undefined ? [] : [row.assumption])];
    return [`--${row.flag}${value}`, `${row.help} (${facts.join(', ')})`] as const;
  });
  const all = [
    ...flags,
    ['--json', 'prints one line of JSON when it is ready: url, mode, clients, pilots'],
    ['--help', 'prints this'],
  ] as const;
  const width = Math.max(...all.map(([flag]) => flag.length)) + 2;
  return [
    'emulator [options]',
    '',
    'Serves the Pilot Flight Service on 127.0.0.1 for demonstrations and tests.',
    '',
    ...all.map(([flag, words]) => `  ${flag.padEnd(width)}${words}`),
    '',
    'Times are written 250ms, 5s, 2m, 1h, 30d; sizes 512KiB, 10MiB. A switch is turned off by --no-NAME.',
    '',
    'Examples:',
    '  emulator',
    '  emulator --port 0 --auto-consent --json',
    '  emulator --mode strict --min-gap 12s --no-retry-after',
    '',
  ].join('\n');
}

const isAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
