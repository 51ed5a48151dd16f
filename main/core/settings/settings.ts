// The settings: parsed when read, never reset silently. A document that cannot be read is moved aside.
import {
  defaultSettings,
  demoProfile,
  settingsSchema,
  withSettingsChange,
  type Preset,
  type Settings,
  type SettingsChange,
  newService,
} from '../../contract/settings.ts';
import { isDeepStrictEqual } from 'node:util';
import type { SecretChoice } from '../../contract/secrets.ts';
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import type { Logger, SettingsStore } from '../platform/ports.ts';
import { withPresets } from './presets.ts';

const isKnown = ({ services }: Settings, { address }: Preset) =>
  services.some((service) => service.address === address);

export type SettingsKeeper = ReturnType<typeof createSettings>;

export function createSettings(deps: { store: SettingsStore; log: Logger }) {
  const { store, log } = deps;
  /** The failure where the stored settings could not be used. */
  let concern: Failure | null = null;
  let current = load();

  /** With changes of other processes. `known`: what is in use if the stored settings can't be read, nor their copy. */
  function load(known?: Settings): Settings {
    const stored = store.read();
    if (stored === undefined || stored === null) return known ?? defaultSettings;
    const parsed = parseSettings(stored);
    if (parsed.success) return parsed.data;
    const kept = store.keepAside();
    const copy = parseSettings(store.read()).data ?? known;
    concern = copy ? failures.settingsFromCopy(kept) : failures.settingsUnreadable(kept);
    log.warn('settings could not be read', { kept, issues: parsed.error.issues.map((issue) => issue.path.join('.')) });
    return copy ?? defaultSettings;
  }

  const latest = () => (current = load(current));

  function replace(next: Settings) {
    store.write(next);
    current = next;
  }

  return {
    get: () => current,
    /** Whether another process has changed them. */
    reread(): boolean {
      const before = current;
      return !isDeepStrictEqual(latest(), before);
    },
    onChange(listener: () => void) {
      try {
        return store.onChange?.(listener);
      } catch (error) {
        log.warn('the settings are not watched', { error });
        return undefined;
      }
    },
    concern: () => concern,
    /** Throws if the change makes an invalid document; check with `complaintAbout` first. */
    change(change: SettingsChange) {
      replace(settingsSchema.parse(withSettingsChange(latest(), change)));
    },
    /** What is wrong with a change, or null. */
    complaintAbout(change: SettingsChange) {
      return settingsSchema.safeParse(withSettingsChange(latest(), change)).error?.issues[0] ?? null;
    },
    /** Adds a service for each preset whose address none has yet. */
    addPresets(presets: readonly Preset[]) {
      const before = latest();
      const after = withPresets(before, presets);
      if (after !== before) replace(settingsSchema.parse(after));
    },
    /** Adds the service of a preset unless its address is known. Returns its id, or what is wrong with the settings then. */
    usePreset(preset: Preset) {
      const before = latest();
      const parsed = settingsSchema.safeParse(withPresets(before, [preset]));
      if (!parsed.success) return { id: null, complaints: parsed.error.issues };
      const after = parsed.data;
      if (!isKnown(before, preset)) replace(after);
      const id = after.services.find(({ address }) => address === preset.address)!.id;
      return { id, complaints: [] };
    },
    choose(profile: string) {
      const now = latest();
      // The pilot's first service: the first start continues.
      const setup = now.setup === 'none' && profile !== demoProfile ? 'folders' : now.setup;
      replace({ ...now, profile, setup });
    },
    keepIn(id: string, keepIn: SecretChoice) {
      const now = latest();
      replace({ ...now, services: now.services.map((one) => (one.id === id ? { ...one, keepIn } : one)) });
    },
    removeService(id: string) {
      const now = latest();
      replace({ ...now, services: now.services.filter((one) => one.id !== id) });
    },
  };
}

// The settings document as any version of this program wrote it: what is missing has its default, what is unknown is
// ignored, and an invalid member is never replaced. Pure: the document on disk changes with the next write. Hosts that
// need a setting before core is open use it too.

type Document = Readonly<Record<string, unknown>>;

/** Parses stored settings; fails if they are invalid, or of another version. */
function parseSettings(stored: unknown): ReturnType<typeof settingsSchema.safeParse> {
  return settingsSchema.safeParse(isDocument(stored) ? completed(stored) : stored);
}

/** The version of the document that this program reads. */
export const settingsVersion = defaultSettings.version;

/** The version of stored settings that a newer program wrote; null for all others. They must not be put aside. */
export function newerSettingsVersion(stored: unknown): number | null {
  const version = isDocument(stored) ? stored['version'] : null;
  return typeof version === 'number' && version > settingsVersion ? version : null;
}

/** For hosts, before the companion is open: defaults if there are no valid settings. */
export function settingsOrDefaults(stored: unknown): Settings {
  return parseSettings(stored).data ?? defaultSettings;
}

function completed({ services, ...rest }: Document): Document {
  return {
    ...defaultSettings,
    ...rest,
    ...(Array.isArray(services) && {
      services: services.map((one: unknown) =>
        isDocument(one) && typeof one['id'] === 'string' ? { ...newService(one['id']), ...one } : one,
      ),
    }),
  };
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
