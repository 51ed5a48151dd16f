// Uploads against small servers on bare sockets.
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answerOf, record, setUpSocketService, until } from './socket-service.ts';

const { context, serve, clientOf, report } = setUpSocketService();

const isWholeBody = (heard: string) => /\r\n\r\n--(\S+)\r\n[^]*\r\n--\1--\r\n$/.test(heard);

/** A server that answers once it has the whole body. */
const answering = (answer: (socket: Socket) => unknown) =>
  serve((heard, socket) => void (isWholeBody(heard) && answer(socket)));

function upload(address: string, more: { bytes?: number; signal?: AbortSignal } = {}) {
  const progress: number[] = [];
  const outcome = clientOf(address).upload({
    token: 'secret',
    file: report(more.bytes),
    onProgress: (sent) => progress.push(sent),
    ...(more.signal && { signal: more.signal }),
  });
  return { outcome, progress };
}

/** An upload whose whole body has arrived; its answer is written by hand. */
async function heldUpload() {
  let held: Socket | null = null;
  const address = await answering((socket) => (held = socket));
  const { outcome } = upload(address);
  await until(() => held !== null);
  return { outcome, socket: held as unknown as Socket };
}

/** A real socket has to deliver it before the clock advances. */
async function deliver(socket: Socket, byte: string) {
  socket.write(byte);
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await context.clock.advance(45_000);
}

describe('an upload', () => {
  it('is one request as documented, and returns its record', async () => {
    let request = '';
    const address = await serve((heard, socket) => {
      request = heard;
      if (isWholeBody(heard)) socket.write(answerOf('200 OK', record));
    });
    const { outcome, progress } = upload(address);
    expect(await outcome).toMatchObject({ kind: 'accepted', flight: { id: 7, createdAt: Date.UTC(2026, 4, 12, 12) } });
    expect(request).toMatch(/^POST \/api\/v1\/flights HTTP\/1\.1\r\n/);
    expect(request).toContain('authorization: Bearer secret\r\n');
    expect(request).toMatch(/content-type: multipart\/form-data; boundary=/);
    expect(request).toContain('user-agent: Test/1\r\n');
    expect(request.split('\r\n\r\n').slice(1).join('\r\n\r\n').length).toBe(
      Number(/content-length: (\d+)/.exec(request)![1]),
    );
    expect(progress.at(-1)).toBeGreaterThan(100);
    expect(context.clock.pending).toBe(0);
  });

  it('is rejected with the code and the wait of the answer', async () => {
    const rejection = answerOf('429 Too Many', '{"detail":"too_fast"}', ['retry-after: 4']);
    const address = await answering((socket) => socket.write(rejection));
    expect(await upload(address).outcome).toEqual({ kind: 'too-fast', retryAfterMs: 4_000 });
  });

  it('is unreachable, and nothing was sent, without a listener', async () => {
    const address = await serve(() => {});
    await new Promise((resolve) => context.server!.close(resolve));
    const { outcome, progress } = upload(address);
    expect(await outcome).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' });
    expect(progress).toEqual([]);
  });

  it('is lost if the connection breaks after the head of the body', async () => {
    const address = await serve((heard, socket) => {
      if (heard.includes('filename=')) socket.destroy();
    });
    expect(await upload(address, { bytes: 4_000_000 }).outcome).toMatchObject({ kind: 'lost' });
  });

  it('is unconfirmed, and never arrives complete, if the file changes while it is sent', async () => {
    let request = '';
    const address = await serve((heard, socket) => {
      request = heard;
      if (isWholeBody(heard)) socket.write(answerOf('200 OK', record));
    });
    const file = report(200_000);
    writeFileSync(file.path, Buffer.alloc(200_000, 2));
    const outcome = await clientOf(address).upload({ token: 'secret', file, onProgress: () => {} });
    expect(outcome).toEqual({ kind: 'lost', code: 'FILE_DAMAGED' });
    expect(isWholeBody(request)).toBe(false);
    const announced = Number(/content-length: (\d+)/.exec(request)![1]);
    expect(request.split('\r\n\r\n').slice(1).join('\r\n\r\n').length).toBeLessThan(announced);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ['the connection breaks after the whole body', (socket) => socket.destroy()],
    [
      'the connection breaks in the middle of the answer',
      (socket) => socket.write(answerOf('200 OK', record).slice(0, -10), () => socket.destroy()),
    ],
    ['the answer is not HTTP', (socket) => socket.write('220 mail.example ready\r\n')],
  ])('is lost if %s', async (_what, answer) => {
    expect(await upload(await answering(answer)).outcome).toMatchObject({ kind: 'lost' });
  });

  it('is lost if the answer has no end', async () => {
    const address = await answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      // After an error, Node runs the callback of the next write before the socket counts as destroyed.
      const more = (error?: Error | null): unknown =>
        error || socket.destroyed || socket.write(`10000\r\n${' '.repeat(65_536)}\r\n`, more);
      more();
    });
    expect(await upload(address).outcome).toEqual({ kind: 'lost', code: 'ANSWER_TOO_LONG' });
  });

  it('is lost if nothing moves for a minute, and not before', async () => {
    let isHeard = false;
    const address = await answering(() => (isHeard = true));
    const { outcome } = upload(address);
    let ended: unknown = null;
    void outcome.then((value) => (ended = value));
    await until(() => isHeard);
    await context.clock.advance(59_000);
    expect(ended).toBeNull();
    await context.clock.advance(1_001);
    expect(await outcome).toEqual({ kind: 'lost', code: 'no byte for a minute' });
    expect(context.clock.pending).toBe(0);
  });

  it('may take minutes as long as bytes of the answer arrive', async () => {
    const { outcome, socket } = await heldUpload();
    const head = answerOf('200 OK', record);
    for (const byte of [head.slice(0, -3), head.slice(-3, -2), head.slice(-2, -1)]) await deliver(socket, byte);
    socket.write(head.slice(-1));
    expect(await outcome).toMatchObject({ kind: 'accepted' });
  });

  it('is lost if the answer trickles in endlessly', async () => {
    const { outcome, socket } = await heldUpload();
    socket.write(answerOf('200 OK', ' '.repeat(1_000)).trimEnd());
    for (let drip = 0; drip < 5; drip += 1) await deliver(socket, ' ');
    expect(await outcome).toMatchObject({ kind: 'lost' });
    expect(context.clock.pending).toBe(0);
  });

  it("keeps nothing of the service's text, and only the values of a record that fit", async () => {
    const long = 'x'.repeat(600_000);
    const answersInTurn = [
      answerOf('403 Forbidden', JSON.stringify({ detail: long })),
      answerOf('200 OK', JSON.stringify({ id: 7, aircraft: long, pax: long, icao_in: 'EDDF', created_at: long })),
    ];
    const address = await answering((socket) => socket.write(answersInTurn.shift() ?? ''));
    expect(await upload(address).outcome).toEqual({ kind: 'not-permitted', code: 'HTTP 403: other' });
    for (const socket of context.sockets) socket.destroy();
    expect(await upload(address).outcome).toMatchObject({
      kind: 'accepted',
      flight: { id: 7, aircraft: '', pax: null, icaoIn: 'EDDF', createdAtText: '', createdAt: null },
    });
  });

  it('is accepted if a success has no readable record', async () => {
    for (const body of ['[]', '{"id":"x"}', '{"id":1', '']) {
      const address = await answering((socket) => socket.write(answerOf('200 OK', body)));
      expect(await upload(address).outcome).toMatchObject({ kind: 'accepted-unread' });
      for (const socket of context.sockets) socket.destroy();
      await new Promise((resolve) => context.server!.close(resolve));
    }
  });

  it('reads a rejection that arrives before the whole body is sent', async () => {
    let isAnswered = false;
    const address = await serve((heard, socket) => {
      if (isAnswered || !heard.includes('filename=')) return;
      isAnswered = true;
      socket.write(answerOf('413 Too Large', '{"detail":"file_too_large"}'));
    });
    expect(await upload(address, { bytes: 3_000_000 }).outcome).toEqual({
      kind: 'file-too-large',
      code: 'file_too_large',
    });
  });
});

const itself = { kind: 'not-understood', code: 'HTTP 302' };
const portal = { kind: 'captive-portal', code: 'HTTP 302' };

it.each([
  ['without an address', () => [], itself],
  ['to another path', () => ['location: /elsewhere'], itself],
  ['to itself with its whole address', (address: string) => [`location: ${address}/elsewhere`], itself],
  ['to an address that cannot be parsed', () => ['location: http://['], itself],
  ['to another host', () => ['location: http://login.hotel.example/'], portal],
  ['to another port', () => ['location: http://127.0.0.1:1/'], portal],
  ['to another host, first of two addresses', () => ['location: http://login.hotel.example/', 'location: /'], portal],
])('reads a redirect %s', async (_, headersFor, expected) => {
  let headers: readonly string[] = [];
  const address = await serve((_heard, socket) => socket.write(answerOf('302 Found', '', headers)));
  headers = headersFor(address);
  expect(await clientOf(address).list({ token: 'secret' })).toEqual(expected);
});
