// The settings in the window while several changes are being saved.
import { expect, it } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import { defaultSettings, type SettingsChange } from '../../../main/contract/settings.ts';
import { createSettingsReader } from '../../../renderer/store/settings.ts';
import { withChange, type KnownSettings } from '../../../renderer/store/settings.ts';

/** A process that saves a change when it is told to. */
function openReader() {
  let kept: KnownSettings = { ...defaultSettings, withSecret: [] };
  let shown: KnownSettings | null = kept;
  const seen: (KnownSettings['theme'] | undefined)[] = [];
  const unsaved: ((isSaved: boolean) => void)[] = [];
  const reader = createSettingsReader({
    readAll: async () => ok(kept),
    save: (change: SettingsChange) =>
      new Promise((resolve) =>
        unsaved.push((isSaved) => {
          if (isSaved) kept = withChange(kept, change);
          resolve(isSaved);
        }),
      ),
    setSettings(change) {
      shown = change(shown);
      seen.push(shown?.theme);
    },
  });
  return { reader, unsaved, seen };
}

it('never shows an answer that lacks a change that is still being saved', async () => {
  const { reader, unsaved, seen } = openReader();
  const first = reader.change({ theme: 'dark' });
  await reader.read();
  const second = reader.change({ theme: 'light' });
  unsaved[0]!(true);
  await first;
  await reader.read();
  unsaved[1]!(true);
  expect([await second, seen]).toEqual([true, ['dark', 'light', 'light']]);
});

it('shows the settings as they are after a change that could not be saved', async () => {
  const { reader, unsaved, seen } = openReader();
  const changed = reader.change({ theme: 'dark' });
  unsaved[0]!(false);
  expect([await changed, seen]).toEqual([false, ['dark', 'system']]);
});
