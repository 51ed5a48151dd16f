// docs/pilots/commands.md: every command, option, exit code and line of JSON, from the table of commands.
import type { Message } from '../../messages/message.ts';
import { text } from '../host/text.ts';
import type { Command, Option } from './commands/command.ts';
import { commands, globalOptions } from './command-table.ts';
import { exampleLine, exitCodeMeanings, optionUsage, usageOf } from './help.ts';
import { jsonLineSchemas } from './json/json-lines.ts';
import { z } from 'zod';

type LineName = keyof typeof jsonLineSchemas;
const lineNames = Object.keys(jsonLineSchemas) as LineName[];

export function referencePage(): string {
  const parts = [
    '# Commands of the command line',
    'Made from the table of commands. How to begin: [command line](cli.md).',
    '## Global options',
    optionTable(globalOptions),
    '## Exit codes',
    exitCodeMeanings.map(([code, meaning]) => `- **${code}** ${text(meaning)}`).join('\n'),
    '## Commands',
    table(
      ['Command', 'Description'],
      commands.map(({ name, summary }) => [`[\`${name}\`](#${name})`, text(summary)]),
    ),
    ...commands.flatMap(commandSection),
    '## JSON lines',
    'Each line is an object with a `type`. The schemas are JSON Schema 2020-12.',
    ...lineNames.flatMap(lineSection),
  ];
  return `${parts.join('\n\n')}\n`;
}

function commandSection(command: Command): string[] {
  const { name, about, actions = [], options = {}, examples, lines } = command;
  return [
    `### \`${name}\``,
    codeBlock('', `pilot-companion ${usageOf(command)}`),
    ...text(about).split('\n'),
    ...(actions.length > 0
      ? [
          table(
            ['Action', 'Description'],
            actions.map(([usage, summary]) => [code(usage), cell(summary)]),
          ),
        ]
      : []),
    ...(Object.keys(options).length > 0 ? [optionTable(options)] : []),
    codeBlock('sh', examples.map(exampleLine).join('\n')),
    ...(lines.length > 0 ? [`JSON: ${lines.map((line) => `[\`${line}\`](#${line}-line)`).join(', ')}`] : []),
  ];
}

function lineSection(name: LineName): string[] {
  const users = commands.filter(({ lines }) => lines.includes(name)).map((one) => `[\`${one.name}\`](#${one.name})`);
  return [
    `### \`${name}\` line`,
    `Printed by ${users.join(', ')}.`,
    `<details><summary>Schema</summary>\n\n${codeBlock('json', readableJson(schemaOf(name)))}\n\n</details>`,
  ];
}

const optionTable = (options: Readonly<Record<string, Option>>): string =>
  table(
    ['Option', 'Description'],
    Object.entries(options).map(([name, option]) => [
      `${code(optionUsage(name, option))}${option.short ? `, \`-${option.short}\`` : ''}`,
      cell(option.summary),
    ]),
  );

const table = (heads: readonly [string, string], rows: readonly (readonly [string, string])[]): string =>
  [heads, ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (usage: string) => `\`${usage.replaceAll('|', '\\|')}\``;
const cell = (summary: Message) => text(summary).replaceAll('|', '\\|').replaceAll('*', '\\*');
const codeBlock = (language: string, body: string) => `\`\`\`${language}\n${body}\n\`\`\``;

// JSON Schemas of the lines that `--json` prints, in a form that can be read.

const columns = 110;

/** Returns the schema of a line, without what only a validator needs. */
export const schemaOf = (name: keyof typeof jsonLineSchemas) =>
  z.toJSONSchema(jsonLineSchemas[name], {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });

/** Returns JSON with short values on one line. */
function readableJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= columns) return flat;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => readableJson(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${readableJson(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
