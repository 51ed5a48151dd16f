// Combines the places for secrets: the keychain if it works, the vault, and memory. Nothing is written in plain text
// unless the pilot chose so.
import type { SecretChoice } from '../../contract/secrets.ts';
import { systemClock } from '../../core/platform/system-clock.ts';
import type { Clock, Logger } from '../../core/platform/ports.ts';
import { createFileVault } from './vault/file-vault.ts';
import { createKeychainStore, keychainService, probeKeychain } from './keychain-store.ts';
import { loadKeytar, type Keytar, sessionBusAnswers } from './keytar.ts';
import { createSecretLock, userLockDir } from './secret-lock.ts';
import { createSecretRouter, type SecretRouter } from './secret-router.ts';

export type SecretStoreOptions = {
  dataDir: string;
  /** Returns the pilot's choice for a profile. */
  choiceOf(profileKey: string): SecretChoice;
  log: Logger;
  clock?: Clock;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** A keychain with the same functions; this computer's own by default. */
  keytar?: () => Keytar;
  /** The service name of all items. */
  service?: string;
  /** The user's folder for locks. */
  lockDir?: string;
  /** The cost of one guess at the vault's passphrase (age-seal.ts). */
  workFactor?: number;
};

/** Resolves within seconds, in any state of the keychain. */
export async function createSecretStore(options: SecretStoreOptions): Promise<SecretRouter> {
  const {
    dataDir,
    log,
    clock = systemClock,
    env = process.env,
    platform = process.platform,
    service = keychainService,
    lockDir = userLockDir(),
    workFactor,
  } = options;
  const found = await findKeychain(options.keytar ?? (() => loadKeytar(platform)), {
    clock,
    service,
    busAnswers: async () => platform !== 'linux' || options.keytar !== undefined || sessionBusAnswers(env, 2_000),
  });
  const keychainOf = (keytar: Keytar) => createKeychainStore({ keytar, clock, log, platform, service });
  const vault = createFileVault({ dataDir, clock, log, ...(workFactor && { workFactor }) });
  await vault.inspect();
  const store = createSecretRouter({
    keychain: found.why === null ? keychainOf(found.keytar) : null,
    vault,
    log,
    lock: createSecretLock({ dataDir, lockDir, service, clock, log }),
    choiceOf: options.choiceOf,
  });
  if (found.why !== null) {
    log.info('the keychain of this computer is not used', { why: found.why });
    // The pilot may be typing the keychain's password now.
    void found.later?.then(async (keytar) => {
      if (keytar === null) return;
      log.info('the keychain is available again');
      await store.useKeychain(keychainOf(keytar));
    });
  }
  return store;
}

type Found =
  | { readonly why: null; readonly keytar: Keytar }
  | { readonly why: string; readonly later: Promise<Keytar | null> | null };

async function findKeychain(
  load: () => Keytar,
  deps: { clock: Clock; service: string; busAnswers: () => Promise<boolean> },
): Promise<Found> {
  if (!(await deps.busAnswers())) return { why: 'no session bus answers', later: null };
  try {
    const keytar = load();
    const { why, later } = await probeKeychain(keytar, deps.clock, deps.service);
    return why === null ? { why, keytar } : { why, later: later && later.then((isGood) => (isGood ? keytar : null)) };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error), later: null };
  }
}
