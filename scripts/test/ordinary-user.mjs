// Root may do what nobody else may, so what passes as root may fail on a person's own computer. Here the tests that depend
// on who runs them run once more, as `nobody`, in a copy of the clone that this user owns.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../child.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { root } from '../root.mjs';
import { runVitest } from './vitest.mjs';

/** `nobody` of every Linux: no home, no groups, no rights. */
const ORDINARY_USER = 65_534;

/** Files and their modes, ports, processes, mounts, keychains. Parts of paths, as Vitest takes them. */
export const dependingOnUser = [
  'test/attacks/sign-in.test',
  'test/attacks/window.test',
  'test/broker/',
  'test/browser/leaks.test',
  'test/core/account/sign-in/sign-in-steps.test',
  'test/core/platform/shutdown-signals.test',
  'test/core/messages/failures.test',
  'test/core/filing/',
  'test/core/storage/',
  'test/core/uploads/intake/',
  'test/core/watch/',
  'test/emulator/cli/command.test',
  'test/emulator/cli/open-browser.test',
  'test/emulator/world/state-file.test',
  'test/integration/explained.test',
  'test/integration/mishaps.test',
  'test/node/cli.test',
  'test/node/diagnostics-command.test',
  'test/node/secrets/',
  'test/node/system/',
  'test/node/web-window/',
  'test/scripts/',
];

/** Only root may run a program as somebody else, and only where users have numbers. */
export const mayBecomeOrdinary = () => process.platform === 'linux' && process.getuid?.() === 0;

/**
 * @param {object} options
 * @param {(words: string) => void} options.say
 * @param {string} options.browser
 * @returns {Promise<import('./test-summary.mjs').Tally>}
 */
export async function testAsOrdinaryUser({ say, browser }) {
  const place = mkdtempSync(join(tmpdir(), 'ordinary-user-'));
  try {
    const clone = join(place, 'clone');
    const home = join(place, 'home');
    mkdirSync(home);
    await must('cp', ['-a', '--reflink=auto', root, clone]);
    await must('chown', ['-R', `${ORDINARY_USER}:${ORDINARY_USER}`, place]);
    const isBrowserOpen = (await runChild('test', ['-x', browser], { user: ORDINARY_USER })).code === 0;
    if (!isBrowserOpen) say(`Without those in a browser: an ordinary user may not start ${browser}`);
    const pinned = join(clone, 'node_modules', 'node', 'bin', 'node');
    const { PATH, LANG, CI } = process.env;
    say('Tests as an ordinary user (Vitest)…');
    return await runVitest({
      folder: clone,
      node: existsSync(pinned) ? pinned : process.execPath,
      filters: dependingOnUser.filter((path) => isBrowserOpen || !path.startsWith('test/browser/')),
      env: { PATH, LANG, CI, HOME: home, PILOT_COMPANION_BROWSER: browser, PILOT_COMPANION_ELECTRON: '' },
      user: ORDINARY_USER,
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
  if (code !== 0) throw new PlainStop(`A copy for an ordinary user cannot be made; ${command} says: ${output.trim()}`);
}
