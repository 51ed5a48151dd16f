// A page of another origin uses an emulator that allows it, and cannot where it does not.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../emulator/emulator.ts';
import { launchBrowser } from '../support/browser.ts';

/** What the page does, as text, because it runs there. */
const useEmulator = async ({ url, token, control }: { url: string; token: string; control: string }) => {
  const headers = { authorization: `Bearer ${token}` };
  const body = new FormData();
  body.set('report', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'report.png'));
  const uploaded = await fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body });
  await uploaded.json();
  const again = await fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body });
  const listed = await fetch(`${url}/api/v1/flights`, { headers });
  const advanced = await fetch(`${url}/_emulator/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: '5s' }),
  });
  const flights = (await listed.json()) as { items: unknown[] };
  const statuses = [uploaded.status, again.status, again.headers.get('retry-after'), advanced.status];
  return [...statuses, flights.items.length];
};

const openPage = async () => {
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>'),
  ).listen(0, '127.0.0.1');
  const browser = await launchBrowser();
  onTestFinished(async () => {
    await browser.close();
    site.close();
  });
  const page = await browser.newPage();
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await page.goto(origin);
  return { page, origin };
};

const openBoth = async (options: (origin: string) => EmulatorOptions) => {
  const { page, origin } = await openPage();
  const emulator = await createEmulator({ clock: 'virtual', ...options(origin) });
  onTestFinished(() => emulator[Symbol.asyncDispose]());
  const { url } = await emulator.start();
  const token = emulator.signIn().access_token;
  return { emulator, use: () => page.evaluate(useEmulator, { url, token, control: emulator.controlToken! }) };
};

it('A34: uploads, reads and uses the control interface from an allowed origin', async () => {
  const { use } = await openBoth((origin) => ({ cors: [origin] }));
  expect(await use()).toEqual([200, 429, '5', 200, 1]);
});

it('A34: is refused by the browser otherwise', async () => {
  const { use } = await openBoth(() => ({}));
  await expect(use()).rejects.toThrow('Failed to fetch');
});

it('a page can lose the answer to an upload, which is there once', async () => {
  const { emulator, use } = await openBoth((origin) => ({ cors: [origin] }));
  const effect = { type: 'cut', afterBytes: 1 } as const;
  emulator.faults.add({ match: { path: '/api/v1/flights', method: 'POST' }, times: 1, effect });
  await expect(use()).rejects.toThrow('Failed to fetch');
  expect(emulator.flights.list().items).toHaveLength(1);
});
