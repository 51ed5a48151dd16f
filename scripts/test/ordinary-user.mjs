// Runs the tests that depend on the user again as `nobody`, in a copy of the clone that this user owns: a test that
// passes as root may fail for an ordinary user.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../child.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { root } from '../root.mjs';
import { runVitest } from './vitest.mjs';

/** The user ID of `nobody` on Linux. */
const ordinaryUser = 65_534;

/** Tests of files and modes, ports, processes, mounts, keychains. Parts of paths, as Vitest accepts them. */
export const dependingOnUser = [
  'test/attacks/sign-in.test',
  'test/attacks/window.test',
  'test/broker/',
  'test/browser/leaks.test',
  'test/core/logbook/export/export-file.test',
  'test/core/account/sign-in/sign-in-listener.test',
  'test/core/account/sign-in/sign-in-steps.test',
  'test/core/platform/shutdown-signals.test',
  'test/core/messages/failures.test',
  'test/core/filing/',
  'test/core/folders/folders-of-processes.test',
  'test/core/platform/files/',
  'test/core/storage/',
  'test/core/uploads/intake/',
  'test/core/uploads/spool/',
  'test/core/watch/',
  'test/desktop/updates/engine.test',
  'test/emulator/cli/command',
  'test/emulator/cli/open-browser.test',
  'test/emulator/world/state-file.test',
  'test/integration/diagnostics/explained.test',
  'test/integration/account/shared-sign-in.test',
  'test/integration/mishaps.test',
  'test/node/cli.test',
  'test/node/cli/commands/diagnostics-command.test',
  'test/node/secrets/',
  'test/node/cli/commands/service-command.test',
  'test/node/system/',
  'test/node/web-window/',
  'test/scripts/',
];

/** Whether tests can be run as another user: only root can do that, and only on Linux here. */
export const mayBecomeOrdinary = () => process.platform === 'linux' && process.getuid?.() === 0;

/**
 * @param {object} options
 * @param {(message: string) => void} options.print
 * @param {string} options.browser
 * @returns {Promise<import('./test-summary.mjs').Tally>}
 */
export async function testAsOrdinaryUser({ print, browser }) {
  const place = mkdtempSync(join(tmpdir(), 'ordinary-user-'));
  try {
    const clone = join(place, 'clone');
    const home = join(place, 'home');
    mkdirSync(home);
    await must('cp', ['-a', '--reflink=auto', root, clone]);
    await must('chown', ['-R', `${ordinaryUser}:${ordinaryUser}`, place]);
    const isBrowserOpen = (await runChild('test', ['-x', browser], { user: ordinaryUser })).code === 0;
    if (!isBrowserOpen) print(`Browser tests are skipped: an ordinary user can't start ${browser}`);
    const pinned = join(clone, 'node_modules', 'node', 'bin', 'node');
    const { PATH, LANG, CI } = process.env;
    print('Running tests as an ordinary user (Vitest)…');
    return await runVitest({
      folder: clone,
      node: existsSync(pinned) ? pinned : process.execPath,
      filters: dependingOnUser.filter((path) => isBrowserOpen || !path.startsWith('test/browser/')),
      env: { PATH, LANG, CI, HOME: home, PILOT_COMPANION_BROWSER: browser, PILOT_COMPANION_ELECTRON: '' },
      user: ordinaryUser,
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function must(command, args) {
  const { code, output } = await runChild(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0)
    throw new PlainStop(`The clone could not be copied for an ordinary user; ${command} failed: ${output.trim()}`);
}
