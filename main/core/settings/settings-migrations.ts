// The versions of the settings document, and how older ones are carried over. Pure: the document on disk changes with
// the next write. Hosts that need a setting before core is open use it too.
import { readAddress } from '../../contract/service-address.ts';
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
      services: oneEach(services, profile).map((one: unknown) =>
        isDocument(one) && typeof one['id'] === 'string' ? { ...newService(one['id']), keepIn, ...one } : one,
      ),
    }),
  };
}

/** Of entries that spell one address differently, the one in use, else the first. */
function oneEach(services: readonly unknown[], profile: unknown): unknown[] {
  const addressOf = (one: unknown) =>
    isDocument(one) && typeof one['address'] === 'string' ? readAddress(one['address']).address : null;
  const inUse = services.find((one) => isDocument(one) && one['id'] === profile);
  return services.filter((one) => {
    const address = addressOf(one);
    if (address === null || one === inUse) return true;
    return address !== addressOf(inUse) && one === services.find((other) => addressOf(other) === address);
  });
}

/** Addresses in stored settings that were spelled differently before, with their present spelling. */
export function respelledAddresses(stored: unknown): { readonly from: string; readonly to: string }[] {
  const services = isDocument(stored) && Array.isArray(stored['services']) ? (stored['services'] as unknown[]) : [];
  return services.flatMap((one) => {
    const address = isDocument(one) && typeof one['address'] === 'string' ? one['address'] : '';
    const from = address.trim().replace(/\/+$/, '');
    const to = readAddress(address).address;
    return to === null || to === from ? [] : [{ from, to }];
  });
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
