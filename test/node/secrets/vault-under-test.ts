// A vault with a cheap passphrase for tests.
import { readFileSync } from 'node:fs';
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { createFileVault } from '../../../main/node/secrets/vault/file-vault.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A thousandth of the real cost. */
export const cheap = 7;
export const passphrase = 'cold runway at dawn';

export const openVault = (dataDir: string) =>
  createFileVault({ dataDir, clock: systemClock, log: quiet, workFactor: cheap });

/** As version 0.1.0 wrote it, at its lowest cost: two encrypted items, and `tokens/b` open. */
export const oldVault = readFileSync(new URL('./fixtures/vault-of-0.1.0.json', import.meta.url), 'utf8');
