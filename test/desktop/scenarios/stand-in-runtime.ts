import type { Page } from 'playwright';
import { announcePaths, forkStandIn, launchStandIn, type StandIn } from '../../support/electron-stand-in/launch.ts';
import { toChromium } from '../../support/electron-stand-in/module/addresses.ts';
import { dropOn, type DesktopApp, type DesktopRuntime } from './desktop-app.ts';

export function createStandInRuntime(): DesktopRuntime & { pageOf(app: StandIn): Promise<Page> } {
  const running = new Set<StandIn>();
  const argsFor = (dataDir: string) => [`--data-dir=${dataDir}`];

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
    /** The page of an app that was launched without this runtime. */
    pageOf: page,
    async start(dataDir) {
      const standIn = await launchStandIn(argsFor(dataDir));
      running.add(standIn);
      void standIn.ended.then(() => running.delete(standIn));
      const app: DesktopApp = {
        page: () => page(standIn),
        evaluate: (run, arg) => standIn.evaluate(run.toString(), arg) as Promise<never>,
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
    async tidy() {
      for (const standIn of running) await standIn.end();
    },
  };
}
