// The settings document as any version of this program wrote it: what is missing has its default, what is unknown is
// ignored, and an invalid member is never replaced. Pure: the document on disk changes with the next write. Hosts that
// need a setting before core is open use it too.
import { defaultSettings, newService, settingsSchema, type Settings } from '../../contract/settings.ts';

type Document = Readonly<Record<string, unknown>>;

/** Parses stored settings; fails if they are invalid, or of another version. */
export function parseSettings(stored: unknown): ReturnType<typeof settingsSchema.safeParse> {
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
