// The text of `--help`.

import { shellSwitches } from './arguments.ts';
import { describeDefault } from '../options/option-kinds.ts';
import type { OptionRow } from '../options/option-kinds.ts';
import { optionNames, optionTable } from '../options/option-table.ts';

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
  const flags = optionNames.map((name) => {
    const row: OptionRow = optionTable[name];
    const named = row.valueName === undefined ? (valueNames[row.kind] ?? '') : ` ${row.valueName}`;
    const value = row.kind === 'choice' ? ` ${(row.choices ?? []).join('|')}` : named;
    const facts = [`default ${describeDefault(row)}`, ...(row.assumption === undefined ? [] : [row.assumption])];
    return [`--${row.flag}${value}`, `${row.help} (${facts.join(', ')})`] as const;
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
