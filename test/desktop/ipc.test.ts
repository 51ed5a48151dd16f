// The bridge's side in the process, with a companion that only records its calls.
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { ok, type Result } from '../../main/contract/failure.ts';
import type { Companion } from '../../main/core/app/companion.ts';
import type { Logger } from '../../main/core/platform/ports.ts';
import { serveWindow } from '../../main/electron/ipc.ts';
import { createReceivedFiles } from '../../main/electron/received-files.ts';

type Handler = (event: unknown, ...values: unknown[]) => Promise<Result<unknown>>;

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let sent = 0;
let reloads = 0;
let emit: (event: CompanionEvent) => void = () => {};
let answerWith: (() => Promise<Result<unknown>>) | null = null;
const page = { id: 1, isDestroyed: () => false, send: () => void (sent += 1), reload: () => void (reloads += 1) };
const fromOurs = { sender: page, senderFrame: { parent: null, origin: 'app://pilot-companion' } };
const fromElsewhere = { sender: page, senderFrame: { parent: null, origin: 'https://example.com' } };

let folder: string;
let reached: unknown[];
let handlers: Map<string, Handler>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pilot-companion-ipc-'));
  reached = [];
  sent = 0;
  reloads = 0;
  handlers = new Map();
  const companion: Companion = {
    handle(name, input) {
      reached.push([name, input]);
      if (answerWith !== null) return answerWith();
      return name === 'bug' ? Promise.reject(new Error('a bug with details')) : Promise.resolve(ok('answered'));
    },
    async addFiles(files) {
      for (const { path, name } of files) reached.push([name, path, await readFile(path, 'utf8').catch(() => null)]);
      return ok([]);
    },
    image(id) {
      reached.push([id, null]);
      return Promise.resolve(ok({ path: join(folder, 'gone.png'), mediaType: 'image/png' }));
    },
    exportLogbook: () => Promise.reject(new Error('not asked for here')),
    subscribe(listener) {
      emit = listener;
      return () => {};
    },
    isLeader: true,
    stop: () => Promise.resolve(),
  };
  serveWindow({
    ipcMain: { handle: (channel, handler) => void handlers.set(channel, handler as Handler) },
    companion: Promise.resolve(companion),
    contents: () => page as never,
    receivedFiles: createReceivedFiles(join(folder, 'received')),
    log: quiet,
  });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const call = async (event: unknown, channel: string, ...values: unknown[]) => handlers.get(channel)?.(event, ...values);

test('passes a command through unchanged, and returns its answer', async () => {
  expect(await call(fromOurs, 'companion:call', 'app.state', {})).toEqual(ok('answered'));
  expect(reached).toEqual([['app.state', {}]]);
});

test.each(['companion:call', 'companion:files', 'companion:file-bytes'])(
  'ignores another page on %s',
  async (channel) => {
    const answer = await call(fromElsewhere, channel, [{ name: 'a.png', path: '/a.png' }], {});
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-permitted' } });
    expect(reached).toEqual([]);
  },
);

test.each([
  ['companion:files', undefined],
  ['companion:files', 'a.png'],
  ['companion:files', [{ name: 'a.png' }]],
  ['companion:files', [{ name: 'a.png', path: '' }]],
  ['companion:files', Array.from({ length: 1001 }, () => ({ name: 'a.png', path: '/a.png' }))],
  ['companion:file-bytes', undefined],
  ['companion:file-bytes', { name: 'a.png', bytes: 'text' }],
  ['companion:file-bytes', { name: '', bytes: new Uint8Array(1) }],
  ['companion:file-bytes', { name: 'a.png', bytes: new Uint8Array(64 * 1024 * 1024 + 1) }],
])('answers a malformed call on %s with a plain message (%#)', async (channel, value) => {
  expect(await call(fromOurs, channel, value)).toMatchObject({ ok: false, failure: { kind: 'wrong-input' } });
  expect(reached).toEqual([]);
});

test('reads the images of reports and the screenshots that are offered, and nothing else', async () => {
  const allowed = ['job-3', 'newest', 'sample'];
  for (const id of [...allowed, '../job-3', 3]) await call(fromOurs, 'companion:image', id);
  expect(reached).toEqual(allowed.map((id) => [id, null]));
});

test('keeps received bytes in a temporary file with its own name, only until they are added', async () => {
  const bytes = new TextEncoder().encode('image');
  await call(fromOurs, 'companion:file-bytes', { name: '../../evil\0.png', bytes, pilot: null });
  const [name, path, content] = reached[0] as [string, string, string];
  expect({ name, content }).toEqual({ name: '../../evil\0.png', content: 'image' });
  expect(path.startsWith(join(folder, 'received'))).toBe(true);
  expect(path.endsWith('received.png')).toBe(true);
  await expect(access(path)).rejects.toThrow('ENOENT');
  expect(await readdir(join(folder, 'received'))).toEqual([]);
});

test('answers a limited number of calls at a time, and continues when they are done', async () => {
  const held = Promise.withResolvers<Result<unknown>>();
  answerWith = () => held.promise;
  const many = Array.from({ length: 300 }, () => call(fromOurs, 'companion:call', 'app.state', {}));
  const late = await many.at(-1);
  expect(late).toMatchObject({ ok: false, failure: { kind: 'not-now' } });
  expect(reached).toHaveLength(256);
  held.resolve(ok('answered'));
  await Promise.all(many);
  answerWith = null;
  expect(await call(fromOurs, 'companion:call', 'app.state', {})).toEqual(ok('answered'));
});

test('limits the events to a hanging page, and reloads it once it responds', async () => {
  for (let n = 0; n < 1_000_000; n += 1) emit({ type: 'settings.changed' });
  expect({ sent, reloads }).toEqual({ sent: 2_000, reloads: 0 });
  expect(await call(fromOurs, 'companion:heard', 50)).toEqual(ok(null));
  expect(reloads).toBe(1);
  emit({ type: 'settings.changed' });
  expect({ sent, reloads }).toEqual({ sent: 2_001, reloads: 1 });
});

test('gives a reloaded page the whole state without a backlog', async () => {
  for (let n = 0; n < 3_000; n += 1) emit({ type: 'settings.changed' });
  expect(sent).toBe(2_000);
  expect(await call(fromOurs, 'companion:begun')).toEqual(ok(null));
  for (let n = 0; n < 2_000; n += 1) emit({ type: 'settings.changed' });
  expect({ sent, reloads }).toEqual({ sent: 4_000, reloads: 0 });
});

test('sends every event to a page that keeps up', async () => {
  for (let n = 0; n < 20_000; n += 1) {
    emit({ type: 'settings.changed' });
    if (n % 50 === 49) await call(fromOurs, 'companion:heard', 50);
  }
  expect({ sent, reloads }).toEqual({ sent: 20_000, reloads: 0 });
});

test.each([0, -1, 1.5, '50', {}, null, Number.NaN])('rejects %j as a number of events', async (count) => {
  expect(await call(fromOurs, 'companion:heard', count)).toMatchObject({ failure: { kind: 'wrong-input' } });
});

test('answers an exception with a message and no details', async () => {
  const answer = await call(fromOurs, 'companion:call', 'bug', {});
  expect(answer).toMatchObject({ ok: false, failure: { kind: 'unexpected' } });
  expect(JSON.stringify(answer)).not.toContain('details');
});
