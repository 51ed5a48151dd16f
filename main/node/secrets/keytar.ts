// This computer's keychain with keytar's functions: the keytar-compatible entry itself on macOS and Windows. On Linux
// it is pinned to the Secret Service: without one, the entry would fall back to the kernel's keyring, which forgets at
// the next start (README of @napi-rs/keyring, "Linux backend selection").
import { createRequire } from 'node:module';
import type * as keyring from '@napi-rs/keyring';

export type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string; password: string }[]>;
};

/** Pending calls. Each blocks a thread, so that a process with an unanswered prompt cannot exit normally (force-exit.ts). */
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

/** Throws if the package has no binary for this computer, which is why it is not imported at the top. */
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
  // async: the constructor throws if there is no Secret Service.
  return {
    getPassword: async (service, account) => (await entry(service, account).getPassword()) ?? null,
    setPassword: async (service, account, password) => entry(service, account).setPassword(password),
    deletePassword: async (service, account) => entry(service, account).deletePassword(),
    // Uses a separate thread, and returns nothing while a collection is locked.
    findCredentials: (service) => findCredentialsAsync(service),
  };
}
