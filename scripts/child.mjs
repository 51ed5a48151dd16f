// Child processes. The child shares our terminal, gets the signals that we get, and its exit code is ours.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// A launcher lives as long as what it runs, on a Node that may not know `--disable-sigusr1`: the listener takes the place of
// Node's own, which would open an inspector.
process.on('SIGUSR1', () => {});

/**
 * @typedef {object} ChildEnd
 * @property {number} code exit code; 128 + the signal's number where a signal ended it; 127 where it could not start
 * @property {NodeJS.Signals | null} signal what ended it
 * @property {string} output what it wrote, where that was kept
 * @property {boolean} isTimedOut whether it was ended because its time was up
 * @property {boolean} isCalledOff whether we were told to end meanwhile: nothing more is to begin
 */

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {import('node:child_process').StdioOptions} [stdio] default: everything shared with us
 * @property {number} [timeoutMs] after this time the child is ended
 * @property {boolean} [shell]
 * @property {number} [patienceMs] how long a child that was told to end may take before it is killed; 10 s by default
 * @property {number} [user] runs it as this user, and in the group of the same number; root alone may
 */

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const parentLookMs = 500;

/**
 * Runs a child to its end. Never throws: a child that cannot start ends with code 127 and the reason as its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<ChildEnd>}
 */
export function runChild(command, args, options = {}) {
  const { cwd, env = process.env, stdio = 'inherit', timeoutMs, shell = false, patienceMs = 10_000, user } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio, shell, uid: user, gid: user });
    let output = '';
    let isTimedOut = false;
    let isCalledOff = false;
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    /** @type {NodeJS.Timeout[]} */
    const timers = [];
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      timers.push(setTimeout(() => child.kill('SIGKILL'), patienceMs));
    };
    if (timeoutMs !== undefined) {
      timers.push(
        setTimeout(() => {
          isTimedOut = true;
          end('SIGTERM');
        }, timeoutMs),
      );
    }
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      isCalledOff = true;
      // Ctrl-C on a terminal reaches the child without us; a second copy would ask it to hurry.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      end(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    // npm hands a signal to the shell between us and goes; the shell does not hand it on. That it is gone is the signal.
    const parent = process.ppid;
    const undoParent = startParentWatch(
      () => process.ppid !== parent,
      () => forward('SIGTERM'),
    );
    const finish = (/** @type {Pick<ChildEnd, 'code' | 'signal' | 'output'>} */ how) => {
      for (const timer of timers) clearTimeout(timer);
      for (const signal of forwarded) process.off(signal, forward);
      undoParent();
      resolve({ ...how, isTimedOut, isCalledOff });
    };
    child.once('error', (reason) => finish({ code: 127, signal: null, output: reason.message }));
    child.once('close', (code, signal) => finish({ code: exitCode(code, signal), signal, output }));
  });
}

/**
 * Calls `onGone` once when npm's shell above us has ended. Does nothing where npm did not start us: who detaches a
 * program by hand wants it to live on.
 * @param {() => boolean} isGone
 * @param {() => void} onGone
 * @returns {() => void} the undo
 */
function startParentWatch(isGone, onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return () => {};
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    onGone();
  }, parentLookMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  if (code !== null) return code;
  return signal === null ? 1 : 128 + constants.signals[signal];
}
