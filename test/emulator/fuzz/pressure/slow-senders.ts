// Connections that send nothing, or a byte a second: other clients are still served, and the connections end after the
// time in docs/emulator/quick-start.md.

import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import type { EmulatorChild } from '../process/emulator-child.ts';
import { whyBroken } from '../answers/world-works.ts';

const kinds = {
  'say nothing': () => '',
  'send a head': () => 'GET /nowhere HTTP/1.1\r\nX: ',
  // Not uploads: those are limited per pilot, and would have to wait for each other.
  'send a body': () =>
    'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n' +
    'Content-Type: application/x-www-form-urlencoded\r\n\r\n',
};

export type SlowKind = keyof typeof kinds;

type Slow = {
  kind: SlowKind;
  socket: Socket;
  received: string;
  endedAfterMs: number | null;
};

export type SlowSenders = {
  all: readonly Slow[];
  /** How long other requests took meanwhile, each time; and an error message, or null. */
  serve(times: number): Promise<{ slowestMs: number; why: string | null }>;
  /** Resolves when all have ended, or after this time. */
  ended(boundMs: number): Promise<void>;
  stop(): void;
};

export async function startSlowSenders(child: EmulatorChild, port: number, count: number): Promise<SlowSenders> {
  const names = Object.keys(kinds) as SlowKind[];
  const all = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<Slow> => {
      const kind = names[index % names.length]!;
      const socket = connect({ port, host: '127.0.0.1' });
      const one: Slow = { kind, socket, received: '', endedAfterMs: null };
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      const since = performance.now();
      socket.on('data', (bytes) => (one.received += bytes.toString('latin1')));
      socket.on('close', () => (one.endedAfterMs = performance.now() - since));
      const beginning = kinds[kind]();
      if (beginning !== '') socket.write(beginning);
      return one;
    }),
  );
  const trickle = setInterval(() => {
    for (const { kind, socket } of all) if (kind !== 'say nothing' && socket.writable) socket.write('x');
  }, 1000);

  return {
    all,
    async serve(times) {
      let slowestMs = 0;
      for (let turn = 0; turn < times; turn += 1) {
        const fresh = (await child.send('refill', 1)).extended[0]!;
        const since = performance.now();
        const why = await whyBroken(port, fresh);
        slowestMs = Math.max(slowestMs, performance.now() - since);
        if (why !== null) return { slowestMs, why };
      }
      return { slowestMs, why: null };
    },
    async ended(boundMs) {
      const open = all.filter(({ endedAfterMs }) => endedAfterMs === null);
      const bound = AbortSignal.timeout(boundMs);
      await Promise.all(open.map(({ socket }) => once(socket, 'close', { signal: bound }).catch(() => undefined)));
    },
    stop() {
      clearInterval(trickle);
      for (const { socket } of all) socket.destroy();
    },
  };
}
