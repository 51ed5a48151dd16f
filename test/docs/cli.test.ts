import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shellSwitches } from '../../emulator/cli/arguments.ts';
import { commands, globalOptions } from '../../main/node/cli/command-table.ts';
import { settingsSchema } from '../../main/contract/settings.ts';
import { schemaOf, referencePage } from '../../main/node/cli/docs/reference.ts';
import { exitCodes } from '../../main/node/cli/terminal/output.ts';
import { jsonLineSchemas } from '../../main/node/cli/json/json-lines.ts';
import { root } from '../architecture/source-files.ts';

const page = referencePage();
const guide = readFileSync(join(root, 'docs/pilots/cli.md'), 'utf8');
const help = execFileSync(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', join(root, 'main/node/cli.ts'), '--help'],
  { encoding: 'utf8' },
);
const part = (title: string) => page.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';

/** The section of a command, or of a line of JSON. */
const sectionOf = (title: string, of: string) =>
  part(of)
    .split(/^### /m)
    .find((text) => text.startsWith(`${title}\n`)) ?? '';

/** Every name of a property in a JSON Schema. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(keysOf)];
}
/** Settings of a service keep the names used to set them. */
const serviceKeys = new Set(keysOf(z.toJSONSchema(settingsSchema.shape.services, { io: 'input' })));

describe('the page of commands', () => {
  test('has a section for each command that --help lists, and for no other', () => {
    const names = commands.map(({ name }) => name);
    for (const name of names) expect(help).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    const titles = [...part('Commands').matchAll(/^### `([a-z-]+)/gm)].map(([, name]) => name!);
    expect(titles).toEqual(names);
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    'lists every option of %s',
    (name, command) => {
      for (const option of Object.keys(command.options ?? {}))
        expect(sectionOf(`\`${name}\``, 'Commands')).toMatch(new RegExp(`^\\| \`--${option}[ \`]`, 'm'));
    },
  );

  test.each(Object.keys(globalOptions))('lists the global option --%s', (option) => {
    expect(part('Global options')).toMatch(new RegExp(`^\\| \`--${option}[ \`]`, 'm'));
  });

  test('names only options that exist', () => {
    const known = new Set([
      ...Object.keys(globalOptions),
      ...commands.flatMap(({ options }) => Object.keys(options ?? {})),
      ...Object.keys(shellSwitches),
    ]);
    const named = [...`${guide}${page}`.matchAll(/`--([a-z][a-z-]*)/g)].map(([, option]) => option!);
    expect(named.filter((option) => !known.has(option))).toEqual([]);
  });

  test.each(Object.keys(jsonLineSchemas) as (keyof typeof jsonLineSchemas)[])(
    'shows the schema of a %s line',
    (name) => {
      const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(sectionOf(`\`${name}\` line`, 'JSON lines')) ?? [];
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(schemaOf(name))));
    },
  );

  test.each(Object.keys(jsonLineSchemas) as (keyof typeof jsonLineSchemas)[])('%s has keys in snake case', (name) => {
    const ownSettings = name === 'settings' ? Object.keys(settingsSchema.shape) : [];
    const others = keysOf(schemaOf(name)).filter((key) => !/^[a-z]+(_[a-z]+)*$/.test(key));
    expect(others.filter((key) => !ownSettings.includes(key) && !serviceKeys.has(key))).toEqual([]);
  });

  test('lists what each exit code means', () => {
    for (const code of Object.values(exitCodes)) expect(part('Exit codes')).toContain(`**${code}** `);
  });
});
