// Parses the arguments of the command: the options of the table, and switches of the command line only.

import { homedir } from 'node:os';
import { parseFlagValue } from '../options/options.ts';
import type { EmulatorOptions } from '../options/options.ts';
import { didYouMean } from '../options/did-you-mean.ts';
import { EmulatorError } from '../emulator-error.ts';
import { optionNames, optionTable, type OptionName } from '../options/option-table.ts';
import { describeDefault } from '../options/option-kinds.ts';
import type { OptionRow, OptionValue } from '../options/option-kinds.ts';

/** In the order of the help. */
export const shellSwitches = {
  json: 'prints JSON even in a terminal; --no-json prints text even in a pipe',
  quiet: 'prints the ready line only, no requests',
  open: 'opens the console in the browser',
  version: 'prints the version',
  help: 'prints this help',
} as const;

type ShellSwitch = keyof typeof shellSwitches;

const nameByFlag = new Map<string, OptionName>(
  optionNames.flatMap((name) => {
    const { flag }: OptionRow = optionTable[name];
    return flag === undefined ? [] : [[flag, name] as const];
  }),
);
const allFlags = [...nameByFlag.keys(), ...Object.keys(shellSwitches)];
/** Flags with a `--no-` form. */
const switchFlags = [
  ...[...nameByFlag].filter(([, name]) => optionTable[name].kind === 'switch').map(([flag]) => flag),
  'json',
];

/** Throws an `EmulatorError` with a suggestion for an unknown option. */
export function readCommandArguments(
  argv: readonly string[],
): { options: EmulatorOptions } & Partial<Record<ShellSwitch, boolean>> {
  const options: Partial<Record<OptionName, OptionValue>> = {};
  const switches: Partial<Record<ShellSwitch, boolean>> = {};
  const rest = argv.map((argument) => (argument === '-h' ? '--help' : argument));
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [, negated, flag = '', inline] = /^--(no-)?([a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const name = nameByFlag.get(flag);
    if (name === undefined && inline === undefined && isShellSwitch(flag, negated !== undefined))
      switches[flag] = negated === undefined;
    else if (name === undefined || (negated !== undefined && !isPlainSwitch(name, inline)))
      throw unknownOption(argument);
    else if (negated !== undefined) options[name] = false;
    else if (optionTable[name].kind === 'switch') options[name] = parseFlagValue(name, inline ?? null);
    else {
      // A value never starts with `--`; it is missing.
      const given = inline ?? (rest[0]?.startsWith('--') ? null : rest.shift()) ?? null;
      const { kind } = optionTable[name];
      const value = parseFlagValue(name, kind === 'file' && given !== null ? withHome(given) : given);
      options[name] = Array.isArray(value) ? [...((options[name] ?? []) as string[]), ...value] : value;
      // Several names may follow one flag.
      if (kind === 'names' && rest[0]?.startsWith('-') === false) rest.unshift(`--${flag}`);
    }
  }
  if (switches.open === true && options.control === false) {
    throw new EmulatorError('option', '--open needs the console, which --no-control disables; use only one of them.');
  }
  return { options: options as EmulatorOptions, ...switches };
}

/** The shell leaves a `~` alone in `--state=~/x`. */
const withHome = (path: string) => path.replace(/^~(?=$|[\\/])/, () => homedir());

const isShellSwitch = (flag: string, isNegated: boolean): flag is ShellSwitch =>
  Object.hasOwn(shellSwitches, flag) && (!isNegated || flag === 'json');

const isPlainSwitch = (name: OptionName, inline: string | undefined) =>
  optionTable[name].kind === 'switch' && inline === undefined;

function unknownOption(argument: string): EmulatorError {
  const [, dashes = '', no = '', typed = ''] = /^(-*)(no-)?([^=]*)/.exec(argument) ?? [];
  const known = no === '' ? allFlags : switchFlags;
  const near = dashes === '' || (dashes === '--' && known.includes(typed)) ? [] : didYouMean(typed, known);
  const hint =
    near.length === 0 ? '--help lists them.' : `did you mean ${near.map((flag) => `--${no}${flag}`).join(' or ')}?`;
  return new EmulatorError('option', `Unknown option ${argument}; ${hint}`);
}

// The text of `--help`.

const valueNames: Partial<Record<OptionRow['kind'], string>> = {
  port: ' N',
  duration: ' TIME',
  size: ' SIZE',
  share: ' SHARE',
  scale: ' FACTOR',
  count: ' N',
  names: ' NAME',
  text: ' TEXT',
  file: ' FILE',
};

/** @param name how the command is started */
export function commandHelp(name: string): string {
  const flags = [...nameByFlag].map(([flag, name]) => {
    const row: OptionRow = optionTable[name];
    const named = row.valueName === undefined ? (valueNames[row.kind] ?? '') : ` ${row.valueName}`;
    const value = row.kind === 'choice' ? ` ${(row.choices ?? []).join('|')}` : named;
    const facts = [`default ${describeDefault(row)}`, ...(row.assumption === undefined ? [] : [row.assumption])];
    return [`--${flag}${value}`, `${row.help} (${facts.join(', ')})`] as const;
  });
  const all = [...flags, ...Object.entries(shellSwitches).map(([flag, message]) => [`--${flag}`, message] as const)];
  const width = Math.max(...all.map(([flag]) => flag.length)) + 2;
  return [
    `${name} [options]`,
    '',
    'Runs a Pilot Flight Service for development, tests and demonstrations.',
    '',
    ...all.map(([flag, message]) => `  ${flag.padEnd(width)}${message}`),
    '',
    'Times: 250ms, 5s, 2m, 1h, 30d, or milliseconds. Sizes: 512KiB, 10MiB, or bytes. --no-NAME turns a switch off.',
    'Standard output gets the ready line, standard error one line per request.',
    'Exit codes: 0 stopped, 2 could not start.',
    '',
    'Examples:',
    `  ${name} --open`,
    `  ${name} --port 0 --auto-consent --json`,
    `  ${name} --mode strict --min-gap 12s --no-retry-after`,
    '',
  ].join('\n');
}
