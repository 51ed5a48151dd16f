// A vault whose passphrase costs little, and what a test asks of it.
import { systemClock } from '../../../main/core/system-clock.ts';
import { createFileVault } from '../../../main/node/secrets/file-vault.ts';
import type { Cost } from '../../../main/node/secrets/vault-seal.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** The least that a vault's header may say: a hundredth of what the program asks. */
export const cheap: Cost = { N: 2 ** 14, r: 8, p: 1 };
export const passphrase = 'cold runway at dawn';

export const openVault = (dataDir: string) => createFileVault({ dataDir, clock: systemClock, log: quiet, cost: cheap });
