// The vault's file: readable by its owner only, replaced atomically.
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Returns null if there is no file. A file that others can read is made private first. */
export async function readVaultFile(path: string): Promise<string | null> {
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
export async function replaceVaultFile(dir: string, path: string, text: string) {
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

export async function removeVaultFile(dir: string, path: string) {
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
