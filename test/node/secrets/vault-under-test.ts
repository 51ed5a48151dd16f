// A vault with a cheap passphrase for tests.
import type { Clock } from '../../../main/core/platform/ports.ts';
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { createSecretLock } from '../../../main/node/secrets/secret-lock.ts';
import { createSecretRouter } from '../../../main/node/secrets/secret-router.ts';
import { createFileVault } from '../../../main/node/secrets/vault/file-vault.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A thousandth of the real cost. */
export const cheap = 7;
export const passphrase = 'cold runway at dawn';

export const openVault = (dataDir: string, clock: Clock = systemClock) =>
  createFileVault({ dataDir, clock, log: quiet, workFactor: cheap });

/** The secrets of a computer without a keychain whose pilot chose the vault with a passphrase. */
export const openSealedSecrets = ({ dataDir, clock }: { dataDir: string; clock: Clock }) =>
  createSecretRouter({
    keychain: null,
    vault: openVault(dataDir, clock),
    log: quiet,
    lock: createSecretLock({ dataDir, lockDir: dataDir, service: 'test', clock, log: quiet }),
    choiceOf: () => 'file-vault',
  });
