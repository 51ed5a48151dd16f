// Chooses where secrets are kept: the keychain where it proves itself, else the file the pilot agreed to, else memory,
// said plainly. Never plain text by itself.
import { systemClock } from '../../core/system-clock.ts';
import type { Clock, Logger, SecretStore } from '../../core/ports.ts';
import { createFallbackStore } from './fallback-store.ts';
import { createFileVault } from './file-vault.ts';
import { createKeychainStore, probeKeychain } from './keychain-store.ts';
import { loadKeytar, type Keytar } from './keytar.ts';
import { createMemoryStore } from './memory-store.ts';
import { sessionBusAnswers } from './session-bus.ts';

/** Resolves within seconds whatever state the keychain is in. */
export async function createSecretStore(options: {
  dataDir: string;
  allowFileVault: boolean;
  log: Logger;
  clock?: Clock;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** Another keychain in the same shape; this computer's own by default. */
  keytar?: () => Keytar;
}): Promise<SecretStore> {
  const { dataDir, log, clock = systemClock, env = process.env, platform = process.platform } = options;
  const found = await findKeychain(options.keytar ?? (() => loadKeytar(platform)), {
    clock,
    busAnswers: async () => platform !== 'linux' || options.keytar !== undefined || sessionBusAnswers(env, 2_000),
  });
  if (found.keytar) return createKeychainStore({ keytar: found.keytar, clock, log });
  log.info('The keychain of this computer is not used', { why: found.why });
  const memory = createMemoryStore(
    'There is no unlocked keychain here, so a sign-in is kept in memory only and ends with this program. Unlock the keychain and start again, or allow a file for it in the settings.',
  );
  return createFallbackStore({
    memory,
    vault: createFileVault({ dataDir, clock, log }),
    isFileAllowed: options.allowFileVault,
  });
}

async function findKeychain(
  load: () => Keytar,
  deps: { clock: Clock; busAnswers: () => Promise<boolean> },
): Promise<{ keytar: Keytar } | { keytar: null; why: string }> {
  if (!(await deps.busAnswers())) return { keytar: null, why: 'no session bus answers' };
  try {
    const keytar = load();
    const why = await probeKeychain(keytar, deps.clock);
    return why === null ? { keytar } : { keytar: null, why };
  } catch (error) {
    return { keytar: null, why: error instanceof Error ? error.message : String(error) };
  }
}
