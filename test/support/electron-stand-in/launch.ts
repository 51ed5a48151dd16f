// Starts the built main bundle on the stand-in in a separate process, and connects the test to it.
import { fork, type ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { pageSideKey, type PageSide } from './window/page-side.ts';
import type { StandInElectron } from './electron.ts';
import type { ToProcess } from './module/remote-control.ts';
import type { FromProcess } from './module/test-channel.ts';

const register = new URL('./register.ts', import.meta.url).href;
const builtBundle = fileURLToPath(new URL('../../../dist/electron/main.js', import.meta.url));

const patienceMs = 15_000;

/** Of Node, for a process on the stand-in. */
export const standInFlags = ['--disable-sigusr1', '--disable-warning=ExperimentalWarning', '--import', register];

/** Starts a process on the stand-in. Its output is kept for error messages. */
export function forkStandIn(
  args: readonly string[],
  bundle = builtBundle,
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; printed: () => string } {
  const child = fork(bundle, args, {
    execArgv: standInFlags,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  return { child, printed: () => printed };
}

export type StandIn = Awaited<ReturnType<typeof launchStandIn>>;

/** Resolves when the process is ready. Rejects with its output if it ends before. `bundle`: the main bundle to run. */
export async function launchStandIn(
  args: readonly string[],
  bundle = builtBundle,
  env: Readonly<Record<string, string>> = {},
) {
  const { child, printed } = forkStandIn(args, bundle, env);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const ready = Promise.withResolvers<string>();
  let lastId = 0;
  const relaunches: (readonly string[])[] = [];

  child.on('message', (message: FromProcess) => {
    if (message.kind === 'ready') return ready.resolve(message.endpoint);
    if (message.kind === 'relaunched') return void relaunches.push(message.args);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.kind === 'evaluated') waiting?.resolve(message.value);
    else waiting?.reject(new Error(message.message));
  });
  void ended.then((code) => {
    const reason = new Error(`The app ended with ${code}. It printed: ${printed()}`);
    ready.reject(reason);
    for (const waiting of pending.values()) waiting.reject(reason);
  });
  const send = (message: ToProcess) => void (child.connected && child.send(message));
  const endpoint = await ready.promise;
  let browser: Promise<Browser> | undefined;

  return {
    /** Returns the Chromium that shows its windows. */
    browser: () => (browser ??= chromium.connectOverCDP(endpoint)),
    ended,
    printed,
    /** The arguments of each relaunch that the process requested. */
    relaunches,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Runs a function in the app's process. It must not use anything from its closure. */
    evaluate<R, A = null>(run: (electron: StandInElectron, arg: A) => R | Promise<R>, arg?: A): Promise<R> {
      const waiting = Promise.withResolvers<unknown>();
      pending.set((lastId += 1), waiting);
      send({ kind: 'evaluate', id: lastId, source: run.toString(), arg });
      return waiting.promise as Promise<R>;
    },
    quit: () => send({ kind: 'quit' }),
    /** Ends the process if it still runs: gracefully, and after a time by force. */
    async end() {
      send({ kind: 'quit' });
      const killer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(killer);
    },
  };
}

/** Sends the paths of files to the page's half of the stand-in. */
export async function announcePaths(page: Page, paths: readonly string[]): Promise<void> {
  const entries: [string, string][] = [];
  for (const path of paths) {
    const { size, mtimeMs } = await stat(path);
    entries.push([`${basename(path)}|${size}|${Math.floor(mtimeMs)}`, path]);
  }
  await page.evaluate(
    ([key, entries]) => {
      const side = (globalThis as unknown as Record<string, PageSide>)[key];
      for (const [file, path] of entries) side?.paths.set(file, path);
    },
    [pageSideKey, entries] as [string, [string, string][]],
  );
}
