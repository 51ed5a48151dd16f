// The settings as the window knows them: read from the process, and changed at once in the window.
import type { Result } from '../../main/contract/failure.ts';
import { type Settings, type SettingsChange, withSettingsChange } from '../../main/contract/settings.ts';

export type KnownSettings = Settings & { readonly withSecret: readonly string[] };

/** Returns the settings with a change applied, which has only the changed members. */
export const withChange = ({ withSecret, ...settings }: KnownSettings, change: SettingsChange): KnownSettings => ({
  ...withSettingsChange(settings, change),
  withSecret,
});

type ReaderOptions = {
  readonly readAll: () => Promise<Result<KnownSettings>>;
  /** Returns whether it was saved, and shows a failure. */
  readonly save: (change: SettingsChange) => Promise<boolean>;
  readonly setSettings: (change: (settings: KnownSettings | null) => KnownSettings | null) => void;
};

export function createSettingsReader({ readAll, save, setSettings }: ReaderOptions) {
  let lastRead = 0;
  let changesInProgress = 0;

  async function read(): Promise<void> {
    // The last change reads them.
    if (changesInProgress > 0) return;
    const thisRead = (lastRead += 1);
    const result = await readAll();
    // An answer may lack a change that has begun meanwhile, or be older than another answer.
    const isLatest = thisRead === lastRead && changesInProgress === 0;
    if (result.ok && isLatest) setSettings(() => result.value);
  }

  return {
    read,
    /** Applies a change immediately, and reads again after the last of several. Returns whether it was saved. */
    async change(change: SettingsChange): Promise<boolean> {
      setSettings((settings) => settings && withChange(settings, change));
      changesInProgress += 1;
      const isSaved = await save(change);
      changesInProgress -= 1;
      if (changesInProgress === 0) await read();
      return isSaved;
    },
  };
}
