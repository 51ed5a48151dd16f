import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '../../../main/contract/settings.ts';

/** Changed elsewhere in the window, or by the program. */
const elsewhere = ['version', 'profile', 'setup', 'services', 'logbook', 'shortcuts', 'recentCommands'];
const root = join(import.meta.dirname, '../../..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
const views = read('renderer/settings/*.tsx');
const effects = [...read('main/{core,node,electron}/**/*.ts'), ...read('renderer/!(settings)/**/*.{ts,tsx}')];

test.each(Object.keys(settingsSchema.shape).filter((name) => !elsewhere.includes(name)))(
  'the setting %s has its field in the settings view, or is named here as changed elsewhere',
  (name) => {
    expect(views.some((view) => new RegExp(`\\b${name}\\b`).test(view))).toBe(true);
  },
);

test.each(Object.keys(settingsSchema.shape).filter((name) => name !== 'version'))(
  'the setting %s is read somewhere beside the settings view',
  (name) => {
    expect(effects.some((source) => new RegExp(`\\b${name}\\b`).test(source))).toBe(true);
  },
);
