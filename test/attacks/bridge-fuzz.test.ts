// A window that sends whatever it likes: over the desktop's bridge to a whole companion, and over HTTP byte by byte.
// Every call is answered as the contract defines, no other sender is accepted, and the process stays well.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { imageBytesSchema } from '../../main/contract/bridge.ts';
import { commandOutputs, intakeAnswerSchema } from '../../main/contract/command-outputs.ts';
import { commandInputs, type CommandName } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { failureSchema } from '../../main/contract/failure.ts';
import { serveWindow } from '../../main/electron/ipc.ts';
import { createReceivedFiles } from '../../main/electron/received-files.ts';
import { channels } from '../../main/electron/preload/channels.ts';
import { createWindowServer } from '../../main/node/web-window/server.ts';
import { createFakeCompanion } from '../support/fake-companion/fake-companion.ts';
import { fc } from '../support/fast-check.ts';
import { openFlightDeck, pngOf } from '../support/flight-deck.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { enterWindow } from '../support/window-client.ts';

const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
const polluting = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
const deep = Array.from({ length: 1_000 }).reduce((value) => ({ id: value }), 'bottom' as unknown);
const circle: Record<string, unknown> = { id: 'job-1' };
circle['self'] = circle;

/** Values that nobody expects. All can be sent between processes. */
const wild = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc.constantFrom<unknown>(
    ...inherited,
    'x'.repeat(100_000),
    '\ud800',
    /(a+)+$/,
    new Error('of the window'),
    new Uint8Array(9),
    Array.from({ length: 2_000 }, () => 'job-1'),
    deep,
    circle,
    JSON.parse(polluting),
    { toJSON: 1, toString: null, valueOf: 'none' },
  ),
);
const mostly = (good: fc.Arbitrary<unknown>, weight = 5) =>
  fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: wild });

/** Values of each field, most of them valid. Paths stay in the folder of the test, and addresses lead nowhere. */
const samples = (folder: string): Readonly<Record<string, readonly unknown[]>> => ({
  profile: ['demo', 'service', 'emulator', 'nobody'],
  otherPilot: [true, false],
  address: ['http://127.0.0.1:9/callback?code=x&state=y', 'not an address', 'https://nowhere.invalid'],
  secret: [null, 'a secret'],
  service: [{ address: 'https://nowhere.invalid' }, { id: 'other', name: 'Other', scopes: 'x' }, 'service'],
  bay: ['queue', 'needs-attention', 'under-review', 'completed', 'not-uploaded'],
  after: [null, '1', 'job-1', '999999999999'],
  limit: [1, 50, 200],
  id: ['job-1', 'job-2', 'flight-1', 'job-999999', 1, 999_999],
  answer: ['approve', 'reject'],
  path: [folder, `${folder}/missing`, `${folder}/a\u0000b`, `${folder}/${'x'.repeat(300)}`],
  paths: [[], [`${folder}/a.png`], [`${folder}/missing.png`, folder]],
  existing: [true, false],
  rules: [{}, { approval: true }, { names: { only: '*.png', not: '' } }],
  names: [null, { only: '(((((', not: '*' }],
  approval: [null, true],
  theme: ['dark', 'light'],
  maxFileBytes: [1024, 10_485_760],
  allowFileVault: [false],
  sha256: ['0'.repeat(64)],
  name: ['a.png', '../../a.png', 'C:\\c.png', '.', ''],
  subject: [{ kind: 'report', stripId: 'job-1' }],
  stripId: ['job-1'],
  state: ['completed'],
  file: [`${folder}/a.png`, `${folder}/missing.png`, `${folder}/link.png`, folder],
});

const senders = ['window', 'window', 'window', 'window', 'window', 'window', 'frame', 'elsewhere', 'gone'] as const;

function callsFrom(folder: string) {
  const known = samples(folder);
  const field = (name: string) => mostly(known[name] ? fc.constantFrom(...known[name]) : wild);
  const inputOf = (name: CommandName) => {
    const { shape = {} } = commandInputs[name] as unknown as { shape?: Record<string, unknown> };
    const fields = Object.fromEntries(Object.keys(shape).map((one) => [one, field(one)]));
    const input = fc.record(fields, { requiredKeys: Object.keys(fields).slice(0, -1) });
    return mostly(
      fc.oneof(
        { weight: 9, arbitrary: fc.record(fields) },
        input,
        fc
          .tuple(input, fc.constantFrom(...inherited, 'extra'), wild)
          .map(([given, extra, value]) =>
            Object.defineProperty({ ...given }, extra, { value, enumerable: true, configurable: true }),
          ),
      ),
      12,
    );
  };
  const command = fc
    .constantFrom(...(Object.keys(commandInputs) as CommandName[]))
    .chain((name) => inputOf(name).map((input) => [name, input] as unknown[]));
  const file = fc.record({ name: field('name'), path: field('file') });
  const on = (channel: string, values: fc.Arbitrary<unknown[]>) => values.map((drawn) => ({ channel, values: drawn }));
  const one = <T>(value: fc.Arbitrary<T>) => value.map((drawn) => [drawn] as unknown[]);
  const call = fc.oneof(
    { weight: 16, arbitrary: on(channels.call, command) },
    on(channels.call, fc.tuple(fc.oneof(fc.constantFrom(...inherited, 'app.state ', 'APP.STATE'), wild), wild)),
    on(channels.files, one(mostly(fc.array(mostly(file), { maxLength: 4 })))),
    on(channels.fileBytes, one(fc.record({ name: field('name'), bytes: mostly(fc.uint8Array(), 2) }))),
    on(
      channels.image,
      one(mostly(fc.constantFrom('job-1', 'flight-1', 'job-', '../job-1', `job-${'9'.repeat(40)}`), 2)),
    ),
    on(channels.heard, one(mostly(fc.constantFrom(null, 1, 50, 10_000_000), 2))),
    on(channels.begun, fc.array(wild, { maxLength: 5 })),
  );
  return fc.record({ sender: fc.constantFrom(...senders), call });
}

const page = { id: 1, isDestroyed: () => false, send() {}, reload() {} };
const mainFrame = { parent: null, origin: 'app://pilot-companion' };
const events: Readonly<Record<(typeof senders)[number], unknown>> = {
  window: { sender: page, senderFrame: mainFrame },
  frame: { sender: page, senderFrame: { ...mainFrame, parent: mainFrame } },
  elsewhere: { sender: page, senderFrame: { parent: null, origin: 'https://evil.example' } },
  gone: { sender: page, senderFrame: null },
};

const refusal = z.object({ ok: z.literal(false), failure: failureSchema }).strict();
const success = z.object({ ok: z.literal(true), value: z.unknown() });
function schemaOf(channel: string, name: unknown): z.core.$ZodType {
  if (channel === channels.image) return imageBytesSchema;
  if (channel === channels.heard || channel === channels.begun) return z.null();
  return channel === channels.call ? commandOutputs[name as CommandName] : z.array(intakeAnswerSchema);
}

test('every call of a window is answered as the contract defines, and none of another sender is accepted', async () => {
  await using deck = await openFlightDeck();
  const folder = join(deck.dataDir, '..', 'fuzzed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.png'), pngOf('a report'));
  symlinkSync('/etc/hostname', join(folder, 'link.png'));
  await deck.drop(deck.image(), deck.image());
  const bugs: string[] = [];
  const handlers = new Map<string, (event: unknown, ...values: unknown[]) => Promise<unknown>>();
  const undo = serveWindow({
    ipcMain: { handle: (channel, handler) => void handlers.set(channel, handler as never) },
    companion: Promise.resolve(deck.companion()),
    contents: () => page as never,
    receivedFiles: createReceivedFiles(join(deck.dataDir, 'received')),
    log: {
      debug() {},
      info() {},
      warn() {},
      error: (told, fields) => void bugs.push(`${told} ${String(fields?.['bug'])}`),
    },
  });
  onTestFinished(undo);
  const untouched = Object.getOwnPropertyNames(Object.prototype).length;
  const heard: [sender: string, kind: string][] = [];
  const count = 288;
  const atOnce = 16;
  const drawn = fc.sample(callsFrom(folder), count);
  for (let from = 0; from < count; from += atOnce) {
    let pending = atOnce;
    const batch = drawn.slice(from, from + atOnce).map(async ({ sender, call: { channel, values } }) => {
      // As between processes: a copy without the page's prototypes.
      const answer = await handlers.get(channel)!(events[sender], ...structuredClone(values)).finally(
        () => (pending -= 1),
      );
      const kind = refusal.safeParse(answer).data?.failure.kind ?? 'accepted';
      if (kind === 'accepted') z.parse(schemaOf(channel, values[0]), success.parse(answer).value);
      heard.push([sender, kind]);
    });
    // A wait for the service or the pilot ends within this virtual time.
    await deck.until(() => pending === 0, 20 * 60_000);
    await Promise.all(batch);
  }
  expect(heard).toHaveLength(count);
  expect(heard.filter(([sender, kind]) => (sender !== 'window') !== (kind === 'not-permitted'))).toEqual([]);
  expect(heard.filter(([, kind]) => kind === 'unexpected')).toEqual([]);
  expect(heard.filter(([, kind]) => kind === 'accepted').length).toBeGreaterThan(count / 20);
  commandOutputs['app.state'].parse(await deck.state());
  expect([Object.getOwnPropertyNames(Object.prototype).length, 'polluted' in {}, bugs]).toEqual([untouched, false, []]);
});

async function openServer() {
  const dir = await mkdtemp(join(tmpdir(), 'pilot-companion-bytes-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'index.html'), 'the window');
  const clock = createVirtualClock();
  const companion = createFakeCompanion({ clock });
  const errors: string[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (told: string) => void errors.push(told) };
  const server = await createWindowServer({ companion, rendererDir: dir, incomingDir: join(dir, 'in'), log, clock });
  onTestFinished(() => server.stop());
  return { companion, errors, port: Number(new URL(server.address).port), ...(await enterWindow(server)) };
}

/** The status of the answer, '' if the connection ended without one. */
function statusOf(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const status = () => /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    // A streaming answer (events) has already sent its status.
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (status() !== '') socket.destroy();
    });
    socket.on('error', () => {}).on('close', () => resolve(status()));
  });
}

const odd = fc.oneof(
  fc.constantFrom('%', '%zz', '%00', '%2e%2e%2f', '..', '//', '\\', '?', ';', '%c0%af'),
  fc.string({ minLength: 1, maxLength: 20 }),
);
const callName = fc.oneof(
  fc.constantFrom('app.state', 'strips.page', ...inherited, 'no.such', '', 'a'.repeat(300)),
  odd,
);
const path = fc
  .oneof(
    callName.map((name) => `/bridge/call/${name}`),
    callName.map((name) => `/bridge/%63all/${name}`),
    callName.map((name) => `/bridge/../bridge/call/${name}`),
    callName.map((name) => `http://evil.example/bridge/call/${name}`),
    odd.map((id) => `/%62ridge/images/${id}`),
    odd.map((name) => `/bridge/files?name=${name}&name=b`),
    odd.map((nonce) => `/bridge/proof?nonce=${nonce}`),
    odd.map((name) => `/assets/${name}`),
    fc.constant('/bridge/open'),
    odd,
  )
  .map((drawn) => drawn.replaceAll(/[\r\n ]/g, '%20'));
const body = fc.oneof(
  fc.constantFrom('{}', '{"bay":"queue","after":null,"limit":10}', polluting, '{"theme":', '[]', 'null', '1e999', ''),
  fc.constantFrom(`${'['.repeat(5_000)}${']'.repeat(5_000)}`, `{"theme":"${'x'.repeat(70_000)}"}`),
  fc.string({ maxLength: 200 }),
);
/** A request with this session; every seventh is valid but for it. */
const requestWith = (port: number, session: fc.Arbitrary<string>) => {
  const request = (first: string, host: string, shown: string, type: string, text: string, more = '') =>
    `${first} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nx-pilot-companion-session: ${shown}\r\n` +
    `Content-Length: ${Buffer.byteLength(text, 'latin1')}\r\n${type && `Content-Type: ${type}\r\n`}${more}\r\n${text}`;
  const here = `127.0.0.1:${port}`;
  return fc.oneof(
    session.map((shown) => request('POST /bridge/call/app.state', here, shown, 'application/json', '{}')),
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.tuple(fc.constantFrom('POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'), path),
          fc.constantFrom(here, here, here, here, 'localhost', 'evil.example', ''),
          session,
          fc.constantFrom('application/json', 'application/octet-stream', 'multipart/form-data', '/', ''),
          body,
          fc.constantFrom('', '', '', 'x-pilot-companion-session: twice\r\n', `Cookie: ${'a=b; '.repeat(200)}\r\n`),
        )
        .map(([first, ...rest]) => request(first.join(' '), ...rest)),
    },
  );
};

test('any bytes over HTTP end in no error of the server, and reach the companion with a session only', async () => {
  const { companion, errors, port, session, get } = await openServer();
  const seen = new Map<string, number>();
  const failed: string[] = [];
  const send = async (request: string) => {
    const status = await statusOf(port, request);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    if (status.startsWith('5')) failed.push(`${status} for ${request.slice(0, 300)}`);
  };
  await Promise.all(fc.sample(requestWith(port, fc.constant(session)), 170).map(send));
  const before = companion.calls.length;
  const guesses = fc.constantFrom('', 'x', `${session}x`, session.slice(1));
  await Promise.all(fc.sample(requestWith(port, guesses), 70).map(send));
  expect(companion.calls).toHaveLength(before);
  expect(failed).toEqual([]);
  expect(seen.get('200')).toBeGreaterThan(2);
  const headers = { 'content-type': 'application/json' };
  expect((await get('/bridge/call/app.state', { method: 'POST', headers, body: '{}' })).status).toBe(200);
  expect(['polluted' in {}, errors]).toEqual([false, []]);
});

test('drops a window that reads no events, serves one that does, and bounds memory', async () => {
  const { companion, port, session, get } = await openServer();
  const removed = Array.from({ length: 20 }, (_, n) => `flight-${n}`);
  const event: CompanionEvent = { type: 'strips.changed', strips: [], removed };
  async function until(holds: () => boolean, mostTurns = Number.POSITIVE_INFINITY) {
    for (let turns = 0; !holds() && turns < mostTurns; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
  }
  const deaf = connect(port, '127.0.0.1');
  onTestFinished(() => void deaf.destroy());
  let isDropped = false;
  deaf.on('close', () => (isDropped = true)).on('error', () => {});
  deaf.write(`GET /bridge/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx-pilot-companion-session: ${session}\r\n\r\n`);
  deaf.pause();
  let heard = 0;
  const stream = (await get('/bridge/events')).body!.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    let torn = '';
    for (let chunk = await stream.read(); !chunk.done; chunk = await stream.read()) {
      const messages = `${torn}${chunk.value}`.split('\n\n');
      torn = messages.pop() ?? '';
      heard += messages.filter((told) => told.startsWith('data: {"type":"strips.changed"')).length;
    }
  })().catch(() => {});
  const begun = process.memoryUsage().rss;
  let most = begun;
  for (let sent = 2_000; sent <= 40_000; sent += 2_000) {
    for (let one = 0; one < 2_000; one += 1) companion.emit(event);
    // Until the reader has them; the other one is not waited for.
    await until(() => heard >= sent);
    most = Math.max(most, process.memoryUsage().rss);
  }
  // A paused socket reports its end only when it is read.
  deaf.resume();
  await until(() => isDropped, 10_000);
  expect([heard, isDropped]).toEqual([40_000, true]);
  expect(most - begun).toBeLessThan(200 * 1024 ** 2);
});
