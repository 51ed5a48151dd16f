// Secrets in one file that its owner alone can read: only where the pilot agreed to it, because there is no keychain.
// Written beside, synced, renamed, folder synced; read before each write, since another process may have written;
// one that cannot be read is refused with words and never overwritten.
import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/failures.ts';
import type { Clock, Logger, SecretStore } from '../../core/ports.ts';
import { withFileLock } from './file-lock.ts';

export const vaultName = 'secrets.vault.json';

const note =
  'Sign-ins of Pilot Companion, kept here because this computer has no keychain. Whoever can read this file can act as you.';

const vaultSchema = z.object({
  version: z.literal(1),
  note: z.string().optional(),
  secrets: z.record(z.string(), z.string()),
});

export function createFileVault(deps: { dataDir: string; clock: Clock; log: Logger }): SecretStore {
  const { dataDir, clock, log } = deps;
  const path = join(dataDir, vaultName);
  // Writes of this process take turns; the lock file holds off the others.
  let lastInLine: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Result<Record<string, string>>> {
    const text = await readOwn(path);
    if (text === null) return ok({});
    try {
      return ok(vaultSchema.parse(JSON.parse(text)).secrets);
    } catch (error) {
      log.error('The vault cannot be read', { path, error: error instanceof Error ? error.name : error });
      return failed(failures.vaultUnreadable(path));
    }
  }

  function change(edit: (secrets: Record<string, string>) => Record<string, string>): Promise<Result<null>> {
    const turn = lastInLine.then(() =>
      guarded(async () => {
        await mkdir(dataDir, { recursive: true, mode: 0o700 });
        return withFileLock(`${path}.lock`, clock, async () => {
          const secrets = await read();
          if (!secrets.ok) return secrets;
          await replace(dataDir, path, JSON.stringify({ version: 1, note, secrets: edit(secrets.value) }, null, 2));
          return ok(null);
        });
      }),
    );
    lastInLine = turn;
    return turn;
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

  return {
    place: 'file-vault',
    concern: `There is no keychain here, so sign-ins are kept in the file ${path}, as you allowed. It is not encrypted: only your own user may read it, and whoever can read it can act as you.`,
    get: (name) =>
      guarded(async () => {
        const secrets = await read();
        return secrets.ok ? ok(Object.hasOwn(secrets.value, name) ? (secrets.value[name] ?? null) : null) : secrets;
      }),
    set: (name, value) => change((secrets) => ({ ...secrets, [name]: value })),
    delete: (name) => change((secrets) => Object.fromEntries(Object.entries(secrets).filter(([key]) => key !== name))),
  };
}

/** Null where there is no file. A file that others may read is closed to them first. */
async function readOwn(path: string): Promise<string | null> {
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

async function replace(dir: string, path: string, text: string) {
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
  // The new name is durable with its folder; Windows has no such call.
  if (process.platform !== 'win32') {
    const folder = await open(dir, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
