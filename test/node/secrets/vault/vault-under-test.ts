// A vault whose passphrase costs little, and what a test asks of it.
import { readFileSync } from 'node:fs';
import { systemClock } from '../../../../main/core/platform/system-clock.ts';
import { createFileVault } from '../../../../main/node/secrets/vault/file-vault.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A thousandth of what the program asks. */
export const cheap = 7;
export const passphrase = 'cold runway at dawn';

export const openVault = (dataDir: string) =>
  createFileVault({ dataDir, clock: systemClock, log: quiet, workFactor: cheap });

/** As version 0.1.0 wrote it under the passphrase, at its least cost: two sealed items, and `tokens/b` open. */
export const oldVault = readFileSync(new URL('../fixtures/vault-of-0.1.0.json', import.meta.url), 'utf8');
