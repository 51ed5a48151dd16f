// Uploads that are rejected while they are sent at full speed, several at a time: the sender gets the reason, its
// connection stays usable, and the emulators use no memory for rejected bodies.

import { connect } from 'node:net';
import { once } from 'node:events';
import { boundary } from '../../images.ts';
import type { EmulatorChild } from '../process/emulator-child.ts';
import { bytesOf } from '../cases/draft.ts';
import { readAnswers } from '../answers/http-framing.ts';

const piece = Buffer.alloc(256 * 1024, 'x');
const followUp = bytesOf('GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

type Push = {
  name: string;
  /** The head without its end and without a length. */
  head: string;
  /** The start of the body. */
  beginning: string;
  isChunked?: boolean;
  status: number;
};

const partHead = `--${boundary}\r\nContent-Disposition: form-data; name="report"; filename="report.png"\r\n\r\n`;
const post = (path: string, ...headers: string[]) => [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, ''].join('\r\n');

export const pushes = (accessToken: string): Push[] => {
  const token = `Authorization: Bearer ${accessToken}`;
  const type = `Content-Type: multipart/form-data; boundary=${boundary}`;
  return [
    { name: 'too large', head: post('/api/v1/flights', token, type), beginning: partHead, status: 413 },
    {
      name: 'too large, in chunks',
      head: post('/api/v1/flights', token, type),
      beginning: partHead,
      isChunked: true,
      status: 413,
    },
    { name: 'unauthorized', head: post('/api/v1/flights', type), beginning: partHead, status: 401 },
    {
      name: 'of a wrong type',
      head: post('/api/v1/flights', token, 'Content-Type: text/plain'),
      beginning: '',
      status: 400,
    },
    { name: 'without a delimiter', head: post('/api/v1/flights', token, type), beginning: '', status: 400 },
    {
      name: 'under another name',
      head: post('/api/v1/flights', token, type),
      beginning: partHead.replace('report', 'other'),
      status: 400,
    },
    {
      name: 'a head without end',
      head: post('/api/v1/flights', token, type),
      beginning: `--${boundary}\r\nX: `,
      status: 400,
    },
    {
      name: 'a form',
      head: post('/oauth/token', 'Content-Type: application/x-www-form-urlencoded'),
      beginning: 'x=',
      status: 400,
    },
    { name: 'to nowhere', head: post('/nowhere', type), beginning: partHead, status: 404 },
  ];
};

export type Pushed = {
  name: string;
  status: number | null;
  /** Whether another request on the same connection was answered. */
  isAlive: boolean;
  wanted: number;
};

export async function push(
  port: number,
  { name, head, beginning, isChunked, status }: Push,
  sizeBytes: number,
): Promise<Pushed> {
  const socket = connect({ port, host: '127.0.0.1' });
  const received: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => received.push(bytes));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const write = async (bytes: Buffer) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), closed]);
  };
  const framed = isChunked ? bytesOf(`${piece.length.toString(16)}\r\n`) : Buffer.alloc(0);
  const begin = bytesOf(beginning);
  const length = begin.length + piece.length * Math.ceil(sizeBytes / piece.length);
  await write(bytesOf(`${head}${isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`));
  await write(isChunked ? Buffer.concat([bytesOf(`${begin.length.toString(16)}\r\n`), begin, bytesOf('\r\n')]) : begin);
  for (let sent = 0; sent < sizeBytes && !socket.destroyed; sent += piece.length) {
    if (isChunked) socket.write(framed);
    await write(piece);
    if (isChunked) socket.write('\r\n');
  }
  if (isChunked) await write(bytesOf('0\r\n\r\n'));
  if (!socket.destroyed) await write(followUp);
  await closed;
  const { whole } = readAnswers(Buffer.concat(received), ['POST', 'GET']);
  return { name, status: whole[0]?.status ?? null, isAlive: whole[1]?.status === 404, wanted: status };
}

export type Rejections = {
  pushed: Pushed[];
  idleBytes: number;
  /** The peak memory of the process meanwhile. */
  peakBytes: number;
};

/** Sends one of each kind at the same time, each with this many bytes. */
export async function runRejections(child: EmulatorChild, sizeBytes: number): Promise<Rejections> {
  const ports = await child.send('renew');
  const [secrets] = (await child.send('refill', 1)).extended;
  const kinds = pushes(secrets!.accessToken);
  // One-time costs, such as compiled code, are not measured.
  for (const kind of kinds) await push(ports.extended, kind, 4 * 2 ** 20);
  const { rssBytes } = await child.send('memory');
  await child.send('watchMemory');
  const pushed = await Promise.all(kinds.map((kind) => push(ports.extended, kind, sizeBytes)));
  return { pushed, idleBytes: rssBytes, peakBytes: (await child.send('peakMemory')).rssBytes };
}
