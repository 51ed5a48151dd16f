// Small servers on bare sockets, which can do what no real server does, and a client for them.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Network } from '../../../main/core/platform/network/http-network.ts';
import { createFlightClient } from '../../../main/core/service/flight-client.ts';
import { emulatorProfile } from '../../../main/core/service/profile.ts';
import { Agent } from 'undici';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

export const record = JSON.stringify({ id: 7, date: '2026-05-12T11:00:00', created_at: '2026-05-12T12:00:00' });

export const answerOf = (
  status: string,
  body: string,
  headers: readonly string[] = ['content-type: application/json'],
) => [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');

/** Lets real sockets work until `isDone`. */
export async function until(isDone: () => boolean) {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
}

/** A client with its own clock, and at most one server, for each test of a file. */
export function setUpSocketService() {
  const context = {} as {
    folder: string;
    clock: VirtualClock;
    dispatcher: Agent;
    server: Server | null;
    sockets: Socket[];
  };

  beforeEach(() => {
    context.folder = mkdtempSync(join(tmpdir(), 'client-'));
    context.clock = createVirtualClock();
    context.dispatcher = new Agent();
    context.server = null;
    context.sockets = [];
  });

  afterEach(async () => {
    await context.dispatcher.destroy();
    for (const socket of context.sockets) socket.destroy();
    await new Promise((resolve) => (context.server ? context.server.close(resolve) : resolve(null)));
    rmSync(context.folder, { recursive: true });
  });

  /** A server that passes each chunk it receives to `hear`, with all that came before it. */
  async function serve(hear: (heard: string, socket: Socket) => void): Promise<string> {
    context.server = createServer((socket) => {
      context.sockets.push(socket);
      let heard = '';
      socket.on('error', () => {});
      socket.on('data', (data) => {
        heard += data.toString('latin1');
        hear(heard, socket);
      });
    });
    await new Promise<void>((resolve) => context.server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(context.server.address() as AddressInfo).port}`;
  }

  /** A whole image of `bytes` bytes, in the folder of the test. */
  function report(bytes = 100) {
    const path = join(context.folder, 'shot.png');
    const content = Buffer.alloc(bytes, 1);
    writeFileSync(path, content);
    return {
      path,
      name: 'shot.png',
      bytes,
      mediaType: 'image/png',
      sha256: createHash('sha256').update(content).digest('hex'),
    };
  }

  const direct = () => Promise.resolve({ dispatcher: context.dispatcher, isProxied: false, markFailed() {} });
  const clientOf = (address: string, routeTo: Network['routeTo'] = direct) =>
    createFlightClient({
      profile: emulatorProfile('emulator', address),
      clock: context.clock,
      network: { routeTo },
      userAgent: 'Test/1',
      log: { info() {} },
    });

  return { context, serve, clientOf, report };
}
