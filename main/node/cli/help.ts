// `--help`: the table of commands as text for a terminal.
import { message, type Message } from '../../messages/message.ts';
import { text } from '../host/text.ts';
import type { Command, Option } from './commands/command.ts';
import { commands, globalOptions } from './command-table.ts';
import { exitCodes } from './terminal/output.ts';

const columns = 100;

/** `upload FILE… [--wait] [--dry-run]`. */
export function usageOf({ name, usage, options = {} }: Command): string {
  const own = Object.entries(options)
    .filter(([option]) => !(usage ?? '').includes(`--${option}`))
    .map(([option, spec]) => `[${optionUsage(option, spec)}${spec.multiple ? '…' : ''}]`);
  return [name, ...(usage === undefined ? [] : [usage]), ...own].join(' ');
}

/** `--data-dir DIR`. */
export const optionUsage = (name: string, { value }: Option): string => (value ? `--${name} ${value}` : `--${name}`);

/** An example as it is typed; one that sets a variable of the environment names the program itself. */
export const exampleLine = (example: string): string =>
  /^([A-Z_]+=("[^"]*"|\S+) )?pilot-companion /.test(example) ? example : `pilot-companion ${example}`;

export const exitCodeMeanings: readonly (readonly [code: number, meaning: Message])[] = [
  [exitCodes.done, message('cli.help.exitCode.done')],
  [exitCodes.failed, message('cli.help.exitCode.failed')],
  [exitCodes.usage, message('cli.help.exitCode.usage')],
  [exitCodes.signInNeeded, message('cli.help.exitCode.signInNeeded')],
  [exitCodes.someRejected, message('cli.help.exitCode.someRejected')],
  [exitCodes.elsewhere, message('cli.help.exitCode.elsewhere')],
];

export const generalHelp = (): string =>
  page(
    [text(message('cli.help.about'))],
    [text(message('cli.help.usage', { usage: 'COMMAND' }))],
    section(
      message('cli.help.commands'),
      commands.map(({ name, summary }) => [name, summary]),
    ),
    [text(message('cli.help.more'))],
    optionRows(message('cli.help.globalOptions'), globalOptions),
    examples(['demo', '--profile demo upload report.png --wait', 'watch ~/Pictures/Screenshots']),
    section(message('cli.help.exitCodes'), exitCodeMeanings),
  );

export const commandHelp = (command: Command): string =>
  page(
    [text(command.summary)],
    [text(message('cli.help.usage', { usage: usageOf(command) }))],
    ...text(command.about)
      .split('\n')
      .map((paragraph) => wrapped(paragraph, 0)),
    section(message('cli.help.actions'), command.actions ?? []),
    optionRows(message('cli.help.options'), command.options ?? {}),
    optionRows(message('cli.help.globalOptions'), globalOptions),
    examples(command.examples),
  );

const page = (...parts: readonly (readonly string[])[]): string =>
  `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;

const optionRows = (title: Message, options: Readonly<Record<string, Option>>) =>
  section(
    title,
    Object.entries(options).map(([name, option]) => {
      const short = option.short ? `-${option.short}, ` : '';
      return [`${short}${optionUsage(name, option)}`, option.summary];
    }),
  );

const examples = (lines: readonly string[]) => [
  text(message('cli.help.examples')),
  ...lines.map((line) => `  ${exampleLine(line)}`),
];

/** Two columns under a heading; nothing if there are no rows. */
function section(title: Message, rows: readonly (readonly [string | number, Message])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left]) => String(left).length)) + 2;
  return [
    text(title),
    ...rows.flatMap(([left, right]) => {
      const [first = '', ...rest] = wrapped(text(right), width + 2);
      return [`  ${String(left).padEnd(width)}${first}`, ...rest.map((line) => ' '.repeat(width + 2) + line)];
    }),
  ];
}

/** Lines that fit beside a margin of `indent` columns. */
function wrapped(paragraph: string, indent: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= columns - indent) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
