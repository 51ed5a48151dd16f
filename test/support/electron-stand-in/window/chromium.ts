// The Chromium under the stand-in's windows: headless, with its profile where Electron keeps its own, and a debugging
// port through which the test sees the same pages.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Request, type Route } from 'playwright';
import { isServed, toElectron } from '../module/addresses.ts';
import { answer, mayLeave } from '../module/session.ts';

const browserArgs = [
  // Chromium's sandbox doesn't work as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

export type Chromium = {
  readonly context: BrowserContext;
  /** For `connectOverCDP`. */
  readonly endpoint: string;
};

/** A page that a page opened is no window of the app. Playwright reports it once it has content, so it gets none. */
export type NavigationVerdict = 'go' | 'stay' | 'not-a-window';
type JudgeNavigation = (request: Request) => NavigationVerdict;

export async function startChromium(profileDir: string, judge: JudgeNavigation): Promise<Chromium> {
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: process.env['PILOT_COMPANION_BROWSER'] || '/usr/bin/chromium',
    // A session bus that never answers is for the app: Chromium itself would wait for it and not start.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    args: [...browserArgs, '--remote-debugging-port=0'],
    viewport: null,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  await context.route('**/*', (route) => serve(route, judge));
  const [port] = (await readFile(join(profileDir, 'DevToolsActivePort'), 'utf8')).split('\n');
  return { context, endpoint: `http://127.0.0.1:${port}` };
}

/** Serves the registered protocols, and aborts all other requests: there is no network here. */
async function serve(route: Route, judge: JudgeNavigation): Promise<void> {
  const request = route.request();
  const verdict = request.isNavigationRequest() ? judge(request) : 'go';
  if (verdict === 'stay') return route.abort('aborted');
  if (verdict === 'not-a-window') return route.fulfill({ body: '', contentType: 'text/html' });
  // Requests that the host allows are aborted too, but with a different error.
  if (!isServed(request.url()))
    return route.abort(mayLeave(request.url()) ? 'internetdisconnected' : 'blockedbyclient');
  const response = await answer(
    new Request(toElectron(request.url()), { method: request.method(), headers: request.headers() }),
  );
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
