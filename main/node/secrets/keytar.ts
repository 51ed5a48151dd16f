// This computer's keychain with keytar's functions: the keytar-compatible entry itself on macOS and Windows. On Linux
// it is pinned to the Secret Service: without one, the entry would fall back to the kernel's keyring, which forgets at
// the next start (README of @napi-rs/keyring, "Linux backend selection").
import { createRequire } from 'node:module';
import type * as keyring from '@napi-rs/keyring';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string; password: string }[]>;
};

/** Pending calls. Each blocks a thread, so that a process with an unanswered prompt cannot exit normally (cli.ts). */
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

// Checks whether a session bus answers (Linux). The keychain's library connects in a constructor, on our thread and
// without a timeout: a bus that accepts and then stays silent would block the whole program.

/**
 * Resolves within `limitMs`. Uses only the first line of the handshake (D-Bus specification, "Authentication
 * Protocol").
 */
export async function sessionBusAnswers(env: NodeJS.ProcessEnv, limitMs: number): Promise<boolean> {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? defaultAddress(env);
  if (!address) return false;
  const socketPath = unixSocketOf(address);
  // Another transport: assumed to work.
  if (socketPath === null) return true;
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const finish = (answers: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    const timer = setTimeout(() => finish(false), limitMs);
    socket.on('connect', () => {
      const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
      socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    });
    // OK, or REJECTED with the mechanisms on offer: either way a bus answers.
    socket.once('data', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
  });
}

function defaultAddress(env: NodeJS.ProcessEnv): string | null {
  const path = env['XDG_RUNTIME_DIR'] && join(env['XDG_RUNTIME_DIR'], 'bus');
  return path && existsSync(path) ? `unix:path=${path}` : null;
}

function unixSocketOf(address: string): string | null {
  for (const one of address.split(';')) {
    const match = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(one);
    if (match?.[2]) return (match[1] === 'abstract' ? '\0' : '') + decodeURIComponent(match[2]);
  }
  return null;
}
