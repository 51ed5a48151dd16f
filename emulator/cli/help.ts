// What `--help` prints: every option of the table, and the switches that only the command has.

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
  text: ' TEXT',
  file: ' FILE',
};

export function commandHelp(): string {
  const flags = optionNames.map((name) => {
    const row: OptionRow = optionTable[name];
    const value = row.kind === 'choice' ? ` ${(row.choices ?? []).join('|')}` : (valueNames[row.kind] ?? '');
    const facts = [`default ${describeDefault(row)}`, ...(row.assumption === undefined ? [] : [row.assumption])];
    return [`--${row.flag}${value}`, `${row.help} (${facts.join(', ')})`] as const;
  });
  const all = [...flags, ...Object.entries(shellSwitches).map(([flag, message]) => [`--${flag}`, message] as const)];
  const width = Math.max(...all.map(([flag]) => flag.length)) + 2;
  return [
    'emulator [options]',
    '',
    'Serves the Pilot Flight Service on 127.0.0.1 for demonstrations and tests, until it is told to stop.',
    '',
    ...all.map(([flag, message]) => `  ${flag.padEnd(width)}${message}`),
    '',
    'Times are written 250ms, 5s, 2m, 1h, 30d; sizes 512KiB, 10MiB. A switch is turned off by --no-NAME.',
    'Standard output gets the ready line alone, standard error one line for each request.',
    'Ends with 0, or with 2 where it cannot start as asked.',
    '',
    'Examples:',
    '  emulator --open',
    '  emulator --port 0 --auto-consent --json',
    '  emulator --mode strict --min-gap 12s --no-retry-after',
    '',
  ].join('\n');
}
