import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import { openEmulator } from './open-emulator.ts';
import { anyPng, upload } from './images.ts';

describe('start and stop', () => {
  it('listens on 127.0.0.1, and restarts on the same port with the same world', async () => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, anyPng());

    await emulator.stop();
    await expect(fetch(`${url}/api/v1/flights`)).rejects.toThrow('fetch failed');
    await emulator.clock.advance(20_000);
    expect(await emulator.start()).toEqual({ url });
    const answer = await fetch(`${url}/api/v1/flights`, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await answer.json()).items).toMatchObject([{ id: 4700, automated_checked: true }]);
  });

  it('is not reachable at other addresses of this computer', async () => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    await expect(fetch(url.replace('127.0.0.1', '[::1]'))).rejects.toThrow('fetch failed');
  });

  it('runs one after the other, in the order called', async () => {
    const emulator = await openEmulator();
    const first = emulator.start();
    await expect(emulator.start()).rejects.toThrow('The emulator is already running');
    const stopping = emulator.stop();
    const again = emulator.start();
    await stopping;
    expect(await again).toEqual(await first);
    expect((await fetch(`${emulator.url}/nowhere`)).status).toBe(404);
    await Promise.all([emulator.stop(), emulator.stop()]);
    await expect(fetch(`${emulator.url}/nowhere`)).rejects.toThrow('fetch failed');
  });

  it('reports a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const emulator = await openEmulator({ port });
    await expect(emulator.start()).rejects.toThrow(`Port ${port} is in use`);
    await expect(emulator.start({ port: 0 })).resolves.toHaveProperty('url');
    await expect(emulator.start()).rejects.toThrow('already running');
  });

  it('stop closes open connections', async () => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    emulator.faults.add({ effect: { type: 'latency', ms: 1e9 } });
    const hanging = fetch(url).catch((cause: unknown) => cause);
    await expect.poll(() => emulator.faults.list().items[0]?.fired).toBe(1);
    await emulator.stop();
    expect(await hanging).toBeInstanceOf(TypeError);
  });
});

it('an emulator that was disposed of rejects changes and still answers reads', async () => {
  const emulator = await createEmulator({ clock: 'virtual' });
  emulator.signIn();
  const before = emulator.state.export();
  await emulator[Symbol.asyncDispose]();
  const message = 'The emulator or its world has ended; create a new one.';
  const changes: (() => unknown)[] = [
    () => emulator.signIn(),
    () => emulator.reset(),
    () => emulator.faults.add({ effect: { type: 'garbage' } }),
    () => emulator.faults.clear(),
    () => emulator.flights.add({ count: 1 }),
    () => emulator.pilots.add({ id: 'x', name: 'X' }),
    () => emulator.consents.revoke({}),
    () => emulator.tokens.expire(),
    () => emulator.settings.change({ minGapMs: 1 }),
    () => emulator.journal.clear(),
  ];
  for (const change of changes) expect(change).toThrow(message);
  await expect(emulator.clock.advance(1)).rejects.toThrow(message);
  await expect(emulator.state.import(before)).rejects.toThrow(message);
  await expect(emulator.scenario.load('service-down')).rejects.toThrow(message);
  await expect(emulator.inject('/nowhere')).rejects.toThrow(message);
  await expect(emulator.start()).rejects.toThrow(message);
  expect(emulator.state.export()).toBe(before);
  expect(emulator.consents.list().items).toHaveLength(1);
});

it.each(['strict', 'extended'] as const)('dates every response by its clock, in %s mode', async (mode) => {
  const emulator = await openEmulator({ mode });
  await emulator.clock.advance('1h');
  for (const url of ['/api/v1/flights', '/oauth/token', '/oauth/authorize', '/nowhere', '/_emulator/health']) {
    const { headers } = await emulator.inject(url);
    expect([url, headers.date]).toEqual([url, 'Tue, 12 May 2026 13:00:00 GMT']);
  }
});
