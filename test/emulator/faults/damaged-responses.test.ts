import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import Fastify from 'fastify';
import { lastEntry } from '../journal/last-entry.ts';
import { openEmulator, refresh, sendRaw } from '../open-emulator.ts';
import { anyPng, upload, uploadTo } from '../images.ts';
import { createClock } from '../../../emulator/clock/clock.ts';
import type { EmulatorContext } from '../../../emulator/context.ts';
import { registerFaults } from '../../../emulator/faults/fault-injection.ts';
import { createSeededWorld } from '../../../emulator/world/world.ts';
import type { FaultEffect } from '../../../emulator/world/fault-schema.ts';

describe('a damaged response', () => {
  it.each([0, 5, 22, 1000])('is cut after %d bytes, with the full Content-Length', async (afterBytes) => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'cut', afterBytes } });
    const asked = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const [head = '', body] = (await sendRaw(emulator, asked)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 404 [^]*content-length: 22/);
    expect(body).toBe('{"detail":"not_found"}'.slice(0, afterBytes));
    await expect.poll(() => lastEntry(emulator).outcome).toBe('cut');
    expect(lastEntry(emulator)).toMatchObject({
      status: 404,
      fault: 1,
      answer: { body: body === '' ? null : body, bodyBytes: body?.length },
    });
  });

  it('masks a token that it cuts in two', async () => {
    const emulator = await openEmulator();
    const { refresh_token } = emulator.signIn();
    emulator.faults.add({ effect: { type: 'cut', afterBytes: 40 } });
    await expect(refresh(emulator, refresh_token)).rejects.toThrow('destroyed');
    expect(lastEntry(emulator).answer?.body).toMatch(/^\{"access_token":"at_‹.{6}›$/);
  });

  it('has garbage of the same status, type and length, repeatable by seed', async () => {
    const garbageOf = async (seed: string) => {
      const emulator = await openEmulator({ seed });
      const intact = await upload(emulator, emulator.signIn({ pilot: 'second' }).access_token, anyPng());
      emulator.faults.add({ effect: { type: 'garbage' } });
      const { access_token } = emulator.signIn();
      const answers = [await upload(emulator, access_token, anyPng()), await upload(emulator, access_token, anyPng())];
      expect(emulator.flights.list().items).toHaveLength(2);
      const { statusCode, headers } = answers[0]!;
      expect([statusCode, headers['content-type'], headers['content-length']]).toEqual([
        200,
        'application/json; charset=utf-8',
        intact.headers['content-length'],
      ]);
      expect(lastEntry(emulator).answer?.body).toBe('<21 bytes of binary data>');
      return answers.map(({ rawPayload }) => rawPayload.toString('hex'));
    };
    const [first, second] = await garbageOf('a');
    expect(first).toMatch(/^ff/);
    expect(second).not.toBe(first?.slice(0, second?.length));
    expect(await garbageOf('a')).toEqual([first, second]);
    expect(await garbageOf('b')).not.toEqual([first, second]);
  });

  it('arrives at the given bytes per second of the service’s time', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'throttle', bytesPerSecond: 10 } });
    const { url } = await emulator.start();
    const answer = await fetch(`${url}/nowhere`);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([404, '22']);
    let body = '';
    const reading = (async () => {
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) body += piece;
    })();
    await emulator.clock.advance(500);
    await expect.poll(() => body).toBe('{"det');
    await emulator.clock.advance(1699);
    await expect.poll(() => body).toBe('{"detail":"not_found"');
    await emulator.clock.advance(1);
    await reading;
    expect(body).toBe('{"detail":"not_found"}');
  });

  it('throttles an upload', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    emulator.faults.add({ times: 1, effect: { type: 'throttle', bytesPerSecond: 100_000 } });
    const { url } = await emulator.start();
    let isAnswered = false;
    const image = Buffer.concat([anyPng(), Buffer.alloc(999_600)]);
    const asking = uploadTo(url, access_token, image).then((answer) => {
      isAnswered = true;
      return answer.json();
    });
    await expect.poll(() => emulator.clock.read().nextDueAt).not.toBeNull();
    await emulator.clock.advance(9_900);
    expect([isAnswered, emulator.flights.list().items]).toEqual([false, []]);
    // Body and answer are slightly over a million bytes.
    await emulator.clock.advance(200);
    expect(await asking).toMatchObject({ id: 4700 });
  });

  it('ends when the emulator stops', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'throttle', bytesPerSecond: 1 } });
    const { url } = await emulator.start();
    const answer = await fetch(`${url}/nowhere`);
    await emulator.stop();
    await expect(answer.text()).rejects.toThrow('terminated');
  });
});

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
