// The console of the built-in service, and the mark of a demonstration or test service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { samples } from '../../../emulator/samples/sample-files.ts';
import type { CompanionEvent } from '../../../main/contract/events.ts';
import { failed, ok, type Result } from '../../../main/contract/failure.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { knownAtStart, noticesOf } from '../../../main/core/app/notifications/notices.ts';
import { openCompanion, type OpenOptions } from '../../../main/node/host/open-companion.ts';

async function open(options: Partial<OpenOptions> & { opens?: boolean } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'built-in-console-'));
  const opened: string[] = [];
  const { opens = true, ...rest } = options;
  const companion = await openCompanion({
    dataDir,
    secretsInMemory: true,
    browser: () => ({
      async open(address): Promise<Result<null>> {
        opened.push(address);
        return opens ? ok(null) : failed(failures.noBrowser());
      },
    }),
    ...rest,
  });
  if (!companion.ok) throw new Error(companion.failure.message.id);
  onTestFinished(async () => {
    await companion.value.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const events: CompanionEvent[] = [];
  companion.value.companion.subscribe((event) => events.push(event));
  const ask = (name: string, input: unknown = {}) => companion.value.companion.handle(name, input);
  const state = async () => {
    const answer = (await ask('app.state')) as Result<AppState>;
    if (!answer.ok) throw new Error(answer.failure.message.id);
    return answer.value;
  };
  const { close, companion: running } = companion.value;
  return { ask, state, opened, events, dataDir, close, image: running.image };
}

describe('the console of the built-in service', () => {
  it('opens in the pilot’s browser, and only that browser gets its token', async () => {
    const { ask, state, opened, events } = await open({ profile: { kind: 'demo' } });
    const { service } = await state();
    expect(service).toMatchObject({ kind: 'demo', isTestService: true, hasConsole: true });
    const answer = await ask('service.openConsole');
    expect(answer).toEqual(ok({ address: null }));
    const [address = ''] = opened;
    const [, token = ''] = /^http:\/\/127\.0\.0\.1:\d+\/_emulator\/#token=(.{20,})$/.exec(address) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(new URL('/_emulator/clock', service.address), { headers })).status).toBe(200);
    expect(JSON.stringify([await state(), answer, events])).not.toContain(token);
  });

  it('has its address shown if no browser opens', async () => {
    const { ask, opened } = await open({ profile: { kind: 'demo' }, opens: false });
    expect(await ask('service.openConsole')).toEqual(ok({ address: opened[0] }));
  });

  it('is not available before the first start, nor for another service', async () => {
    await using emulator = await createEmulator({ autoConsent: true });
    const { url } = await emulator.start();
    for (const profile of [undefined, { kind: 'emulator', address: url } as const]) {
      const { ask, state, opened } = await open(profile && { profile });
      expect((await state()).service.hasConsole).toBe(false);
      expect(await ask('service.openConsole')).toEqual(failed(failures.noConsole()));
      expect(opened).toEqual([]);
    }
  });
});

it('the sample reports of the demonstration are added one after the other, each once', async () => {
  const { ask, state, image } = await open({ profile: { kind: 'demo' } });
  await ask('uploads.pause');
  for (let n = 1; n <= samples.length; n += 1) {
    expect(await image('sample')).toMatchObject(ok({ path: samples[n - 1]!.path }));
    expect(await ask('service.addSampleReport')).toEqual(ok(null));
    expect((await state()).queue.waiting).toBe(n);
  }
  expect(await ask('service.addSampleReport')).toMatchObject({ ok: false, failure: { kind: 'not-now' } });
  expect(await image('sample')).toMatchObject({ ok: false });
});

it('a second pilot of the demonstration signs in beside the first, with one command', async () => {
  const { ask, state } = await open({ profile: { kind: 'demo' } });
  await expect.poll(async () => (await state()).account.status).toBe('signed-in');
  // Once more changes nothing.
  for (let time = 0; time < 2; time += 1) {
    expect(await ask('account.signIn', { otherPilot: true })).toEqual(ok(null));
    expect((await state()).accounts).toMatchObject([
      { name: 'Demo Pilot', isInUse: false },
      { name: 'Second Pilot', isInUse: true },
    ]);
  }
});

it('both pilots of the demonstration are signed in after a start without their tokens', async () => {
  const { ask, dataDir, close } = await open({ profile: { kind: 'demo' } });
  expect(await ask('account.signIn', { otherPilot: true })).toEqual(ok(null));
  await close();
  const { ask: askAgain, state } = await open({ profile: { kind: 'demo' }, dataDir });
  for (const { id, name } of (await state()).accounts) {
    await askAgain('accounts.use', { id });
    await expect.poll(async () => (await state()).account).toMatchObject({ status: 'signed-in', name });
  }
  expect((await state()).accounts).toHaveLength(2);
});

describe('the sample flights of the demonstration', () => {
  it('fill the logbook with a year, and no notification is sent about them', async () => {
    const { ask, state, events } = await open({ profile: { kind: 'demo' } });
    await expect.poll(async () => (await state()).logbook.status).toBe('complete');
    expect(await ask('service.addSampleFlights')).toEqual(ok(null));
    await expect.poll(async () => (await state()).logbook).toMatchObject({ status: 'complete', flights: 180 });
    expect(await ask('service.addSampleFlights')).toEqual(ok(null));
    const { outcomes, bays, logbook } = await state();
    expect(logbook.flights).toBe(180);
    expect([outcomes.completedToday, bays['needs-attention'], bays['under-review']]).toEqual([0, 0, 0]);
    let known = knownAtStart(Date.now());
    const notices = events.flatMap((event) => {
      const found = noticesOf(known, event, '');
      known = found.known;
      return found.notices;
    });
    expect(notices).toEqual([]);
    await ask('account.signIn', { otherPilot: true });
    await expect.poll(async () => (await state()).logbook).toMatchObject({ status: 'complete', flights: 60 });
  });

  it('are refused for another service', async () => {
    await using emulator = await createEmulator({ autoConsent: true });
    const { url } = await emulator.start();
    const { ask } = await open({ profile: { kind: 'emulator', address: url } });
    expect(await ask('service.addSampleFlights')).toEqual(failed(failures.noSampleFlights()));
    expect(emulator.flights.list().items).toEqual([]);
  });
});

it('a service of the pilot’s own is marked as a demonstration if it answers like an emulator', async () => {
  await using emulator = await createEmulator({ mode: 'strict' });
  const { url } = await emulator.start();
  const { ask, state } = await open();
  await ask('settings.change', { service: { address: url, clientId: 'pilot-companion-demo' } });
  expect(await ask('profile.choose', { profile: 'service' })).toEqual(ok(null));
  await expect.poll(async () => (await state()).service.isTestService).toBe(true);
  expect((await state()).service).toMatchObject({ kind: 'service', address: url, hasConsole: false });
});
