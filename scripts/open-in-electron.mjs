// Opens the desktop app in Electron, and finds out whether the pilot saw anything of it. Electron ends in many ways without
// a window: no display behind DISPLAY, a sandbox that the system refuses, a missing library. The app reports when its
// window is there (main/electron/life/report-seen.ts); an end before that is an obstacle, with a sentence that helps.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';

/** What Electron prints, and what it means. */
const obstacles = /** @type {const} */ ([
  [/Running as root without --no-sandbox/, () => "it doesn't run as root; start it as another user"],
  [
    /No usable sandbox|SUID sandbox helper|setuid_sandbox|zygote_host_impl|credentials\.cc/i,
    () =>
      'this system refuses its sandbox. An installed package has the permission; for a checkout, Ubuntu 24.04 and newer give it until the next restart by "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"',
  ],
  [
    /version `(GLIBC\w*_[\d.]+)' not found/,
    (/** @type {string} */ version) => `this system is too old for it: ${version} is missing`,
  ],
  [
    /error while loading shared libraries: ([^\s:]+)/,
    (/** @type {string} */ library) => `the library ${library} is missing; install it with your system's packages`,
  ],
  [
    /Missing X server|cannot open display|can't open display|Authorization required|Failed to connect to Wayland/i,
    () => `the display ${process.env['WAYLAND_DISPLAY'] || process.env['DISPLAY'] || ''} can't be reached`,
  ],
]);

/**
 * @param {string} electron the program
 * @param {readonly string[]} args
 * @param {{ shownWithinMs?: number }} [limits]
 * @returns {Promise<number | string>} the exit code, or why no window was seen
 */
export async function openInElectron(electron, args, { shownWithinMs = 60_000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-start-'));
  const report = join(folder, 'seen');
  const hanging = new AbortController();
  // What Chromium prints before the window is there is shown only if it matters.
  let early = '';
  const isSeen = () => existsSync(report);
  const timer = setTimeout(() => isSeen() || hanging.abort(), shownWithinMs);
  try {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const { code, isTimedOut, isCancelled, output } = await runChild(electron, args, {
      env: { ...env, PILOT_COMPANION_START_REPORT: report },
      stdio: ['inherit', 'inherit', 'pipe'],
      signal: hanging.signal,
      onOutput: (text) => (isSeen() ? void process.stderr.write(text) : void (early = (early + text).slice(-20_000))),
    });
    if (isSeen() || isCancelled) return code;
    if (isTimedOut) return `it showed no window within ${shownWithinMs / 1000} s${lastLines(early)}`;
    return obstacleOf(code, `${early}${output}`);
  } finally {
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {number} code
 * @param {string} printed
 */
function obstacleOf(code, printed) {
  for (const [pattern, sentence] of obstacles) {
    const match = pattern.exec(printed);
    if (match) return sentence(match[1] ?? '');
  }
  // An NTSTATUS of Windows.
  const shown = code >= 0xc0000000 ? `0x${code.toString(16).toUpperCase()}` : code;
  return `it ended with ${shown} before it showed a window${lastLines(printed)}`;
}

/** @param {string} printed */
const lastLines = (printed) => (printed.trim() === '' ? '' : `:\n${printed.trim().split('\n').slice(-3).join('\n')}`);

/**
 * Rewrites `--emulator URL` as `--emulator=URL`. On Windows, Electron exits if an argument follows a separate URL.
 * @param {readonly string[]} args
 * @returns {string[]}
 */
export function joinedAddresses(args) {
  return args.flatMap((arg, index) => {
    const next = args[index + 1];
    if (arg === '--emulator' && next !== undefined && !next.startsWith('--')) return [`--emulator=${next}`];
    return args[index - 1] === '--emulator' && !arg.startsWith('--') ? [] : [arg];
  });
}
