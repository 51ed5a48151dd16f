import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { shellSwitches } from '../../emulator/cli/arguments.ts';
import { commands, globalOptions } from '../../main/node/cli/command-table.ts';
import { settingsSchema } from '../../main/contract/settings.ts';
import { schemaOf, referencePage } from '../../main/node/cli/reference.ts';
import { jsonLineSchemas } from '../../main/node/cli/json/json-lines.ts';
import { root } from '../architecture/source-files.ts';

/** Every name of a property in a JSON Schema. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(keysOf)];
}
/** Settings of a service keep the names used to set them. */
const serviceKeys = new Set(keysOf(z.toJSONSchema(settingsSchema.shape.services, { io: 'input' })));

test('the guide of the command line and the page of commands name only options that exist', () => {
  const known = new Set([
    ...Object.keys(globalOptions),
    ...commands.flatMap(({ options }) => Object.keys(options ?? {})),
    ...Object.keys(shellSwitches),
  ]);
  const pages = `${readFileSync(join(root, 'docs/pilots/cli.md'), 'utf8')}${referencePage()}`;
  const named = [...pages.matchAll(/`--([a-z][a-z-]*)/g)].map(([, option]) => option!);
  expect(new Set(named).size).toBeGreaterThanOrEqual(Object.keys(globalOptions).length);
  expect(named.filter((option) => !known.has(option))).toEqual([]);
});

test.each(Object.keys(jsonLineSchemas) as (keyof typeof jsonLineSchemas)[])('%s has keys in snake case', (name) => {
  const ownSettings = name === 'settings' ? Object.keys(settingsSchema.shape) : [];
  const others = keysOf(schemaOf(name)).filter((key) => !/^[a-z]+(_[a-z]+)*$/.test(key));
  expect(others.filter((key) => !ownSettings.includes(key) && !serviceKeys.has(key))).toEqual([]);
});
