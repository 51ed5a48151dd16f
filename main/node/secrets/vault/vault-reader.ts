// Reads the vault's file, and opens what is sealed with the identity that is held: what was changed, and what is older than
// was last written here, is refused and not used.
import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { SealState } from '../../../contract/secrets.ts';
import { failures } from '../../../core/messages/failures.ts';
import type { Logger } from '../../../core/platform/ports.ts';
import type { VaultCounter } from '../../../core/settings/vault-counter.ts';
import { openIdentity, openSecrets, type VaultIdentity } from './age-seal.ts';
import { emptyVault, isOldSeal, parseVault, type VaultDocument } from './vault-document.ts';
import { readVaultFile } from './vault-file.ts';
import { unseal, vaultKeyFor } from './vault-seal.ts';

export type VaultContent = VaultDocument & {
  /** What is sealed; null where it is not open, or there is none. */
  readonly secrets: ReadonlyMap<string, string> | null;
  /** Of the sealed part; 0 where it is not open. */
  readonly count: number;
};

export function createVaultReader(deps: { path: string; counter: VaultCounter; log: Logger }) {
  const { path, counter, log } = deps;
  let identity: VaultIdentity | null = null;
  /** The sealed part of which the passphrase was right and the count too low. */
  let olderCopy: string | null = null;
  let state: SealState = 'none';

  function damaged() {
    log.error('What is sealed in the vault is damaged', { path });
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

    /** With the identity that opens it; null where version 0.1.0 sealed it. */
    older({ sealed }: VaultContent, found: VaultIdentity | null) {
      identity = found;
      olderCopy = JSON.stringify(sealed);
      state = 'older';
      return failed(failures.vaultOlder(path));
    },

    async read(): Promise<Result<VaultContent>> {
      // Before the file: another process writes the file first, and then its count.
      const last = counter.last() ?? 0;
      const text = await readVaultFile(path);
      const document = text === null ? emptyVault : parseVault(text);
      if (document === null) {
        log.error('The vault cannot be read', { path });
        return failed(failures.vaultUnreadable(path));
      }
      const { sealed } = document;
      const closed = { ...document, secrets: null, count: 0 };
      if (sealed === null) {
        state = 'none';
        return ok(closed);
      }
      // Sealed again by another process, with another passphrase.
      if (isOldSeal(sealed) || identity?.sealed !== sealed.identity) identity = null;
      if (identity === null || isOldSeal(sealed)) {
        state = JSON.stringify(sealed) === olderCopy ? 'older' : 'locked';
        return ok(closed);
      }
      const opened = await openSecrets(sealed, identity);
      if (opened === null) return damaged();
      state = opened.count < last ? 'older' : 'unlocked';
      if (state === 'older') return ok(closed);
      // Noted by nobody where its writer was killed, or the database was lost.
      if (opened.count > last) counter.note(opened.count);
      return ok({ ...document, ...opened });
    },
  };
}

export type Opening = {
  /** Null of version 0.1.0. */
  readonly identity: VaultIdentity | null;
  readonly count: number;
  /** Null where they are damaged. */
  readonly secrets: ReadonlyMap<string, string> | null;
};

/** What the passphrase opens; null where it is not the one. */
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
