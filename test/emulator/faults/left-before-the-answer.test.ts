import Fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createClock } from '../../../emulator/clock/clock.ts';
import type { EmulatorContext } from '../../../emulator/context.ts';
import { registerFaults } from '../../../emulator/faults/fault-injection.ts';
import { createSeededWorld } from '../../../emulator/world/seed.ts';
import type { FaultEffect } from '../../../emulator/world/fault-schema.ts';

it.each<[string, FaultEffect]>([
  ['status', { type: 'status', status: 503, body: '<h1>Down</h1>', headers: { 'content-type': 'text/html' } }],
  ['drop before processing', { type: 'drop', when: 'before' }],
])('processes nothing that a fault has answered (%s), even if the client leaves first', async (_name, effect) => {
  const app = Fastify();
  const errors: unknown[] = [];
  app.addHook('onError', async (_request, _reply, error) => void errors.push(error));
  // A response waits for the state file.
  const written = Promise.withResolvers<undefined>();
  app.addHook('onSend', async (_request, _reply, payload) => {
    await written.promise;
    return payload;
  });
  app.decorateRequest('exchange', null);
  const world = createSeededWorld();
  const fault = { id: 1, match: {}, skip: 0, times: null, effect, probability: 1, seen: 0, fired: 0 };
  world.faults.push(fault);
  const context = { world, clock: createClock(), settings: { seed: 'a' }, changed() {} } as unknown as EmulatorContext;
  registerFaults(app, context, new AbortController().signal);
  let processed = 0;
  app.get('/', async () => ({ count: (processed += 1) }));
  await app.listen({ port: 0, host: '127.0.0.1' });

  const connected = once(app.server, 'connection') as Promise<[NodeJS.EventEmitter]>;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [connection] = await connected;
  const isClosed = once(connection, 'close');
  await expect.poll(() => fault.fired).toBe(1);
  socket.destroy();
  await isClosed;
  await new Promise((resolve) => setImmediate(resolve));
  written.resolve(undefined);
  await app.close();
  expect(processed).toBe(0);
  expect(errors).toEqual([]);
});
