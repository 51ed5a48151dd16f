// A refusal that comes before the body is never lost: whatever the client, the connection and the size, it gets the status, not
// a broken connection that could mean an upload. Behind proxies: refusals-behind-proxies.test.ts.

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Emulator } from '../../emulator/emulator.ts';
import { openEmulator } from './open-emulator.ts';
import { clients, itGetsEveryStatus, openRefusing } from './refusal-matrix.ts';

describe('directly', () => {
  itGetsEveryStatus(async (url) => url, clients);
});

describe('a client that waits for 100 Continue', () => {
  const ask = async (emulator: Emulator, token: string | null, length: number) => {
    const { url } = await emulator.start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const lines = ['POST /api/v1/flights HTTP/1.1', 'Host: x', 'Expect: 100-continue', `Content-Length: ${length}`];
    lines.push('Content-Type: multipart/form-data; boundary=x', ...(token === null ? [] : [`Authorization: ${token}`]));
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  };

  it.each([
    [401, 1000],
    [403, 1000],
    [413, 1_000_000],
    [429, 1000],
  ])('gets a %i in its place, and the connection is closed', async (status, length) => {
    const { emulator, tokens } = await openRefusing();
    const token = tokens[status] ?? null;
    const answer = await text(await ask(emulator, token && `Bearer ${token}`, length));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toMatch(/^connection: close/im);
  });

  it('gets it where the upload is wanted', async () => {
    const emulator = await openEmulator();
    const socket = await ask(emulator, `Bearer ${emulator.signIn().access_token}`, 1000);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });
});

it('reads and discards what a slow client sends after its refusal', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const head = 'POST /api/v1/flights HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4000000\r\n\r\n';
  socket.write(head);
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  // The answer and the end of the server's side come before the body.
  await once(socket, 'end');
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*\{"detail":"unauthorized"\}$/);
  socket.write(Buffer.alloc(2_000_000));
  socket.end(Buffer.alloc(2_000_000));
  await once(socket, 'close');
  expect(errors).toEqual([]);
});
