// Runs child processes, which share our terminal and get our signals.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// Replaces Node's own listener, which would open an inspector: this process may run on a Node without
// `--disable-sigusr1`.
process.on('SIGUSR1', () => {});

/**
 * @typedef {object} ChildEnd
 * @property {number} code exit code; 128 + the number of the signal that ended it; 127 if it could not start
 * @property {NodeJS.Signals | null} signal the signal that ended it
 * @property {string} output its output, if captured
 * @property {boolean} isTimedOut whether `signal` ended it
 * @property {boolean} isCancelled whether we got a signal meanwhile, so that nothing else should start
 */

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {import('node:child_process').StdioOptions} [stdio] shared with us by default
 * @property {AbortSignal} [signal] ends it, such as a time limit
 * @property {(text: string) => void} [onOutput] gets what `output` would otherwise collect
 * @property {boolean} [shell]
 * @property {number} [patienceMs] time between the signal and killing it; 10 s by default
 * @property {number} [user] user and group ID to run it as; root only
 */

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const parentPollMs = 500;
/** Time for the rest of a child's output. */
const lastOutputMs = 1_000;

/**
 * Runs a child to its end. Never throws: one that can't start ends with code 127 and the reason as its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<ChildEnd>}
 */
export function runChild(command, args, options = {}) {
  const { cwd, env = process.env, stdio = 'inherit', shell = false, patienceMs = 10_000, user } = options;
  const { signal: limit } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio, shell, uid: user, gid: user });
    let output = '';
    const { onOutput = (/** @type {string} */ text) => void (output += text) } = options;
    let isTimedOut = false;
    let isCancelled = false;
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
    /** @type {NodeJS.Timeout[]} */
    const timers = [];
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      timers.push(setTimeout(() => child.kill('SIGKILL'), patienceMs));
    };
    const endByLimit = () => {
      isTimedOut = true;
      end('SIGTERM');
    };
    if (limit?.aborted) endByLimit();
    limit?.addEventListener('abort', endByLimit, { once: true });
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      isCancelled = true;
      // Ctrl-C on a terminal reaches the child directly; a second signal would force it to exit.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      end(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    // npm signals only the shell between us, which doesn't forward the signal. The exit of npm counts as a signal.
    const parent = process.ppid;
    const undoParent = startParentWatch(
      () => process.ppid !== parent,
      () => forward('SIGTERM'),
    );
    const finish = (/** @type {Pick<ChildEnd, 'code' | 'signal' | 'output'>} */ how) => {
      for (const timer of timers) clearTimeout(timer);
      limit?.removeEventListener('abort', endByLimit);
      for (const signal of forwarded) process.off(signal, forward);
      undoParent();
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve({ ...how, isTimedOut, isCancelled });
    };
    child.once('error', (reason) => finish({ code: 127, signal: null, output: reason.message }));
    const ended = (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) =>
      finish({ code: exitCode(code, signal), signal, output });
    child.once('close', ended);
    // What the child has started, such as a browser, may keep the pipes open for hours.
    child.once('exit', (...how) => timers.push(setTimeout(ended, lastOutputMs, ...how)));
  });
}

/**
 * Calls `onGone` once when npm's shell above us has ended. Does nothing if npm did not start us, so that a detached
 * program continues.
 * @param {() => boolean} isGone
 * @param {() => void} onGone
 * @returns {() => void} stops watching
 */
function startParentWatch(isGone, onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return () => {};
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    onGone();
  }, parentPollMs);
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
