// The keychain of this computer in keytar's shape. On macOS and Windows it is the keytar-compatible entry itself.
// On Linux the same functions are pinned to the Secret Service: the entry would fall back to the kernel's keyring
// where there is none (README of @napi-rs/keyring, "Linux backend selection"), which forgets at the next start of the
// computer, and would still be called a keychain.
import { createRequire } from 'node:module';
import type * as keyring from '@napi-rs/keyring';

export type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string; password: string }[]>;
};

/**
 * Calls that have not come back. Each holds a thread of this process, and where it waits for a prompt that nobody answers
 * the process cannot end in the usual way (main/node/system/force-exit.ts).
 */
let inProgress = 0;
export const isKeychainAsked = () => inProgress > 0;

async function counted<T>(call: () => Promise<T>): Promise<T> {
  inProgress += 1;
  try {
    return await call();
  } finally {
    inProgress -= 1;
  }
}

/** Throws where the package has no binary for this computer. Loaded here and not before, for the same reason. */
export function loadKeytar(platform: NodeJS.Platform): Keytar {
  const keytar = platformKeytar(platform);
  return {
    getPassword: (...given) => counted(() => keytar.getPassword(...given)),
    setPassword: (...given) => counted(() => keytar.setPassword(...given)),
    deletePassword: (...given) => counted(() => keytar.deletePassword(...given)),
    findCredentials: (...given) => counted(() => keytar.findCredentials(...given)),
  };
}

function platformKeytar(platform: NodeJS.Platform): Keytar {
  const require = createRequire(import.meta.url);
  if (platform !== 'linux') return require('@napi-rs/keyring/keytar.js') as Keytar;
  const { AsyncEntry, findCredentialsAsync } = require('@napi-rs/keyring') as typeof keyring;
  const entry = (service: string, account: string) =>
    new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  // async: the constructor throws where there is no Secret Service.
  return {
    getPassword: async (service, account) => (await entry(service, account).getPassword()) ?? null,
    setPassword: async (service, account, password) => entry(service, account).setPassword(password),
    deletePassword: async (service, account) => entry(service, account).deletePassword(),
    // Asks the Secret Service alone, on a thread of its own; it gives nothing while one of them is locked.
    findCredentials: (service) => findCredentialsAsync(service),
  };
}
