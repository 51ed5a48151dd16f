// The versions of the settings document, and how an older one is carried over without loss. Pure: nothing is written here;
// the document on disk becomes a new one with the next change. Hosts that need a setting before core is up read it by this.
import { newService, settingsSchema, defaultSettings, type Settings } from '../../contract/settings.ts';

type Document = Readonly<Record<string, unknown>>;

/** What is stored, as the settings of this version; an error where it cannot be read, or is a newer version's. */
export function parseSettings(stored: unknown): ReturnType<typeof settingsSchema.safeParse> {
  const document = isDocument(stored) ? completed(upgraded(stored)) : stored;
  return settingsSchema.safeParse(document);
}

/** For hosts, before the companion is open: defaults where there are none, or none that can be read. */
export function settingsOrDefaults(stored: unknown): Settings {
  return parseSettings(stored).data ?? defaultSettings;
}

/** Version 1 knew one service, `service`: it is the first of the list now, under that very id, so `profile` still means it. */
function upgraded(document: Document): Document {
  if ((document['version'] ?? 1) !== 1) return document;
  const { service, ...rest } = document;
  return { ...rest, version: 2, services: [{ id: 'service', ...(isDocument(service) && service) }] };
}

/** Fields that were added to the document since are defaults; a wrong one is not guessed. */
function completed(document: Document): Document {
  // One switch for all once: where there is no keychain, an open file.
  const { services, allowFileVault, ...rest } = document;
  const keepIn = allowFileVault === true ? 'open-vault' : 'keychain';
  return {
    ...defaultSettings,
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
