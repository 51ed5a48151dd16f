// The versions of the settings document, and how older ones are carried over. Pure: the document on disk changes with
// the next write. Hosts that need a setting before core is open use it too.
import { defaultSettings, demoProfile, newService, settingsSchema, type Settings } from '../../contract/settings.ts';

type Document = Readonly<Record<string, unknown>>;

/** Parses stored settings of any version; fails if they are invalid, or of a newer version. */
export function parseSettings(stored: unknown): ReturnType<typeof settingsSchema.safeParse> {
  const document = isDocument(stored) ? completed(upgraded(stored)) : stored;
  return settingsSchema.safeParse(document);
}

/** The newest version of the document that this program reads. */
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

/**
 * Version 1 had one service, `service`: it becomes the first of the list under that id, so that `profile` still names
 * it.
 */
function upgraded(document: Document): Document {
  if ((document['version'] ?? 1) !== 1) return document;
  const { service, ...rest } = document;
  return { ...rest, version: 2, services: [{ id: 'service', ...(isDocument(service) && service) }] };
}

/** Missing fields get defaults; an invalid one is not replaced. */
function completed(document: Document): Document {
  // Version 1 had one setting for all: where there is no keychain, an open file.
  const { services, allowFileVault, ...rest } = document;
  const keepIn = allowFileVault === true ? 'open-vault' : 'keychain';
  const { profile } = rest;
  return {
    ...defaultSettings,
    // Pilots who used a service before there were steps skip them.
    ...(typeof profile === 'string' && profile !== demoProfile && { setup: 'done' }),
    ...rest,
    ...(Array.isArray(services) && {
      services: services.map((one: unknown) =>
        isDocument(one) && typeof one['id'] === 'string' ? { ...newService(one['id']), keepIn, ...one } : one,
      ),
    }),
  };
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
