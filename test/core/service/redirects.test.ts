// Redirects, which the client never follows, against small servers on bare sockets.
import { expect, it } from 'vitest';
import { setUpSocketService, answerOf } from './socket-service.ts';

const { serve, clientOf } = setUpSocketService();

const itself = { kind: 'not-understood', code: 'HTTP 302' };
const portal = { kind: 'captive-portal', code: 'HTTP 302' };

it.each([
  ['without an address', () => [], itself],
  ['to another path', () => ['location: /elsewhere'], itself],
  ['to itself with its whole address', (address: string) => [`location: ${address}/elsewhere`], itself],
  ['to an address that cannot be parsed', () => ['location: http://['], itself],
  ['to another host', () => ['location: http://login.hotel.example/'], portal],
  ['to another port', () => ['location: http://127.0.0.1:1/'], portal],
  [
    'to another host, the first of two addresses',
    () => ['location: http://login.hotel.example/', 'location: /'],
    portal,
  ],
])('reads a redirect %s', async (_, headersFor, expected) => {
  let headers: readonly string[] = [];
  const address = await serve((_heard, socket) => socket.write(answerOf('302 Found', '', headers)));
  headers = headersFor(address);
  expect(await clientOf(address).list({ token: 'secret' })).toEqual(expected);
});
