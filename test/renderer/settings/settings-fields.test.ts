import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsSchema } from '../../../main/contract/settings.ts';

/** Changed elsewhere in the window, or by the program. */
const elsewhere = ['profile', 'setup', 'services', 'logbook', 'shortcuts', 'recentCommands'];
const read = (...patterns: string[]) => globSync(patterns).map((path) => readFileSync(path, 'utf8'));
const views = read('renderer/settings/*.tsx').join('\n');
const effects = read('main/{core,node,electron}/**/*.ts', 'renderer/!(settings)/**/*.{ts,tsx}').join('\n');
const names = Object.keys(settingsSchema.shape).filter((name) => name !== 'version');

test.each(names)('the setting %s has a field, unless it is named here, and an effect', (name) => {
  const word = new RegExp(`\\b${name}\\b`);
  expect(elsewhere.includes(name) || word.test(views)).toBe(true);
  expect(word.test(effects)).toBe(true);
});
