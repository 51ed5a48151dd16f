// Packs an assembled npm package as one file in dist. Only one process at a time assembles a folder, because two tests
// may pack the same package.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runNpm } from '../npm.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';
import { ensurePackages } from './packages.mjs';

const pollMs = 200;

/**
 * Runs a script that packs a folder and prints the path of the file.
 * @param {string} folder where the package is assembled, absolute
 * @param {(options: { print: (message: string) => void, isForced: boolean }) => Promise<void>} assemble
 */
export async function packFolder(folder, assemble) {
  await runScript(async () => {
    const { force: isForced = false } = parseArgs({ options: { force: { type: 'boolean' } } }).values;
    await ensurePackages(console.error);
    const lock = inRoot('.cache', 'build', `${basename(folder)}.lock`);
    mkdirSync(dirname(lock), { recursive: true });
    while (!acquire(lock)) await sleep(pollMs);
    try {
      await assemble({ print: console.error, isForced });
      const pack = ['pack', folder, '--pack-destination', inRoot('dist'), '--loglevel=error'];
      const { code, output } = await runNpm(pack, { stdio: ['ignore', 'pipe', 2] });
      if (code !== 0) throw new PlainStop(`npm could not pack ${folder}; its output is above.`);
      console.log(inRoot('dist', output.trim()));
    } finally {
      rmSync(lock, { force: true });
    }
    return 0;
  });
}

/** @param {string} file */
function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** Whether the process that made the lock is there. @param {string} file */
function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // The file has been created but not written yet.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
