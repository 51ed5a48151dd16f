import { spawn } from 'node:child_process';
import type { Page } from 'playwright';
import {
  announcePaths,
  forkStandIn,
  launchStandIn,
  standInFlags,
  type StandIn,
} from '../../support/electron-stand-in/launch.ts';
import { toChromium } from '../../support/electron-stand-in/module/addresses.ts';
import { dropOn, type DesktopApp, type DesktopRuntime } from './desktop-app.ts';

type StandInRuntime = DesktopRuntime & {
  /** Starts the app with these arguments and variables beside the environment. */
  launch(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<StandIn>;
  /** The page of an app that `launch` has started. */
  pageOf(app: StandIn): Promise<Page>;
};

/** Answers each message box with its button at this place; they are still kept in `dialog.shown`. */
export const answerBoxes = (app: StandIn, place: number) =>
  app.evaluate(({ dialog }, response) => {
    dialog.showMessageBox = (_window, options) => {
      dialog.shown.push((options as { message: string }).message);
      return Promise.resolve({ response, checkboxChecked: false });
    };
  }, place);

export function createStandInRuntime(): StandInRuntime {
  const running = new Set<StandIn>();
  const argsFor = (dataDir: string) => [`--data-dir=${dataDir}`];

  async function launch(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const standIn = await launchStandIn(args, undefined, env);
    running.add(standIn);
    void standIn.ended.then(() => running.delete(standIn));
    return standIn;
  }

  async function page({ browser: connect, printed }: StandIn) {
    const browser = await connect();
    const start = toChromium('app://pilot-companion/');
    for (let tries = 0; tries < 200; tries += 1) {
      const found = browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((page) => page.url().startsWith(start));
      if (found !== undefined) {
        await found.waitForLoadState();
        return found;
      }
      await browser
        .contexts()[0]
        ?.waitForEvent('page', { timeout: 50 })
        .catch(() => {});
    }
    throw new Error(`The window did not show. The app printed: ${printed()}`);
  }

  return {
    launch,
    pageOf: page,
    async start(dataDir) {
      const standIn = await launch(argsFor(dataDir));
      const app: DesktopApp = {
        page: () => page(standIn),
        evaluate: (run, arg) => standIn.evaluate<never, unknown>(run as never, arg),
        async drop(paths) {
          const window = await page(standIn);
          await announcePaths(window, paths);
          await dropOn(window, paths);
        },
        quit() {
          standIn.quit();
          return standIn.ended;
        },
        ended: standIn.ended,
      };
      return app;
    },
    startSecond(dataDir, ...args) {
      const { child } = forkStandIn([...argsFor(dataDir), ...args]);
      return new Promise((resolve) => child.once('exit', resolve));
    },
    // Without a connection to the test, so that a relaunch starts a process.
    runProgram: (path, ...args) =>
      new Promise((resolve) =>
        spawn(process.execPath, [...standInFlags, path, ...args], { stdio: 'ignore' }).once('exit', resolve),
      ),
    async tidy() {
      for (const standIn of running) await standIn.end();
    },
  };
}
