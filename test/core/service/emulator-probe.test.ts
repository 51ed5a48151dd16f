import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { createEmulatorProbe } from '../../../main/core/service/emulator-probe.ts';
import { freshStores } from '../storage/fresh-stores.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { serve, serveSilence } from './http-server.ts';

function probeOf(address: string, { facts } = freshStores()) {
  const clock = createVirtualClock();
  let changes = 0;
  const probe = createEmulatorProbe({ address, clock, facts, onChange: () => (changes += 1) });
  onTestFinished(probe.stop);
  return { clock, probe, changes: () => changes };
}

test('recognizes an emulator in both modes, and reports it once', async () => {
  for (const mode of ['strict', 'extended'] as const) {
    await using emulator = await createEmulator({ mode });
    const { url } = await emulator.start();
    const { probe, changes } = probeOf(url);
    expect(probe.isEmulator()).toBe(false);
    await probe.ask();
    await probe.ask();
    expect([probe.isEmulator(), changes()]).toEqual([true, 1]);
  }
});

test('uses what another process on this data folder has found out', async () => {
  await using emulator = await createEmulator();
  const { url } = await emulator.start();
  const stores = freshStores();
  await probeOf(url, stores).probe.ask();
  expect(probeOf(url, stores).probe.isEmulator()).toBe(true);
  // The address was changed since.
  expect(probeOf('https://service.example', stores).probe.isEmulator()).toBe(false);
});

test.each([
  ['knows no such address', 404, '{"detail":"not_found"}'],
  ['answers something else', 200, '{"status":"up"}'],
  ['answers with a page', 200, '<html></html>'],
  ['answers without an end', 200, 'x'.repeat(100_000)],
  ['sends us elsewhere', 302, ''],
])('a service that %s is none', async (_what, status, body) => {
  let asked = 0;
  const address = await serve((_request, response) => {
    asked += 1;
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
  });
  const { probe, changes } = probeOf(address);
  await probe.ask();
  await probe.ask();
  expect([probe.isEmulator(), changes(), asked]).toEqual([false, 0, 1]);
});

test('retries a service that does not answer at the next occasion', async () => {
  await using emulator = await createEmulator();
  const { url } = await emulator.start();
  await emulator.stop();
  const { probe } = probeOf(url);
  await probe.ask();
  expect(probe.isEmulator()).toBe(false);
  await emulator.start();
  await probe.ask();
  expect(probe.isEmulator()).toBe(true);
});

test('gives up on a service that does not answer for three seconds', async () => {
  const { address, isReached } = await serveSilence();
  const { probe, clock } = probeOf(address);
  const looking = probe.ask();
  await isReached;
  await clock.advance(3_000);
  await looking;
  expect(probe.isEmulator()).toBe(false);
});

test('sends no request to a service on another host', async () => {
  let asked = 0;
  const address = await serve((_request, response) => {
    asked += 1;
    response.end();
  });
  const { probe } = probeOf(address.replace('127.0.0.1', 'localhost'));
  await probe.ask();
  expect([probe.isEmulator(), asked]).toEqual([false, 0]);
});
