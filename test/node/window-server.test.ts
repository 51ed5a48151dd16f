// The window served over HTTP: the door, the bridge, files, pictures and events, against a companion in memory.
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createWindowServer } from '../../main/node/window-server.ts';
import { createHttpBridge } from '../../renderer/bridge/http.ts';
import { parseBridge } from '../../renderer/bridge/parsed-bridge.ts';
import { createFakeCompanion } from '../support/fake-companion.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function setUp() {
  const dir = await mkdtemp(join(tmpdir(), 'window-server-'));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  const rendererDir = join(dir, 'renderer');
  const picturePath = join(dir, 'shot.png');
  await mkdir(rendererDir);
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>the window</title>');
  await writeFile(picturePath, 'a picture');
  const clock = createVirtualClock();
  const companion = createFakeCompanion({ clock, picturePath });
  const incomingDir = join(dir, 'incoming');
  const server = await createWindowServer({ companion, rendererDir, incomingDir, log: silent, clock });
  undo.push(() => server.stop());
  return { dir, clock, companion, server, incomingDir };
}

/** Opens the window as a browser does; answers with the cookie. */
async function open(url: string) {
  const answer = await fetch(url, { redirect: 'manual' });
  return { answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

async function entered() {
  const parts = await setUp();
  const { cookie } = await open(parts.server.url);
  const get = (path: string, init: RequestInit = {}) =>
    fetch(parts.server.address + path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
  return { ...parts, cookie, get };
}

describe('the door', () => {
  it('exchanges the key in the address for a cookie, once', async () => {
    const { server } = await setUp();
    const { answer } = await open(server.url);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^pilot-companion-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const again = await open(server.url);
    expect(again.answer.status).toBe(403);
    expect(again.cookie).toBe('');
    expect(await again.answer.text()).toContain('Open the window again from the program');
    expect((await open(server.newAddress())).answer.status).toBe(303);
  });

  it('lets whoever is in already follow the same address again', async () => {
    const { server, cookie } = await entered();
    const again = await fetch(server.url, { headers: { cookie }, redirect: 'manual' });
    expect([again.status, again.headers.get('location'), again.headers.get('set-cookie')]).toEqual([303, '/', null]);
    expect((await fetch(server.url, { redirect: 'manual' })).status).toBe(403);
  });

  it('shows the window to its cookie and to nobody else', async () => {
    const { get, server } = await entered();
    expect(await (await get('/')).text()).toContain('the window');
    expect((await fetch(`${server.address}/`)).status).toBe(403);
    expect((await fetch(`${server.address}/index.html`)).status).toBe(403);
  });

  it('turns away a name that was rebound to this computer, whatever it brings', async () => {
    const { server, cookie } = await entered();
    const { port } = new URL(server.address);
    const status = await new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path: '/', headers: { host: `evil.example:${port}`, cookie } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.on('error', reject).end();
    });
    expect(status).toBe(403);
  });

  it('sends the headers that keep a page to itself, on refusals too', async () => {
    const { get, server } = await entered();
    for (const answer of [await get('/'), await fetch(server.address), await get('/bridge/nothing')]) {
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  it('serves nothing outside the window, however the path is written', async () => {
    const { get } = await entered();
    for (const path of ['/../shot.png', '/..%2fshot.png', '/%2e%2e/shot.png', '/..%5cshot.png', '//etc/passwd'])
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('calls', () => {
  const json = { 'content-type': 'application/json' };

  it('reach the companion and bring back its result', async () => {
    const { get } = await entered();
    const answer = await get('/bridge/call/app.state', { method: 'POST', headers: json, body: '{}' });
    expect(await answer.json()).toMatchObject({ ok: true, value: { begun: true } });
    const unknown = await get('/bridge/call/no.such', { method: 'POST', headers: json, body: '{}' });
    expect(await unknown.json()).toMatchObject({ ok: false, failure: { kind: 'wrong-input' } });
  });

  it('are refused where they are no JSON, too long, or come by another method', async () => {
    const { get } = await entered();
    const statusOf = async (init: RequestInit) => (await get('/bridge/call/app.state', init)).status;
    expect(await statusOf({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })).toBe(415);
    expect(await statusOf({ method: 'POST', headers: json, body: '{' })).toBe(400);
    expect(await statusOf({ method: 'POST', headers: json, body: JSON.stringify('x'.repeat(70_000)) })).toBe(413);
    expect(await statusOf({})).toBe(404);
  });
});

describe('files', () => {
  it('become strips and leave nothing behind', async () => {
    const { get, companion, incomingDir } = await entered();
    const put = (name: string) =>
      get(`/bridge/files?name=${encodeURIComponent(name)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(300_000),
      });
    expect(await (await put('späte Landung.png')).json()).toMatchObject({
      ok: true,
      value: [{ outcome: 'taken', name: 'späte Landung.png' }],
    });
    expect(await (await put('notes.txt')).json()).toMatchObject({ ok: true, value: [{ outcome: 'refused' }] });
    expect(companion.state().bays.outbound).toBe(1);
    expect(await readdir(incomingDir)).toEqual([]);
  });

  it('are refused as a form that another page could send', async () => {
    const { get } = await entered();
    const answer = await get('/bridge/files?name=a.png', {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
    });
    expect(answer.status).toBe(415);
  });
});

describe('pictures', () => {
  it('come from the companion alone', async () => {
    const { get } = await entered();
    const picture = await get('/bridge/pictures/job-1');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(await picture.text()).toBe('a picture');
  });
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

  it('begin with the state, go on with what happens, and show a sign of life', async () => {
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
  const noEvents = () => {
    throw new Error('not used');
  };

  it('takes files one after another and tells of each', async () => {
    const { get } = await entered();
    const bridge = parseBridge(
      createHttpBridge({ fetch: (path, init) => get(`/${path}`, init), openEvents: noEvents }).bridge,
    );
    const answers = await bridge.takeFiles([
      new File(['x'], 'a.png'),
      new File(['y'], 'b.txt'),
      new File(['x'], 'a.png'),
    ]);
    expect(answers.ok && answers.value.map((answer) => answer.outcome)).toEqual(['taken', 'refused', 'already-taken']);
    expect(await bridge.call('uploads.pause', {})).toEqual({ ok: true, value: null });
  });

  it('says in words that the process is out of reach, or that the page must be opened again', async () => {
    const { server } = await setUp();
    const call = (fetched: (path: string, init: RequestInit) => Promise<Response>) =>
      createHttpBridge({ fetch: fetched, openEvents: noEvents }).bridge.call('app.state', {});
    const closed = await call((path, init) => fetch(`${server.address}/${path}`, init));
    expect(closed).toMatchObject({ ok: false, failure: { kind: 'not-permitted' } });
    const lost = await call(() => Promise.reject(new TypeError('fetch failed')));
    expect(lost).toMatchObject({ ok: false, failure: { kind: 'service-unreachable' } });
  });
});
