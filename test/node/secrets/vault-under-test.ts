// A vault with a cheap passphrase for tests.
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { createFileVault } from '../../../main/node/secrets/vault/file-vault.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A thousandth of the real cost. */
export const cheap = 7;
export const passphrase = 'cold runway at dawn';

export const openVault = (dataDir: string) =>
  createFileVault({ dataDir, clock: systemClock, log: quiet, workFactor: cheap });
