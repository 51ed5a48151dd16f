// What a network fetch has sent by the time it ends.
import { createServer } from 'node:http';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createNetwork } from '../../../../main/core/platform/network/http-network.ts';
import { classifyConnectionError } from '../../../../main/core/platform/network/connection-error.ts';
import { recordingLog } from '../../account/account-under-test.ts';
import type { FrontMode } from '../../../support/network/middlebox.ts';
import { setUpNetworks } from './network-under-test.ts';

const { context, middlebox, open } = setUpNetworks();

test('a fetch that ends before its connection is established has sent nothing; one that ends after it may have', async () => {
  const box = await middlebox();
  const { network } = open(`https://pilot-service.test:${box.port}`);
  const ending = async (front: FrontMode) => {
    box.front = front;
    const heard = box.heard.length;
    const call = network.fetch(`https://pilot-service.test:${box.port}/oauth/token`, { method: 'POST', body: 'x' });
    const end = call.then(
      () => null,
      (error: unknown) => classifyConnectionError(error).neverSent,
    );
    const isHeard = () => front === 'hang-up' || box.heard.length > heard;
    for (let turn = 0; turn < 10_000 && !isHeard(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
    box.cut();
    return end;
  };
  expect(await ending('hang-up')).toBe(true);
  expect(await ending('silent-before-headers')).toBe(false);
});

test('a fetch with an established connection may have sent something, with any error code', async () => {
  const sockets: Socket[] = [];
  const connect = (_options: object, done: (error: null, socket: Socket) => void) => {
    const socket = createConnection(port, '127.0.0.1', () => done(null, socket));
    sockets.push(socket);
  };
  let heard = () => {};
  const server = createServer(() => heard());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const network = createNetwork({ clock: context.clock, log: recordingLog(), connect });
  context.networks.push(network);
  for (const code of ['EHOSTUNREACH', 'ENETDOWN', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'CERT_REVOKED']) {
    const isHeard = new Promise<void>((resolve) => (heard = resolve));
    const call = network.fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body: 'x' });
    const end = call.then(
      () => null,
      (error: unknown) => classifyConnectionError(error),
    );
    await isHeard;
    sockets.at(-1)!.destroy(Object.assign(new Error(code), { code }));
    expect(await end).toMatchObject({ code, neverSent: false });
  }
  server.closeAllConnections();
  server.close();
});

test('a fetch with a body sends it once, even if the answer is 421', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)));
    request.on('end', () => response.writeHead(421).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { network } = open(`http://127.0.0.1:${port}`);
  const body = new URLSearchParams({ grant_type: 'refresh_token' });
  const call = network.fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body });
  const end = call.then(
    ({ status }) => status,
    (error: unknown) => classifyConnectionError(error),
  );
  expect(await end).toMatchObject({ code: 'HTTP 421', neverSent: false });
  expect(bodies).toEqual(['grant_type=refresh_token']);
  server.closeAllConnections();
  server.close();
});
