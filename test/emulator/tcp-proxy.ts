// A TCP proxy on another port, as of a tunnel or of toxiproxy, closed after the test.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Returns the URL with the port of the proxy. */
export async function openTcpProxy(url: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
