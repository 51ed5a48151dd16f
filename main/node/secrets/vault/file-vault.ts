// Secrets in one file, encrypted with a passphrase or open, as the pilot chose for each profile (vault-document.ts).
// The file is read before each write, since another process may have written it; one that cannot be read is never
// overwritten. An open secret is never returned in place of an encrypted one: anyone who can write the file could have
// planted it.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, basename } from 'node:path';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { SealState } from '../../../contract/secrets.ts';
import { failures } from '../../../core/messages/failures.ts';
import type { Clock, Logger } from '../../../core/platform/ports.ts';
import { withLock } from '../../../core/storage/files/lock-file.ts';
import {
  newIdentity,
  openIdentity,
  openSecrets,
  sealSecrets,
  usualWorkFactor,
  type VaultIdentity,
} from './age-seal.ts';
import {
  emptyVault,
  newerVaultVersion,
  parseVault,
  vaultText,
  vaultVersion,
  isSame,
  withMoved,
  type VaultContent,
  type VaultMove,
  type VaultPart,
} from './vault-document.ts';
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';

export const vaultName = 'secrets.vault.json';
export const vaultLockName = 'secrets.vault.lock';

const leastPassphrase = 8;

export type FileVault = {
  readonly path: string;
  /** The state when the file was last read. */
  sealState(): SealState;
  /** Reads the file only. */
  inspect(): Promise<Result<null>>;
  get(name: string, part: VaultPart): Promise<Result<string | null>>;
  /** Durable when it resolves. */
  set(name: string, value: string, part: VaultPart): Promise<Result<null>>;
  delete(name: string, part: VaultPart): Promise<Result<null>>;
  /** Returns what a profile stored in `part` sees; fails if that part is encrypted and not open. */
  entries(part: VaultPart): Promise<Result<ReadonlyMap<string, string>>>;
  /** Returns both parts; fails if one of them is not open. */
  names(): Promise<Result<string[]>>;
  openNames(): Promise<Result<string[]>>;
  /** Opens the vault with its passphrase, or sets this one if it has none yet. */
  unlock(passphrase: string): Promise<Result<null>>;
  changePassphrase(from: string, to: string): Promise<Result<null>>;
  /** Moves secrets in one write. An empty encrypted part is dropped with its passphrase unless `keepsSeal`. */
  move(move: VaultMove & { readonly keepsSeal: boolean }): Promise<Result<null>>;
  /** Removes the whole vault, open or not. */
  remove(): Promise<Result<null>>;
};

export function createFileVault(deps: { dataDir: string; clock: Clock; log: Logger; workFactor?: number }): FileVault {
  const { dataDir, clock, log, workFactor = usualWorkFactor } = deps;
  const path = join(dataDir, vaultName);
  let identity: VaultIdentity | null = null;
  let state: SealState = 'none';

  function use(found: VaultIdentity | null) {
    identity = found;
    state = found === null ? 'none' : 'unlocked';
  }

  function damaged() {
    log.error('what is sealed in the vault is damaged', { path });
    return failed(failures.vaultUnreadable(path));
  }

  /** Reads the file, and decrypts it with the known identity. */
  async function read(): Promise<Result<VaultContent>> {
    const text = await readVaultFile(path);
    const document = text === null ? emptyVault : parseVault(text);
    if (document === null) {
      log.error('the vault cannot be read', { path });
      const newer = text === null ? null : newerVaultVersion(text);
      if (newer !== null) return failed(failures.dataFromNewerVersion(path, newer, vaultVersion));
      return failed(failures.vaultUnreadable(path));
    }
    const { sealed } = document;
    // Another process may have encrypted it again with another passphrase.
    if (identity?.sealed !== sealed?.identity) identity = null;
    state = sealed === null ? 'none' : identity === null ? 'locked' : 'unlocked';
    if (sealed === null || identity === null) return ok({ ...document, secrets: null });
    const secrets = await openSecrets(sealed, identity);
    return secrets === null ? damaged() : ok({ ...document, secrets });
  }

  async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      log.error('the vault could not be used', { path, error });
      return failed(failures.vaultUnavailable(path, code));
    }
  }

  const reading = <T>(work: (content: VaultContent) => Result<T>): Promise<Result<T>> =>
    guarded(async () => {
      const content = await read();
      return content.ok ? work(content.value) : content;
    });

  /** Runs under the lock, which ends with its process. */
  const underLock = <T>(work: (content: VaultContent) => Promise<Result<T>>): Promise<Result<T>> =>
    guarded(async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      return withLock(join(dataDir, vaultLockName), clock, async () => {
        const content = await read();
        return content.ok ? work(content.value) : content;
      });
    });

  /** Writes an encrypted part that is not open as it was. */
  async function write({ open, secrets, sealed }: VaultContent) {
    const resealed = secrets === null || identity === null ? sealed : await sealSecrets(secrets, identity);
    await replaceVaultFile(dataDir, path, vaultText({ open, sealed: resealed }));
  }

  const change = (edit: (parts: Editable) => Result<null>): Promise<Result<null>> =>
    underLock(async (before) => {
      const content = { ...before, open: new Map(before.open), secrets: before.secrets && new Map(before.secrets) };
      const edited = edit(content);
      if (edited.ok) await write(content);
      return edited;
    });

  /** Sets the passphrase of a vault that has none, or replaces the old one. */
  async function sealWith(passphrase: string, content: VaultContent, secrets: ReadonlyMap<string, string>) {
    if (passphrase.length < leastPassphrase) return failed(failures.vaultPassphraseShort(leastPassphrase));
    const before = identity;
    use(await newIdentity(passphrase, workFactor));
    try {
      await write({ ...content, secrets });
      return ok(null);
    } catch (error) {
      use(before);
      throw error;
    }
  }

  /** Opens the encrypted part. */
  async function open(passphrase: string, content: VaultContent): Promise<Result<VaultContent>> {
    if (content.sealed === null) return failed(failures.vaultWithoutPassphrase());
    const found = await openIdentity(passphrase, content.sealed.identity);
    if (found === 'wrong') return failed(failures.vaultPassphraseWrong());
    const secrets = found === 'damaged' ? null : await openSecrets(content.sealed, found);
    if (found !== 'damaged') use(found);
    return secrets === null ? damaged() : ok({ ...content, secrets });
  }

  return {
    path,
    sealState: () => state,
    inspect: () => reading(() => ok(null)),

    get: (name, part) =>
      reading(({ open, secrets }) => {
        if (part === 'sealed') return secrets || state === 'none' ? ok(secrets?.get(name) ?? null) : notOpen();
        // The encrypted part has it if the choice changed while it could not be opened.
        return ok(open.get(name) ?? secrets?.get(name) ?? null);
      }),

    set: (name, value, part) =>
      change(({ open, secrets }) => {
        if (part === 'sealed' && secrets === null) return notOpen();
        secrets?.delete(name);
        open.delete(name);
        (part === 'open' ? open : secrets)?.set(name, value);
        return ok(null);
      }),

    async delete(name, part) {
      const isHeld = await reading(({ open, secrets }) =>
        part === 'sealed' && secrets === null && state !== 'none'
          ? notOpen()
          : ok(open.has(name) || secrets?.has(name) === true),
      );
      if (!isHeld.ok) return isHeld;
      // Writes nothing if there is nothing to remove, not even a file.
      if (!isHeld.value) return ok(null);
      return change(({ open, secrets }) => {
        secrets?.delete(name);
        open.delete(name);
        return ok(null);
      });
    },

    entries: (part) =>
      reading(({ open, secrets }) => {
        if (part === 'open') return ok(new Map([...(secrets ?? none), ...open]));
        return secrets || state === 'none' ? ok(secrets ?? none) : notOpen();
      }),

    names: () =>
      reading(({ open, secrets }) =>
        secrets || state === 'none' ? ok([...new Set([...(secrets ?? none).keys(), ...open.keys()])]) : notOpen(),
      ),

    openNames: () => reading(({ open }) => ok([...open.keys()])),

    unlock: (passphrase) =>
      underLock(async (content) =>
        content.sealed === null ? sealWith(passphrase, content, new Map()) : done(await open(passphrase, content)),
      ),

    changePassphrase: (from, to) =>
      underLock(async (content) => {
        const opened = await open(from, content);
        return opened.ok ? sealWith(to, opened.value, opened.value.secrets ?? none) : opened;
      }),

    move: ({ keepsSeal, ...move }) =>
      underLock(async (content) => {
        const moved = withMoved(content, move);
        if (moved === null) return notOpen();
        const dropsSeal = !keepsSeal && moved.secrets?.size === 0;
        const isAsBefore =
          !dropsSeal && isSame(moved.open, content.open) && isSame(moved.secrets ?? none, content.secrets ?? none);
        if (isAsBefore) return ok(null);
        await write(dropsSeal ? { ...moved, secrets: null, sealed: null } : moved);
        if (dropsSeal) use(null);
        return ok(null);
      }),

    async remove() {
      if ((await readVaultFile(path).catch(() => '')) === null) return ok(null);
      return underLock(async () => {
        await removeVaultFile(dataDir, path);
        use(null);
        return ok(null);
      });
    },
  };

  function notOpen() {
    return failed(state === 'none' ? failures.vaultWithoutPassphrase() : failures.vaultLocked());
  }
}

type Editable = { readonly open: Map<string, string>; readonly secrets: Map<string, string> | null };

const none: ReadonlyMap<string, string> = new Map();

const done = (result: Result<unknown>): Result<null> => (result.ok ? ok(null) : result);

// The vault's file: readable by its owner only, replaced atomically.

/** Returns null if there is no file. A file that others can read is made private first. */
async function readVaultFile(path: string): Promise<string | null> {
  // Most have none, and Node starts four threads for the first asynchronous call.
  if (!existsSync(path)) return null;
  let file;
  try {
    file = await open(path, constants.O_RDONLY);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) await file.chmod(0o600);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Replaces the file atomically: temporary file, sync, rename, sync of the folder. Only under the vault's lock: temporary
 * files that are there then were left by a killed process.
 */
async function replaceVaultFile(dir: string, path: string, text: string) {
  await removeLeftovers(dir, path);
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dir);
}

async function removeVaultFile(dir: string, path: string) {
  await removeLeftovers(dir, path);
  await rm(path, { force: true });
  await syncFolder(dir);
}

async function removeLeftovers(dir: string, path: string) {
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && /\.[0-9a-f]{12}$/.test(name);
  for (const name of await readdir(dir)) if (isLeftover(name)) await rm(join(dir, name), { force: true });
}

/** A new name is durable when its folder is; Windows has no such call. */
async function syncFolder(dir: string) {
  if (process.platform === 'win32') return;
  const folder = await open(dir, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
