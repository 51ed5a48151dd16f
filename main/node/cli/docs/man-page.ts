// The man page, from the table of commands, in the macros of man(7).
import { message } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import type { Command, Option } from '../commands/command.ts';
import { commands, globalOptions } from '../command-table.ts';
import { exampleLine, exitCodeMeanings, optionUsage, usageOf } from '../help.ts';

/** Text of roff: no line begins with a control character, and hyphens are those that are typed. */
const escaped = (line: string) =>
  line
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('~', String.raw`\(ti`)
    .replaceAll('^', String.raw`\(ha`)
    .replaceAll("'", String.raw`\(aq`)
    .replaceAll('`', '')
    .replaceAll(/[^\x20-\x7E]/gu, (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./, String.raw`\&.`);

const bold = (line: string) => String.raw`\fB${escaped(line)}\fR`;
const item = (title: string, body: string) => ['.TP', title, body];

export function manPage(version: string): string {
  const lines = [
    `.TH PILOT\\-COMPANION 1 "" "Pilot Companion ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    `pilot\\-companion \\- ${escaped(lowerFirst(text(message('cli.help.about'))).replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    `${bold('pilot-companion')} [OPTIONS] COMMAND`,
    '.SH DESCRIPTION',
    escaped(text(message('cli.help.about'))),
    '.SH OPTIONS',
    ...optionItems(globalOptions),
    '.SH COMMANDS',
    ...commands.flatMap(commandPart),
    '.SH EXIT STATUS',
    ...exitCodeMeanings.flatMap(([code, meaning]) => item(bold(String(code)), escaped(text(meaning)))),
    '.SH ENVIRONMENT',
    ...item(bold('PILOT_COMPANION_DATA_DIR'), escaped(text(globalOptions['data-dir'].summary))),
  ];
  return `${lines.join('\n')}\n`;
}

const lowerFirst = (line: string) => `${line.charAt(0).toLowerCase()}${line.slice(1)}`;

function commandPart(command: Command): string[] {
  const { about, actions = [], options = {}, examples } = command;
  return [
    `.SS ${escaped(usageOf(command)).replaceAll('"', String.raw`\(dq`)}`,
    ...text(about)
      .split('\n')
      .flatMap((paragraph, index) => (index === 0 ? [escaped(paragraph)] : ['.PP', escaped(paragraph)])),
    ...actions.flatMap(([usage, summary]) => item(bold(usage), escaped(text(summary)))),
    ...optionItems(options),
    '.PP',
    '.nf',
    ...examples.map((example) => escaped(exampleLine(example))),
    '.fi',
  ];
}

const optionItems = (options: Readonly<Record<string, Option>>): string[] =>
  Object.entries(options).flatMap(([name, option]) => {
    const short = option.short === undefined ? '' : `${bold(`-${option.short}`)}, `;
    return item(`${short}${bold(optionUsage(name, option))}`, escaped(text(option.summary)));
  });
