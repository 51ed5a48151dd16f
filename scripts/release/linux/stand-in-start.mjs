// Starts the app of an unpacked package with --smoke on the stand-in for the module `electron`
// (test/support/electron-stand-in). Shows that the packed files are complete and work together, not that Electron runs.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packedFiles } from '../../build/package/packed-files.mjs';
import { nodeFlags, projectNode } from '../../project-node.mjs';
import { inRoot } from '../../root.mjs';
import { output } from './checks.mjs';

const limitSeconds = '180';

/**
 * @param {string} folder an unpacked deb or rpm
 * @param {string} work an empty folder
 * @returns {import('./checks.mjs').Check}
 */
export const standInStart = (folder, work) => ({
  name: 'its app passes the smoke test on the stand-in for Electron',
  run() {
    const resources = join(folder, 'opt', 'Pilot Companion', 'resources');
    const app = join(work, 'app');
    for (const { path, content } of packedFiles(resources)) {
      if (!path.startsWith('app.asar/')) continue;
      const place = join(app, path.slice('app.asar/'.length));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
    }
    // Replaces the empty files that the archive has for them.
    cpSync(join(resources, 'app.asar.unpacked'), app, { recursive: true });
    const report = join(work, 'smoke.json');
    const register = pathToFileURL(inRoot('test', 'support', 'electron-stand-in', 'register.ts')).href;
    const flags = [...nodeFlags, '--disable-warning=ExperimentalWarning', '--import', register];
    const main = join(app, 'dist', 'electron', 'main.js');
    try {
      output('timeout', [
        limitSeconds,
        projectNode(),
        ...flags,
        main,
        `--data-dir=${join(work, 'data')}`,
        `--smoke=${report}`,
      ]);
    } catch (error) {
      throw existsSync(report) ? new Error(readFileSync(report, 'utf8'), { cause: error }) : error;
    }
    const { ok, steps } = JSON.parse(readFileSync(report, 'utf8'));
    if (ok !== true) throw new Error(readFileSync(report, 'utf8'));
    return `${steps.length} steps`;
  },
});
