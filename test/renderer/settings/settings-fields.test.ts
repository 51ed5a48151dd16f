import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '../../../main/contract/settings.ts';

/** Changed elsewhere in the window, or by the program. */
const elsewhere = ['version', 'profile', 'setup', 'services', 'logbook', 'shortcuts', 'recentCommands'];
const folder = join(import.meta.dirname, '../../../renderer/settings');
const views = globSync('*.tsx', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));

test.each(Object.keys(settingsSchema.shape).filter((name) => !elsewhere.includes(name)))(
  'the setting %s has its field in the settings view, or is named here as changed elsewhere',
  (name) => {
    expect(views.some((view) => new RegExp(`\\b${name}\\b`).test(view))).toBe(true);
  },
);
