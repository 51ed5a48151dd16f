// Reads the vault's file and decrypts it with the known identity. A changed copy, or one older than the last write
// here, is refused.
import { existsSync } from 'node:fs';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { SealState } from '../../../contract/secrets.ts';
import { failures } from '../../../core/messages/failures.ts';
import type { Logger } from '../../../core/platform/ports.ts';
import type { VaultCounter } from '../../../core/settings/vault-counter.ts';
import { openIdentity, openSecrets, type VaultIdentity } from './age-seal.ts';
import {
  emptyVault,
  isOldSeal,
  newerVaultVersion,
  parseVault,
  vaultVersion,
  type VaultDocument,
} from './vault-document.ts';
import { readVaultFile } from './vault-file.ts';
import { unseal, vaultKeyFor } from './vault-seal.ts';

export type VaultContent = VaultDocument & {
  /** The encrypted part; null if it is not open, or there is none. */
  readonly secrets: ReadonlyMap<string, string> | null;
  /** Counter of the encrypted part; 0 if it is not open. */
  readonly count: number;
};

export function createVaultReader(deps: { path: string; counter: VaultCounter; log: Logger }) {
  const { path, counter, log } = deps;
  let identity: VaultIdentity | null = null;
  /** An encrypted part with the right passphrase and an old counter. */
  let olderCopy: string | null = null;
  let state: SealState = 'none';

  function damaged() {
    log.error('what is sealed in the vault is damaged', { path });
    return failed(failures.vaultUnreadable(path));
  }

  return {
    state: () => state,
    identity: () => identity,
    damaged,
    whyNotOpen() {
      if (state === 'older') return failures.vaultOlder(path);
      return state === 'none' ? failures.vaultWithoutPassphrase() : failures.vaultLocked();
    },

    use(found: VaultIdentity | null) {
      identity = found;
      olderCopy = null;
      state = found === null ? 'none' : 'unlocked';
    },

    /** With the identity that opens it; null if version 0.1.0 encrypted it. */
    older({ sealed }: VaultContent, found: VaultIdentity | null) {
      identity = found;
      olderCopy = JSON.stringify(sealed);
      state = 'older';
      return failed(failures.vaultOlder(path));
    },

    async read(): Promise<Result<VaultContent>> {
      // Its counter is in the database, which is opened for it: most have no vault.
      if (!existsSync(path)) {
        state = 'none';
        return ok({ ...emptyVault, secrets: null, count: 0 });
      }
      // Read before the file: another process writes the file first and its counter second.
      const last = counter.last() ?? 0;
      const text = await readVaultFile(path);
      const document = text === null ? emptyVault : parseVault(text);
      if (document === null) {
        log.error('the vault cannot be read', { path });
        const newer = text === null ? null : newerVaultVersion(text);
        if (newer !== null) return failed(failures.dataFromNewerVersion(path, newer, vaultVersion));
        return failed(failures.vaultUnreadable(path));
      }
      const { sealed } = document;
      const closed = { ...document, secrets: null, count: 0 };
      if (sealed === null) {
        state = 'none';
        return ok(closed);
      }
      // Another process encrypted it again with another passphrase.
      if (isOldSeal(sealed) || identity?.sealed !== sealed.identity) identity = null;
      if (identity === null || isOldSeal(sealed)) {
        state = JSON.stringify(sealed) === olderCopy ? 'older' : 'locked';
        return ok(closed);
      }
      const opened = await openSecrets(sealed, identity);
      if (opened === null) return damaged();
      state = opened.count < last ? 'older' : 'unlocked';
      if (state === 'older') return ok(closed);
      // The counter is behind if its writer was killed or the database was lost.
      if (opened.count > last) counter.note(opened.count);
      return ok({ ...document, ...opened });
    },
  };
}

type Opening = {
  /** Null for version 0.1.0. */
  readonly identity: VaultIdentity | null;
  readonly count: number;
  /** Null if they are damaged. */
  readonly secrets: ReadonlyMap<string, string> | null;
};

/** Returns what the passphrase opens; null if it is wrong. */
export async function openWith(
  passphrase: string,
  sealed: NonNullable<VaultDocument['sealed']>,
): Promise<Opening | null> {
  if (isOldSeal(sealed)) {
    const key = await vaultKeyFor(passphrase, sealed);
    return key && { identity: null, count: 0, secrets: unseal(sealed, key) };
  }
  const identity = await openIdentity(passphrase, sealed.identity);
  if (identity === 'wrong') return null;
  if (identity === 'damaged') return { identity: null, count: 0, secrets: null };
  const opened = await openSecrets(sealed, identity);
  return { identity, count: opened?.count ?? 0, secrets: opened?.secrets ?? null };
}
