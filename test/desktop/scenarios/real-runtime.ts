// The real Electron, driven by Playwright. It is started from the repository, as `npm start` does.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from 'playwright';
import { dropOn, type DesktopApp, type DesktopRuntime } from './desktop-app.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** `executable`: Electron's own program. */
export function createRealRuntime(executable: string): DesktopRuntime {
  const running = new Set<ElectronApplication>();
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  const env = Object.fromEntries(
    Object.entries(inherited).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  // Chromium refuses its sandbox to root; pilots' computers and the public workflow keep it. Playwright turns it off by
  // default.
  const chromiumSandbox = process.getuid?.() !== 0;
  const asRoot = chromiumSandbox ? [] : ['--no-sandbox'];
  const run = (args: readonly string[]) =>
    new Promise<number | null>((resolve) => spawn(executable, args, { env, stdio: 'ignore' }).once('exit', resolve));
  const argsFor = (dataDir: string) => [...asRoot, root, `--data-dir=${dataDir}`];

  return {
    async start(dataDir) {
      const electron = await _electron.launch({
        executablePath: executable,
        args: argsFor(dataDir),
        env,
        chromiumSandbox,
      });
      running.add(electron);
      const ended = new Promise<number | null>((resolve) => electron.process().once('exit', (code) => resolve(code)));
      void ended.then(() => running.delete(electron));
      const app: DesktopApp = {
        page: () => electron.firstWindow(),
        evaluate: (run, arg) => electron.evaluate<never, unknown>(run as never, arg),
        drop: async (paths) => dropOn(await electron.firstWindow(), paths),
        async quit() {
          // The connection ends with the process.
          await electron.evaluate(({ app }) => app.quit()).catch(() => {});
          return ended;
        },
        ended,
      };
      return app;
    },
    startSecond: (dataDir, ...args) => run([...argsFor(dataDir), ...args]),
    runProgram: (path, ...args) => run([...asRoot, path, ...args]),
    async tidy() {
      for (const electron of running) await electron.close();
    },
  };
}
