// The settings: parsed when they are read, never reset silently. A document that cannot be read is kept aside and named.
import { settingsSchema, defaultSettings, type Settings, type SettingsChange } from '../contract/settings.ts';
import type { Failure } from '../contract/failure.ts';
import { failures } from './failures.ts';
import type { Logger, SettingsStore } from './ports.ts';

export type SettingsKeeper = ReturnType<typeof createSettings>;

export function createSettings(deps: { store: SettingsStore; log: Logger }) {
  const { store, log } = deps;
  /** Words for the pilot when the stored settings could not be used. */
  let concern: Failure | null = null;
  let current = load();

  function load(): Settings {
    const stored = store.read();
    if (stored === undefined || stored === null) return defaultSettings;
    const parsed = parse(stored);
    if (parsed.success) return parsed.data;
    const kept = store.keepAside();
    const copy = parse(store.read());
    concern = copy.success ? failures.settingsFromCopy(kept) : failures.settingsUnreadable(kept);
    log.warn('settings could not be read', { kept, issues: parsed.error.issues.map((issue) => issue.path.join('.')) });
    return copy.success ? copy.data : defaultSettings;
  }

  function parse(stored: unknown) {
    // Fields that a newer version of the same document added are defaults here; a wrong one is not guessed.
    const merged =
      typeof stored === 'object' && stored !== null && !Array.isArray(stored)
        ? { ...defaultSettings, ...stored, service: { ...defaultSettings.service, ...part(stored, 'service') } }
        : stored;
    return settingsSchema.safeParse(merged);
  }

  function replace(next: Settings) {
    store.write(next);
    current = next;
  }

  return {
    get: () => current,
    concern: () => concern,
    change(change: SettingsChange | Pick<Settings, 'profile'>) {
      const service = 'service' in change ? change.service : undefined;
      replace(settingsSchema.parse({ ...current, ...change, service: { ...current.service, ...service } }));
    },
  };
}

const part = (value: object, key: string): object => {
  const found: unknown = (value as Record<string, unknown>)[key];
  return typeof found === 'object' && found !== null ? found : {};
};
