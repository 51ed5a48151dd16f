// The window over HTTP: access, bridge, files, images and events, with a companion in memory.
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import type { Companion } from '../../../main/core/app/companion.ts';
import { createWindowServer } from '../../../main/node/web-window/server.ts';
import { parseBridge } from '../../../renderer/bridge/find-bridge.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { createTab, enterWindow, openBridge, spendKey } from '../../support/window-client.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function setUp(exportLogbook?: Companion['exportLogbook']) {
  const dir = await mkdtemp(join(tmpdir(), 'window-server-'));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  const rendererDir = join(dir, 'renderer');
  const imagePath = join(dir, 'shot.png');
  await mkdir(rendererDir);
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>the window</title>');
  await writeFile(imagePath, 'an image');
  const clock = createVirtualClock();
  const companion = { ...createFakeCompanion({ clock, imagePath }), ...(exportLogbook && { exportLogbook }) };
  const incomingDir = join(dir, 'incoming');
  const server = await createWindowServer({ companion, rendererDir, incomingDir, log: silent, clock });
  undo.push(() => server.stop());
  return { dir, clock, companion, server, incomingDir };
}

async function entered() {
  const parts = await setUp();
  return { ...parts, ...(await enterWindow(parts.server)) };
}

describe('access', () => {
  it('exchanges the key in the address for a session once, without a cookie', async () => {
    const { server } = await setUp();
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]{43}$/);
    const answer = await spendKey(server.address, server.url);
    expect(await answer.json()).toMatchObject({ ok: true, value: { session: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(answer.headers.get('set-cookie')).toBeNull();
    const again = await spendKey(server.address, server.url);
    expect([again.status, again.headers.get('connection')]).toEqual([403, 'close']);
    expect((await spendKey(server.address, server.newAddress())).status).toBe(200);
  });

  it('serves its files to anyone on this computer, and its bridge to sessions only', async () => {
    const { get, server } = await entered();
    expect(await (await fetch(`${server.address}/`)).text()).toContain('the window');
    for (const path of ['/bridge/events', '/bridge/images/job-1', '/%62ridge/images/job-1', '/bridge/nothing'])
      expect([403, 404]).toContain((await fetch(server.address + path)).status);
    expect((await fetch(`${server.address}/bridge/images/job-1`)).status).toBe(403);
    expect((await get('/bridge/images/job-1')).status).toBe(200);
  });

  it('reads a session from its own header only', async () => {
    const { server, session } = await entered();
    const port = new URL(server.address).port;
    const tried: Record<string, string>[] = [
      { cookie: `pilot-companion-${port}=${session}` },
      { cookie: `x-pilot-companion-session=${session}` },
      { authorization: `Bearer ${session}` },
      { 'x-pilot-companion-session': '' },
      { 'x-pilot-companion-session': `${session}x` },
      { 'x-pilot-companion-key': session },
    ];
    for (const headers of tried)
      expect((await fetch(`${server.address}/bridge/images/job-1`, { headers })).status).toBe(403);
    const inQuery = `${server.address}/bridge/images/job-1?x-pilot-companion-session=${session}`;
    expect((await fetch(inQuery)).status).toBe(403);
  });

  it('sends the headers that isolate a page, also with errors', async () => {
    const { get, server } = await entered();
    const rejected = await fetch(server.address, { headers: { origin: 'https://evil.example' } });
    for (const answer of [await get('/'), rejected, await get('/bridge/nothing')]) {
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it("serves nothing outside the window's folder for any path", async () => {
    const { get } = await entered();
    for (const path of ['/../shot.png', '/..%2fshot.png', '/%2e%2e/shot.png', '/..%5cshot.png', '//etc/passwd'])
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('calls', () => {
  const json = { 'content-type': 'application/json' };

  it("return the companion's result", async () => {
    const { get } = await entered();
    const answer = await get('/bridge/call/app.state', { method: 'POST', headers: json, body: '{}' });
    expect(await answer.json()).toMatchObject({ ok: true, value: { begun: true } });
    const unknown = await get('/bridge/call/no.such', { method: 'POST', headers: json, body: '{}' });
    expect(await unknown.json()).toMatchObject({ ok: false, failure: { kind: 'wrong-input' } });
  });

  it('are refused if they are not JSON, too long or use another method', async () => {
    const { get } = await entered();
    const statusOf = async (init: RequestInit) => (await get('/bridge/call/app.state', init)).status;
    expect(await statusOf({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })).toBe(415);
    expect(await statusOf({ method: 'POST', headers: json, body: '{' })).toBe(400);
    expect(await statusOf({ method: 'POST', headers: json, body: JSON.stringify('x'.repeat(70_000)) })).toBe(413);
    expect(await statusOf({})).toBe(404);
  });
});

describe('files', () => {
  it('are added without leaving temporary files', async () => {
    const { get, companion, incomingDir } = await entered();
    const put = (name: string) =>
      get(`/bridge/files?name=${encodeURIComponent(name)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(300_000),
      });
    expect(await (await put('späte Landung.png')).json()).toMatchObject({
      ok: true,
      value: [{ outcome: 'added', name: 'späte Landung.png' }],
    });
    expect(await (await put('notes.txt')).json()).toMatchObject({ ok: true, value: [{ outcome: 'rejected' }] });
    expect(companion.state().bays.queue).toBe(1);
    expect(await readdir(incomingDir)).toEqual([]);
  });

  it('that are empty are added like any other', async () => {
    const { get, incomingDir } = await entered();
    const types: Record<string, string>[] = [{}, { 'content-type': 'application/octet-stream' }];
    for (const headers of types) {
      const answer = await get('/bridge/files?name=a.png', { method: 'PUT', headers, body: new Uint8Array(0) });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ ok: true, value: [{ name: 'a.png' }] });
    }
    expect(await readdir(incomingDir)).toEqual([]);
  });

  it('are refused in a form that another page could send', async () => {
    const { get } = await entered();
    const answer = await get('/bridge/files?name=a.png', {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
    });
    expect(answer.status).toBe(415);
  });
});

it('images come from the companion only', async () => {
  const { get } = await entered();
  const image = await get('/bridge/images/job-1');
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(await image.text()).toBe('an image');
});

describe('events', () => {
  async function listen(parts: Awaited<ReturnType<typeof entered>>) {
    const answer = await parts.get('/bridge/events');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    return {
      answer,
      async until(text: string) {
        while (!seen.includes(text)) {
          const { value, done } = await reader.read();
          if (done) throw new Error(`ended before "${text}"`);
          seen += value;
        }
        return seen;
      },
      ended: async () => {
        for (;;) if ((await reader.read()).done) return true;
      },
    };
  }

  it('start with the state, continue with events and send heartbeats', async () => {
    const parts = await entered();
    const events = await listen(parts);
    expect(events.answer.headers.get('content-type')).toContain('text/event-stream');
    await events.until('"type":"state.changed"');
    parts.companion.emit({ type: 'settings.changed' });
    await events.until('"type":"settings.changed"');
    await parts.clock.advance(15_000);
    await events.until(': here');
  });

  it('end with the server', async () => {
    const parts = await entered();
    const events = await listen(parts);
    await events.until('state.changed');
    await parts.server.stop();
    expect(await events.ended()).toBe(true);
    expect(parts.clock.pending).toBe(0);
  });
});

describe("the window's HTTP bridge", () => {
  it('adds files one after another and reports each', async () => {
    const { server } = await setUp();
    const bridge = parseBridge(openBridge(server).bridge);
    const answers = await bridge.addFiles(
      [new File(['x'], 'a.png'), new File(['y'], 'b.txt'), new File(['x'], 'a.png')],
      null,
    );
    expect(answers.ok && answers.value.map((answer) => answer.outcome)).toEqual(['added', 'rejected', 'duplicate']);
    expect(await bridge.call('uploads.pause', {})).toEqual({ ok: true, value: null });
    const image = await bridge.image('job-101');
    expect(image.ok && new TextDecoder().decode(image.value.bytes)).toBe('an image');
  });

  it('receives the state, then events, also in fragments', async () => {
    const { server, companion } = await setUp();
    const { bridge, link } = openBridge(server);
    const heard: string[] = [];
    const links: string[] = [];
    const both = Promise.withResolvers<void>();
    link.onChange((state) => links.push(state));
    const end = bridge.subscribe((event) => {
      heard.push(event.type);
      if (event.type === 'state.changed') companion.emit({ type: 'settings.changed' });
      if (event.type === 'settings.changed') both.resolve();
    });
    await both.promise;
    end();
    expect([heard.slice(0, 2), links]).toEqual([['state.changed', 'settings.changed'], ['up']]);
  });

  it('keeps its session when its tab reloads, and shares it with no other tab', async () => {
    const { server } = await setUp();
    const tab = createTab();
    expect((await openBridge({ ...server, url: server.url, tab }).bridge.call('app.state', {})).ok).toBe(true);
    expect((await openBridge({ url: server.address, tab }).bridge.call('app.state', {})).ok).toBe(true);
    // The same address again in the same tab: the key is used up, but the session remains.
    expect((await openBridge({ url: server.url, tab }).bridge.call('app.state', {})).ok).toBe(true);
    const other = await openBridge({ url: server.url }).bridge.call('app.state', {});
    expect(other).toMatchObject({ ok: false, failure: { kind: 'not-permitted' } });
  });
});

describe('an export', () => {
  const exported = {
    name: 'flights.csv',
    flights: 3,
    leftOut: 1,
    unplaced: 2,
    completeness: { status: 'loading', flights: 9, unread: 0, readAfter: '2026-01-03' },
    isFinal: false,
  } as const;
  const input = { filter: {}, order: { by: 'day', descending: true }, format: 'csv', ids: null };

  it('is downloaded with its name by a session, and removed afterwards', async () => {
    const { server, incomingDir } = await setUp(async (_input, to) => {
      if (!('folder' in to)) throw new Error('a folder was expected');
      await writeFile(join(to.folder, 'flights.csv'), 'id\r\n1\r\n');
      return ok(exported);
    });
    const { session } = await enterWindow(server);
    const post = (headers: Record<string, string>) =>
      fetch(`${server.address}/bridge/export`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      });
    expect((await post({})).status).toBe(403);
    const answer = await post({ 'x-pilot-companion-session': session });
    expect(JSON.parse(answer.headers.get('x-pilot-companion-exported') ?? '')).toEqual(exported);
    expect(await answer.text()).toBe('id\r\n1\r\n');
    await expect.poll(() => readdir(incomingDir)).toEqual([]);
  });

  it('that was cancelled is an answer without a file', async () => {
    const { server } = await setUp(async () => ok(null));
    const saved: string[] = [];
    const { bridge } = openBridge({ url: server.url, save: (_file, name) => void saved.push(name) });
    expect(await bridge.exportLogbook({ ...input, format: 'csv', order: { by: 'day', descending: true } })).toEqual({
      ok: true,
      value: null,
    });
    expect(saved).toEqual([]);
  });
});
