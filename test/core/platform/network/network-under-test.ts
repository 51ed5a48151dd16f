// Networks over real sockets, in virtual time.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { ProxyFinder } from '../../../../main/core/platform/ports.ts';
import {
  createNetwork,
  type ConnectOptions,
  type Network,
} from '../../../../main/core/platform/network/http-network.ts';
import { createFlightClient } from '../../../../main/core/service/flight-client.ts';
import { emulatorProfile } from '../../../../main/core/service/profile.ts';
import { recordingLog } from '../../account/account-under-test.ts';
import { startMiddlebox, testAuthority, type Middlebox } from '../../../support/network/middlebox.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

type Lookup = (
  name: string,
  options: object,
  done: (error: Error | null, found: { address: string; family: number }[]) => void,
) => void;

/** Hostnames of the test, at the given addresses; others are not found. */
export const names =
  (known: Readonly<Record<string, readonly string[]>>): Lookup =>
  (name, _options, done) => {
    const addresses = known[name];
    if (!addresses) return done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

/** The outcome of a call that reached `service`. */
export const reached = { kind: 'absent' };

/** A server that answers every request like a service without reading (A4). */
export async function service() {
  const server = createServer((_request, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"not_found"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Networks, faulty servers and a clock for each test of a file; they end with the test. */
export function setUpNetworks() {
  const context = {} as { folder: string; clock: VirtualClock; boxes: Middlebox[]; networks: Network[] };

  beforeEach(() => {
    context.folder = mkdtempSync(join(tmpdir(), 'network-'));
    context.clock = createVirtualClock();
    context.boxes = [];
    context.networks = [];
  });

  afterEach(async () => {
    await Promise.all(context.networks.map((one) => one.stop()));
    await Promise.all(context.boxes.map((box) => box.close()));
    rmSync(context.folder, { recursive: true });
  });

  async function middlebox(options: Parameters<typeof startMiddlebox>[0] = {}) {
    const box = await startMiddlebox(options);
    context.boxes.push(box);
    return box;
  }

  function open(address: string, more: { proxies?: ProxyFinder; lookup?: Lookup } = {}) {
    const log = recordingLog();
    const connect = {
      ca: testAuthority,
      lookup: more.lookup ?? names({ 'pilot-service.test': ['127.0.0.1'] }),
    } as ConnectOptions;
    const network = createNetwork({
      clock: context.clock,
      log,
      connect,
      ...(more.proxies && { proxies: more.proxies }),
    });
    context.networks.push(network);
    const client = createFlightClient({
      profile: emulatorProfile('emulator', address),
      clock: context.clock,
      network,
      userAgent: 'Test/1',
      log: { info() {} },
    });
    const list = () => client.list({ token: 'secret' });
    return { network, client, list, log };
  }

  /** Lets real sockets work, and advances virtual time, until the call has ended. */
  async function ended<T>(call: Promise<T>, stepMs = 0): Promise<T> {
    const seen = { isOver: false };
    void call.finally(() => (seen.isOver = true));
    while (!seen.isOver) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (stepMs > 0) await context.clock.advance(stepMs);
    }
    return call;
  }

  return { context, middlebox, open, ended };
}
