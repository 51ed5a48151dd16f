import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellSwitches } from '../../emulator/cli/arguments.ts';
import { jsonLineSchemas } from '../../main/node/cli/json-lines.ts';
import { schemaOf, shownSchemas } from './cli-schemas.ts';
import { commandSpecs, globalOptions } from '../../main/node/cli/arguments.ts';
import { exitCodes } from '../../main/node/cli/exit.ts';
import { root } from '../architecture/source-files.ts';

const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
const run = (...args: string[]) =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'main/node/cli.ts'), ...args], {
    encoding: 'utf8',
  });

/** The part of the page under the command's heading. */
function sectionOf(command: string): string {
  const parts = page.split(/^### /m).map((part) => part.split(/^## /m)[0]!);
  return parts.find((part) => new RegExp(`^\`${command}[ \`]`).test(part)) ?? '';
}

describe('docs/cli.md', () => {
  test('has a section for each command that --help lists', () => {
    const help = run('--help');
    for (const { name } of commandSpecs) expect(help).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    expect(commandSpecs.filter(({ name }) => sectionOf(name) === '')).toEqual([]);
    expect(help).toMatch(/^ {2}emulator +\S/m);
    expect(sectionOf('emulator')).not.toBe('');
  });

  test('has no section for an unknown command', () => {
    const titles = [...page.matchAll(/^### `([a-z-]+)/gm)].map(([, name]) => name!);
    expect(titles.toSorted()).toEqual([...commandSpecs.map(({ name }) => name), 'emulator'].toSorted());
  });

  test.each(commandSpecs.map((spec) => [spec.name, spec] as const))('lists every option of %s', (name, spec) => {
    for (const option of Object.keys(spec.options)) expect(sectionOf(name)).toContain(`\`--${option}`);
  });

  test.each(Object.keys(globalOptions))('lists the global option --%s', (option) => {
    expect(page.split('## Commands')[0]).toMatch(new RegExp(`^\\| \`--${option}[ \`]`, 'm'));
  });

  test('names no option that no command has', () => {
    const known = new Set([
      ...Object.keys(globalOptions),
      ...commandSpecs.flatMap(({ options }) => Object.keys(options)),
      ...Object.keys(shellSwitches),
    ]);
    const named = [...page.matchAll(/`--([a-z][a-z-]*)/g)].map(([, option]) => option!);
    expect(named.filter((option) => !known.has(option))).toEqual([]);
  });

  test('shows the current schema of each line', () => {
    const names = Object.keys(jsonLineSchemas) as (keyof typeof jsonLineSchemas)[];
    const shown = shownSchemas(page);
    expect([...shown.keys()].toSorted()).toEqual(names.toSorted());
    // They are written by: node scripts/run.mjs test/docs/write-cli-schemas.ts
    for (const name of names) expect(shown.get(name)).toEqual(schemaOf(name));
  });

  test('explains each exit code', () => {
    for (const code of Object.values(exitCodes)) expect(page).toContain(`**${code}** `);
  });
});
