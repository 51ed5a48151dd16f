// Attacks on the window by pages in the pilot's own browser: from another user's server on this computer, from the
// network under a name rebound to 127.0.0.1, and by images that expand to more than their size.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../../main/contract/failure.ts';
import { afterwards, openWindowUnderAttack } from '../attacks/window-under-attack.ts';
import { launchBrowser } from '../support/browser.ts';
import { wholeStrip } from '../support/fake-companion/fake-strips.ts';
import { animatedPng, deflatedChunk, plainPng } from '../support/image-bombs.ts';

const rendererDir = join(import.meta.dirname, '../../dist/renderer');
let browser: Browser;
const patient = { timeout: 20_000 };

beforeAll(async () => {
  if (!existsSync(join(rendererDir, 'index.html')))
    throw new Error('The window is not built. Type: npm test, which builds it first.');
  // A name of the network that points to this computer, as after DNS rebinding.
  browser = await launchBrowser(['--host-resolver-rules=MAP rebound.example 127.0.0.1']);
});
afterAll(() => browser?.close());

async function openContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  afterwards(() => context.close());
  return context;
}

async function openWindow(given: Parameters<typeof openWindowUnderAttack>[0] = {}) {
  const opened = await openWindowUnderAttack({ rendererDir, ...given });
  const context = await openContext();
  const page = await context.newPage();
  await page.goto(opened.server.url);
  // Visible only after being let in.
  await page.getByText('Demo Pilot').first().waitFor();
  return { ...opened, context, page };
}

/** Another user's server on this computer: one empty page, and everything that browsers send it. */
async function openForeignServer() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title><body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => new Promise((resolve) => server.close(resolve)));
  afterwards(() => server.closeAllConnections());
  return { heard, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const sessionOf = (page: Page) =>
  page
    .evaluate(() => sessionStorage.getItem('pilot-companion-session') ?? '')
    .then((text) => (JSON.parse(text) as { session: string }).session);

describe('a page on another port of this computer', () => {
  it('gets no cookie, header or storage of the window', async () => {
    const { page, context } = await openWindow();
    const foreign = await openForeignServer();
    const session = await sessionOf(page);
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(await context.cookies()).toEqual([]);
    const other = await context.newPage();
    await other.goto(foreign.address);
    await other.evaluate(() => fetch('/again', { credentials: 'include' }));
    expect(await other.evaluate(() => [document.cookie, sessionStorage.length, localStorage.length])).toEqual([
      '',
      0,
      0,
    ]);
    expect(foreign.heard.length).toBeGreaterThanOrEqual(2);
    expect(foreign.heard.join().toLowerCase()).not.toContain('"cookie"');
    expect(foreign.heard.join()).not.toContain(session);
    // The window itself keeps working, also after a reload.
    await page.reload();
    await page.getByText('Demo Pilot').waitFor();
    expect(page.url()).not.toContain('key=');
  });

  it('can neither call, post, embed, frame nor read the window', async () => {
    const { companion, context, server } = await openWindow();
    const foreign = await openForeignServer();
    const before = companion.calls.length;
    const page = await context.newPage();
    await page.goto(foreign.address);
    const seen = await page.evaluate(async (address) => {
      const outcome = (work: Promise<unknown>) =>
        work.then(
          (value) => String(value),
          () => 'rejected',
        );
      const call = `${address}/bridge/call/uploads.pause`;
      const post = (headers: Record<string, string>, mode: RequestMode) =>
        outcome(
          fetch(call, { method: 'POST', mode, headers, body: '{}', credentials: 'include' }).then(
            (answer) => `${answer.type} ${answer.status}`,
          ),
        );
      const element = (name: 'img' | 'script' | 'link', at: string) =>
        outcome(
          new Promise((resolve, reject) => {
            const made = document.createElement(name);
            made.addEventListener('load', () => resolve('loaded'));
            made.addEventListener('error', reject);
            if (name === 'link') Object.assign(made, { rel: 'stylesheet', href: at });
            else (made as HTMLImageElement).src = at;
            document.body.append(made);
          }),
        );
      const opened = window.open(`${address}/`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const popup = (() => {
        try {
          return opened === null || opened.closed || opened.document.title === '' ? 'severed' : 'reached';
        } catch {
          return 'rejected';
        }
      })();
      return {
        json: await post({ 'content-type': 'application/json' }, 'cors'),
        plain: await post({ 'content-type': 'text/plain' }, 'no-cors'),
        withSession: await post({ 'x-pilot-companion-session': 'guessed' }, 'cors'),
        read: await outcome(fetch(`${address}/bridge/images/job-1`).then((answer) => answer.text())),
        picture: await element('img', `${address}/bridge/images/job-1`),
        icon: await element('img', `${address}/assets/icon.svg`),
        script: await element('script', `${address}/bridge/call/app.state`),
        style: await element('link', `${address}/bridge/events`),
        events: await outcome(
          new Promise((resolve, reject) => {
            const events = new EventSource(`${address}/bridge/events`, { withCredentials: true });
            events.addEventListener('open', resolve);
            events.addEventListener('error', reject);
          }),
        ),
        socket: await outcome(
          new Promise((resolve, reject) => {
            const socket = new WebSocket(`${address.replace('http', 'ws')}/bridge/events`);
            socket.addEventListener('open', resolve);
            socket.addEventListener('error', reject);
          }),
        ),
        popup,
      };
    }, server.address);
    expect(seen).toMatchObject({
      json: 'rejected',
      withSession: 'rejected',
      read: 'rejected',
      picture: 'rejected',
      icon: 'rejected',
      script: 'rejected',
      style: 'rejected',
      events: 'rejected',
      socket: 'rejected',
    });
    // A page may send such a request without permission; it cannot read the answer, and nothing was changed.
    expect(['rejected', 'opaque 0']).toContain(seen.plain);
    expect(seen.popup).not.toBe('reached');
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = `${address}/`;
      document.body.append(frame);
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'post',
        action: `${address}/bridge/call/uploads.pause`,
        enctype: 'text/plain',
        target: '_blank',
      });
      document.body.append(form);
      form.submit();
    }, server.address);
    await page.waitForTimeout(300);
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    for (const frame of frames)
      expect(
        await frame
          .locator('#window')
          .count()
          .catch(() => 0),
      ).toBe(0);
    const called = companion.calls.slice(before).map(({ name }) => name);
    expect(called).not.toContain('uploads.pause');
  });
});

describe('a page of the network whose name was rebound to this computer', () => {
  it('gets neither the files of the window nor its bridge, though it has their origin', async () => {
    const { context, port } = await openWindow();
    const page = await context.newPage();
    const answer = await page.goto(`http://rebound.example:${port}/`);
    expect(answer?.status()).toBe(403);
    const statuses = await page.evaluate(async () => {
      const paths = ['/', '/bridge/call/app.state', '/bridge/events', '/bridge/proof?nonce=abcdefghijklmnopqrst'];
      return Promise.all(paths.map(async (path) => (await fetch(path)).status));
    });
    expect(statuses).toEqual([403, 403, 403, 403]);
  });
});

describe('a second tab', () => {
  it('with the same address, or none, shows nothing but what to do', async () => {
    const { context, server } = await openWindow();
    for (const address of [server.url, `${server.address}/`]) {
      const tab = await context.newPage();
      await tab.goto(address);
      await tab.getByText('Each window address works only once').waitFor();
      expect(await tab.getByText('Demo Pilot').count()).toBe(0);
      expect(tab.url()).toBe(`${server.address}/`);
    }
  });
});

const bombs = {
  // 250 KB on the disk, 3.6 GB decoded.
  'job-11': plainPng(30_000, 30_000, { grey: true }),
  'job-12': plainPng(7_000, 5_000, { grey: true }),
  'job-13': plainPng(64, 48, { before: [deflatedChunk('zTXt', 64 * 1024 * 1024)] }),
  'job-14': plainPng(64, 48, { before: [deflatedChunk('iCCP', 64 * 1024 * 1024)] }),
  'job-15': animatedPng(32, 32, 50),
  'job-16': Buffer.concat([plainPng(640, 480).subarray(0, 60), Buffer.alloc(400)]),
} as const;

describe('images that are larger than their files suggest', () => {
  it('are decoded once in the size they are shown in, or not at all, and stay in the queue', async () => {
    expect(bombs['job-11'].length).toBeLessThan(300_000);
    const dir = await mkdtemp(join(tmpdir(), 'pilot-companion-bomb-'));
    afterwards(() => rm(dir, { recursive: true, force: true }));
    const ids = Object.keys(bombs);
    for (const [id, bytes] of Object.entries(bombs)) await writeFile(join(dir, id), bytes);
    const { page } = await openWindow({
      strips: ids.map((id) => wholeStrip(id, 'waiting', { hasImage: true })),
      image: async (id) => ok({ path: join(dir, id), mediaType: 'image/png' }),
    });
    const thumb = (id: string) => page.locator(`[data-strip="${id}"] .thumb`);
    const pixel = (id: string) =>
      thumb(id).evaluate((canvas) =>
        canvas instanceof HTMLCanvasElement
          ? [...canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data].join()
          : 'not drawn',
      );
    // No text or profile that inflates to 64 MB is decompressed.
    await expect.poll(() => pixel('job-13'), patient).toBe('96,96,96,255');
    await expect.poll(() => pixel('job-14'), patient).toBe('96,96,96,255');
    // An animated image shows its first frame.
    await expect.poll(() => pixel('job-15'), patient).toBe('32,32,32,255');
    await expect.poll(() => pixel('job-16'), patient).toBe('not drawn');
    await expect.poll(() => pixel('job-12'), patient).toBe('0,0,0,255');
    const width = await thumb('job-12').evaluate((canvas) => (canvas as HTMLCanvasElement).width);
    expect(width).toBeLessThan(300);

    await page.locator('[data-strip="job-11"] .strip-open').click();
    await page.getByText('This screenshot is too large to show here (30,000 × 30,000 pixels).').waitFor();
    expect(await pixel('job-11')).toBe('not drawn');
    expect(await page.getByRole('list', { name: 'Now, 6 reports' }).count()).toBe(1);
  });
});
