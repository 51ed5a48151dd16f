// Secrets in one file, only where the pilot chose it because there is no keychain: sealed with a passphrase, or open, as the
// pilot chose for each profile (vault-document.ts). Read before each write, since another process may have written; a file
// that cannot be read is refused with words and never written over.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { SealState } from '../../contract/secrets.ts';
import { failures } from '../../core/failures.ts';
import type { Clock, Logger } from '../../core/ports.ts';
import { withLock } from '../../core/storage/lock.ts';
import { emptyVault, parseVault, vaultText, type VaultDocument } from './vault-document.ts';
import { readVaultFile, removeVaultFile, replaceVaultFile } from './vault-file.ts';
import { fits, newVaultKey, seal, unseal, usualCost, vaultKeyFor, type Cost, type VaultKey } from './vault-seal.ts';

export const vaultName = 'secrets.vault.json';
export const vaultLockName = 'secrets.vault.lock';

export const leastPassphrase = 8;

export type VaultPart = 'open' | 'sealed';

/** What the file holds, for a change; `sealed` is null where it is locked or there is none. */
type Content = { readonly open: Map<string, string>; sealed: Map<string, string> | null };

export type FileVault = {
  readonly path: string;
  /** As it was when the file was last read. */
  sealState(): SealState;
  /** Reads the file, and nothing more. */
  look(): Promise<Result<null>>;
  get(name: string, part: VaultPart): Promise<Result<string | null>>;
  /** Durable when it resolves. */
  set(name: string, value: string, part: VaultPart): Promise<Result<null>>;
  delete(name: string, part: VaultPart): Promise<Result<null>>;
  /** Of both parts; where the sealed one is locked, of the other one, or none if it is needed. */
  entries(needsSealed: boolean): Promise<Result<ReadonlyMap<string, string>>>;
  /** Of both parts; fails where one of them is locked. */
  names(): Promise<Result<string[]>>;
  /** With the passphrase that it has; where it has none yet, from now on with this one. */
  unlock(passphrase: string): Promise<Result<null>>;
  changePassphrase(from: string, to: string): Promise<Result<null>>;
  /**
   * Puts everything where it belongs, and `adding` with it, in one write; what has no part is taken out of the
   * file. What is locked stays as it is. An empty sealed part goes where `keepsSeal` is false, and its passphrase with it.
   */
  arrange(
    partOf: (name: string, now: VaultPart) => VaultPart | null,
    options: { adding: ReadonlyMap<string, string>; keepsSeal: boolean },
  ): Promise<Result<null>>;
  /** All of it, locked or not. */
  remove(): Promise<Result<null>>;
};

export function createFileVault(deps: { dataDir: string; clock: Clock; log: Logger; cost?: Cost }): FileVault {
  const { dataDir, clock, log, cost = usualCost } = deps;
  const path = join(dataDir, vaultName);
  let key: VaultKey | null = null;
  let state: SealState = 'none';

  async function read(): Promise<Result<VaultDocument>> {
    const text = await readVaultFile(path);
    const document = text === null ? emptyVault : parseVault(text);
    if (document === null) {
      log.error('The vault cannot be read', { path });
      return failed(failures.vaultUnreadable(path));
    }
    // Sealed anew by another process, with another passphrase.
    if (key !== null && document.sealed !== null && !fits(key, document.sealed)) key = null;
    state = document.sealed === null ? 'none' : key === null ? 'locked' : 'unlocked';
    return ok(document);
  }

  /** What is sealed; null where it is locked, or there is none. */
  function opened({ sealed }: VaultDocument): Result<ReadonlyMap<string, string> | null> {
    if (sealed === null || key === null) return ok(null);
    const secrets = unseal(sealed, key);
    if (secrets !== null) return ok(secrets);
    log.error('What is sealed in the vault is damaged', { path });
    return failed(failures.vaultUnreadable(path));
  }

  async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      log.error('The vault could not be used', { path, error });
      return failed(failures.vaultUnavailable(path, code));
    }
  }

  const write = ({ open, sealed }: Content, document: VaultDocument) =>
    replaceVaultFile(
      dataDir,
      path,
      vaultText({ open, sealed: sealed !== null && key !== null ? seal(sealed, key) : document.sealed }),
    );

  /** Under the lock, which dies with its holder. */
  const underLock = <T>(work: (document: VaultDocument) => Promise<Result<T>>): Promise<Result<T>> =>
    guarded(async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      return withLock(join(dataDir, vaultLockName), clock, async () => {
        const document = await read();
        return document.ok ? work(document.value) : document;
      });
    });

  const change = <T>(edit: (content: Content) => Result<T>): Promise<Result<T>> =>
    underLock(async (document) => {
      const sealed = opened(document);
      if (!sealed.ok) return sealed;
      const content: Content = { open: new Map(document.open), sealed: sealed.value && new Map(sealed.value) };
      const edited = edit(content);
      if (edited.ok) await write(content, document);
      return edited;
    });

  /** Takes a passphrase for one that has none, or a new one in place of the old. */
  async function sealWith(passphrase: string, document: VaultDocument, secrets: ReadonlyMap<string, string>) {
    if (passphrase.length < leastPassphrase) return failed(failures.vaultPassphraseShort(leastPassphrase));
    const fresh = await newVaultKey(passphrase, cost);
    await replaceVaultFile(dataDir, path, vaultText({ open: document.open, sealed: seal(secrets, fresh) }));
    key = fresh;
    state = 'unlocked';
    return ok(null);
  }

  async function tryKey(passphrase: string, document: VaultDocument): Promise<Result<null>> {
    const found = document.sealed && (await vaultKeyFor(passphrase, document.sealed));
    if (!found) return failed(failures.vaultPassphraseWrong());
    key = found;
    state = 'unlocked';
    const secrets = opened(document);
    return secrets.ok ? ok(null) : secrets;
  }

  /** Of both parts; what lies open is newer where both have it: it was written while the other one was locked. */
  const entries = (needsSealed: boolean): Promise<Result<ReadonlyMap<string, string>>> =>
    guarded(async () => {
      const document = await read();
      if (!document.ok) return document;
      const sealed = opened(document.value);
      if (!sealed.ok) return sealed;
      if (needsSealed && state === 'locked') return locked();
      return ok(new Map([...(sealed.value ?? none), ...document.value.open]));
    });

  const locked = () => failed(state === 'none' ? failures.vaultWithoutPassphrase() : failures.vaultLocked());

  return {
    path,
    sealState: () => state,
    look: () =>
      guarded(async () => {
        const document = await read();
        return document.ok ? ok(null) : document;
      }),

    get: (name, part) =>
      guarded(async () => {
        const document = await read();
        if (!document.ok) return document;
        const sealed = opened(document.value);
        if (!sealed.ok) return sealed;
        if (part === 'sealed' && state === 'locked') return locked();
        // The other part has it where the choice was changed while this could not be opened.
        const [first, second] =
          part === 'open' ? [document.value.open, sealed.value] : [sealed.value, document.value.open];
        return ok(first?.get(name) ?? second?.get(name) ?? null);
      }),

    set: (name, value, part) =>
      change((content) => {
        if (part === 'sealed' && content.sealed === null) return locked();
        content.sealed?.delete(name);
        content.open.delete(name);
        (part === 'open' ? content.open : content.sealed)?.set(name, value);
        return ok(null);
      }),

    async delete(name, part) {
      const held = await entries(part === 'sealed');
      if (!held.ok) return held;
      // Nothing is written where there is nothing to remove, not even a file.
      if (!held.value.has(name)) return ok(null);
      return change((content) => {
        content.sealed?.delete(name);
        content.open.delete(name);
        return ok(null);
      });
    },

    entries,
    async names() {
      const held = await entries(true);
      return held.ok ? ok([...held.value.keys()]) : held;
    },

    unlock: (passphrase) =>
      underLock((document) =>
        document.sealed === null ? sealWith(passphrase, document, new Map()) : tryKey(passphrase, document),
      ),

    changePassphrase: (from, to) =>
      underLock(async (document) => {
        const tried = await tryKey(from, document);
        if (!tried.ok) return tried;
        const secrets = opened(document);
        return secrets.ok ? sealWith(to, document, secrets.value ?? new Map()) : secrets;
      }),

    arrange: (partOf, { adding, keepsSeal }) =>
      underLock(async (document) => {
        const sealed = opened(document);
        if (!sealed.ok) return sealed;
        const content: Content = { open: new Map(), sealed: sealed.value && new Map() };
        const all = [
          ...[...(sealed.value ?? none)].map(([name, value]) => ({ name, value, now: 'sealed' as const })),
          ...[...document.open].map(([name, value]) => ({ name, value, now: 'open' as const })),
          ...[...adding].map(([name, value]) => ({ name, value, now: null })),
        ];
        for (const { name, value, now } of all) {
          const part = partOf(name, now ?? 'open');
          if (part === 'sealed' && content.sealed === null) return locked();
          for (const place of [content.open, content.sealed]) place?.delete(name);
          if (part !== null) (part === 'open' ? content.open : content.sealed)?.set(name, value);
        }
        const dropsSeal = !keepsSeal && content.sealed?.size === 0;
        const isAsBefore =
          !dropsSeal && isSame(content.open, document.open) && isSame(content.sealed ?? none, sealed.value ?? none);
        if (isAsBefore) return ok(null);
        await write(dropsSeal ? { ...content, sealed: null } : content, dropsSeal ? emptyVault : document);
        if (dropsSeal) [key, state] = [null, 'none'];
        return ok(null);
      }),

    async remove() {
      if ((await readVaultFile(path).catch(() => '')) === null) return ok(null);
      return underLock(async () => {
        await removeVaultFile(dataDir, path);
        [key, state] = [null, 'none'];
        return ok(null);
      });
    },
  };
}

const none: ReadonlyMap<string, string> = new Map();

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
