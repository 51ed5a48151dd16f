// The way of a report through the whole companion, against the emulator in both of its modes, in virtual time.
import type { Strip } from '../../main/contract/strip.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFlightDeck, pngOf } from '../support/flight-deck.ts';
import { message } from '../../main/messages/message.ts';

const uploadedIds = (deck: Awaited<ReturnType<typeof openFlightDeck>>) =>
  deck.emulator.flights.list().items.map((flight) => flight.fileName);

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  test('reports upload in order and close to the minimum wait, which is learned from few refusals', async () => {
    await using deck = await openFlightDeck({ mode });
    const paths = [deck.picture(), deck.picture(), deck.picture()];
    const began = deck.clock.now();
    const answers = await deck.drop(...paths);
    expect(answers.map((one) => one.outcome)).toEqual(['added', 'added', 'added']);
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    expect(uploadedIds(deck).toSorted()).toEqual(['report-1.png', 'report-3.png', 'report-5.png']);
    expect(Math.abs(deck.clock.now() - began - 13_000)).toBeLessThanOrEqual(3_000);
    const outcomes = (await deck.state()).runway.past.map((one) => one.outcome).toSorted();
    expect(outcomes.map((_, place) => (place < 3 ? 'accepted' : 'too-fast'))).toEqual(outcomes);
    expect(outcomes.length).toBeLessThanOrEqual(3 + 6);
  });

  test('a restart in the middle of the queue continues where it was, each report once', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.drop(deck.picture('a.png'), deck.picture('b.png'), deck.picture('c.png'));
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    await deck.restart();
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    expect(uploadedIds(deck).toSorted()).toEqual(['a.png', 'b.png', 'c.png']);
  });

  test('an offline period costs nothing: reports wait, say why, and upload automatically', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(1_000);
    await deck.emulator.stop();
    await deck.drop(deck.picture('a.png'), deck.picture('b.png'));
    await deck.until(async () => (await deck.state()).connection.status === 'offline');
    const [first] = await deck.strips('queue');
    expect(first?.reason).toMatchObject({ kind: 'service-unreachable' });
    expect(first?.reason?.retryAt).toBeGreaterThan(deck.clock.now() - 1);
    await deck.pass(60_000);
    expect((await deck.state()).queue.waiting).toBe(2);
    await deck.emulator.start();
    await deck.until(async () => (await deck.state()).bays.queue === 0, 600_000);
    expect(uploadedIds(deck).toSorted()).toEqual(['a.png', 'b.png']);
    expect((await deck.state()).connection.status).toBe('online');
  });

  test('the network coming back is enough to go on at once', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(1_000);
    await deck.emulator.stop();
    deck.networkHint(false);
    await deck.drop(deck.picture('a.png'));
    await deck.pass(300_000);
    await deck.emulator.start();
    deck.networkHint(true);
    await deck.until(() => deck.emulator.flights.list().items.length === 1, 2_000);
  });

  test('the same picture stays one report, whatever it is called', async () => {
    await using deck = await openFlightDeck({ mode });
    const content = pngOf('the same');
    await deck.drop(deck.file('one.png', content));
    const [again] = await deck.drop(deck.file('two.png', content));
    expect(again).toMatchObject({ outcome: 'duplicate', stripId: 'job-1' });
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    const [later] = await deck.drop(deck.file('three.png', content));
    expect(later).toMatchObject({ outcome: 'duplicate' });
    expect(uploadedIds(deck)).toEqual(['one.png']);
  });

  test('while nobody is signed in reports wait, and the sign-in lets them leave', async () => {
    await using deck = await openFlightDeck({ mode, signedIn: false });
    await deck.drop(deck.picture('a.png'));
    await deck.pass(20_000);
    const [strip] = await deck.strips('queue');
    expect(strip).toMatchObject({ stage: 'held', actor: 'you', reason: { kind: 'sign-in-needed' } });
    expect(strip?.actions).toContain('sign-in');
    await deck.signIn();
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
  });

  test('a revoked consent holds the queue with the one thing to do, and the queue continues after it', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(1_000);
    deck.emulator.consents.revoke({ pilot: 'demo' });
    await deck.drop(deck.picture('a.png'));
    await deck.until(async () => (await deck.state()).account.status === 'signed-out');
    const [strip] = await deck.strips('queue');
    expect(strip?.reason).toMatchObject({ requiredAction: 'sign-in' });
    await deck.signIn();
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    expect(uploadedIds(deck)).toEqual(['a.png']);
  });

  test('access tokens run out and are renewed without a word', async () => {
    await using deck = await openFlightDeck({ mode });
    for (let round = 0; round < 3; round += 1) {
      await deck.drop(deck.picture(`round-${round}.png`));
      await deck.until(() => deck.emulator.flights.list().items.length === round + 1);
      deck.emulator.tokens.expire({ kind: 'access' });
    }
    expect((await deck.state()).account.status).toBe('signed-in');
  });

  test('without the write-access subscription reports wait, and upload automatically once it is granted', async () => {
    await using deck = await openFlightDeck({ mode });
    deck.emulator.applications.update('pilot-companion-demo', { writeEnabled: false });
    await deck.drop(deck.picture('a.png'));
    await deck.until(async () => (await deck.strips('queue'))[0]?.reason?.kind === 'write-not-enabled');
    deck.emulator.applications.update('pilot-companion-demo', { writeEnabled: true });
    await deck.until(() => deck.emulator.flights.list().items.length === 1, 400_000);
  });

  test('a picture that the service refuses is kept with its reason and can be tried again', async () => {
    await using deck = await openFlightDeck({ mode });
    deck.emulator.faults.add({
      match: { method: 'POST', path: '/api/v1/flights' },
      times: 1,
      effect: { type: 'status', status: 400, body: { detail: 'invalid_file' } },
    });
    await deck.drop(deck.picture('a.png'));
    await deck.until(async () => (await deck.strips('needs-attention')).length === 1);
    const [strip] = await deck.strips('needs-attention');
    expect(strip).toMatchObject({
      stage: 'rejected',
      reason: { kind: 'file-refused-by-service', code: 'invalid_file' },
    });
    await deck.answer('strips.retry', { id: strip!.id });
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    expect((await deck.state()).bays['needs-attention']).toBe(0);
  });

  test('a picture above the limit is held before anything is sent', async () => {
    await using deck = await openFlightDeck({ mode });
    const [answer] = await deck.drop(deck.file('large.png', pngOf('large', 11 * 1024 * 1024)));
    expect(answer).toMatchObject({ outcome: 'added' });
    const [strip] = await deck.strips('needs-attention');
    expect(strip).toMatchObject({ stage: 'held', reason: { kind: 'file-too-large' }, actor: 'you' });
    await deck.pass(20_000);
    expect(deck.emulator.flights.list().items).toEqual([]);
    await deck.answer('strips.remove', { id: strip!.id });
    expect(await deck.strips()).toEqual([]);
  });

  test('a file that is not a report is rejected with a message and leaves no trace in the queue', async () => {
    await using deck = await openFlightDeck({ mode });
    const answers = await deck.drop(
      deck.file('notes.txt', 'hello'),
      deck.file('page.png', '<html>'),
      deck.file('half.png', pngOf('half').subarray(0, 60)),
      deck.file('empty.png', ''),
    );
    expect(answers.map((one) => one.outcome)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(answers[3]?.message.params).toMatchObject({ reason: 'empty' });
    for (const one of answers) expect(one.message.id).toMatch(/^failure\.(notAReport|fileIncomplete|fileUnreadable)$/);
    expect(await deck.strips()).toEqual([]);
  });

  test('a pause lets nothing leave, over a restart too', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.picture());
    await deck.restart();
    await deck.pass(20_000);
    expect(deck.emulator.flights.list().items).toEqual([]);
    expect((await deck.state()).queue).toMatchObject({ paused: true, waiting: 1 });
    await deck.answer('uploads.resume', {});
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
  });

  test('the minimum wait of the service may be longer than expected: refusals are obeyed and learned from', async () => {
    await using deck = await openFlightDeck({ mode, minGapMs: 12_000 });
    await deck.drop(...[1, 2, 3, 4, 5].map((one) => deck.picture(`${one}.png`)));
    await deck.until(async () => (await deck.state()).bays.queue === 0, 300_000);
    expect(deck.emulator.flights.list().items).toHaveLength(5);
    const { minGapMs, past } = (await deck.state()).runway;
    expect(Math.abs(minGapMs - 12_000)).toBeLessThan(3_000);
    expect(past.filter((one) => one.outcome === 'too-fast').length).toBeLessThanOrEqual(6);
  });
});

describe('with reading', () => {
  test('a flight is followed from the queue until it is settled', async () => {
    await using deck = await openFlightDeck({ moderationShare: 1 });
    await deck.drop(deck.picture('a.png'));
    const seen: string[] = [];
    await deck.until(async () => {
      const [strip] = await deck.strips();
      if (strip && seen.at(-1) !== strip.stage) seen.push(strip.stage);
      return strip?.bay === 'completed';
    }, 300_000);
    expect(seen.filter((stage) => stage !== 'sending')).toEqual(
      ['waiting', 'automatic-check', 'with-moderator', 'completed'].slice(seen[0] === 'waiting' ? 0 : 1),
    );
    const [strip] = await deck.strips('completed');
    expect(strip?.flight?.aircraft).toMatch(/^[A-Z0-9]{2,4}$/);
    expect(strip?.flight?.seasonPoints).not.toBeNull();
    const { history } = await deck.answer('strips.detail', { id: 'job-1' });
    expect(history.map((line) => line.message)).toEqual([
      message('history.added', { source: 'dropped', folder: '' }),
      message('history.uploading', { attempt: 1 }),
      message('history.uploaded', { flight: 4700 }),
      message('history.automaticCheck'),
      message('history.withModerator'),
      message('history.completed', { hasPoints: 'yes', points: expect.stringMatching(/^\d+$/) as string }),
    ]);
  });

  test('an answer that is lost is found again: one record, none sent twice', async () => {
    await using deck = await openFlightDeck();
    await deck.pass(1_000);
    deck.emulator.faults.add({
      match: { method: 'POST', path: '/api/v1/flights' },
      times: 1,
      effect: { type: 'drop', when: 'after' },
    });
    await deck.drop(deck.picture('a.png'), deck.picture('b.png'));
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    expect(uploadedIds(deck).toSorted()).toEqual(['a.png', 'b.png']);
    const { history } = await deck.answer('strips.detail', { id: 'job-1' });
    expect(history.map((line) => line.message)).toContainEqual(message('history.foundAgain', { flight: 4700 }));
  });

  test('an upload that broke before the service had it goes again after a look', async () => {
    await using deck = await openFlightDeck();
    await deck.pass(1_000);
    deck.emulator.faults.add({
      match: { method: 'POST', path: '/api/v1/flights' },
      times: 1,
      effect: { type: 'drop', when: 'before' },
    });
    await deck.drop(deck.picture('a.png'));
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    expect(uploadedIds(deck)).toEqual(['a.png']);
  });

  test('flights that were reported elsewhere are on the board as well', async () => {
    await using deck = await openFlightDeck();
    const token = deck.emulator.signIn({ pilot: 'demo' }).access_token;
    const body = new FormData();
    body.set('report', new File([new Uint8Array(pngOf('elsewhere'))], 'elsewhere.png', { type: 'image/png' }));
    const response = await fetch(`${deck.url}/api/v1/flights`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    expect(response.status).toBe(200);
    await deck.answer('flights.refresh', {});
    await deck.until(async () => (await deck.strips('under-review')).length === 1);
    expect((await deck.strips('under-review'))[0]).toMatchObject({ id: 'flight-4700', file: null });
  });

  test("another pilot's sign-in does not send this pilot's reports until somebody says so", async () => {
    await using deck = await openFlightDeck();
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.picture('mine.png'));
    await deck.answer('account.signOut', {});
    deck.emulator.consents.revoke({ pilot: 'demo' });
    const other = deck.emulator.signIn({ pilot: 'second' });
    expect(other.access_token).not.toBe('');
    await deck.signInAs('second');
    await deck.answer('uploads.resume', {});
    await deck.pass(20_000);
    expect(deck.emulator.flights.list().items).toEqual([]);
    const [strip] = await deck.strips('needs-attention');
    expect(strip?.actions).toContain('send-as-me');
    await deck.answer('strips.sendAsMe', { id: strip!.id });
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    expect(deck.emulator.flights.list().items[0]?.pilot).toBe('second');
  });
});

describe('without reading', () => {
  test('a flight stays where the upload left it, and the app says that it cannot look', async () => {
    await using deck = await openFlightDeck({ mode: 'strict' });
    await deck.drop(deck.picture('a.png'));
    await deck.until(async () => (await deck.state()).bays['under-review'] === 1);
    await deck.pass(120_000);
    expect((await deck.state()).service.canRead).toBe(false);
    expect((await deck.strips('under-review'))[0]).toMatchObject({ stage: 'sent', flight: { aircraft: 'UNKNOWN' } });
  });

  test('an answer that is lost is put to the pilot, who decides', async () => {
    await using deck = await openFlightDeck({ mode: 'strict' });
    await deck.pass(1_000);
    deck.emulator.faults.add({
      match: { method: 'POST', path: '/api/v1/flights' },
      times: 2,
      effect: { type: 'drop', when: 'after' },
    });
    await deck.drop(deck.picture('a.png'), deck.picture('b.png'), deck.picture('c.png'));
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    const open = await deck.strips('needs-attention');
    expect(open.map((strip) => strip.stage)).toEqual(['unconfirmed', 'unconfirmed']);
    expect(open[0]?.actions).toEqual(['mark-received', 'send-again']);
    await deck.answer('strips.markReceived', { id: 'job-1' });
    await deck.answer('strips.sendAgain', { id: 'job-2' });
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    expect((await deck.state()).bays['needs-attention']).toBe(0);
    expect(uploadedIds(deck).filter((name) => name === 'a.png')).toHaveLength(1);
  });
});

describe('watched folders', () => {
  test('new pictures are taken when they are whole; what was there before is not, unless asked', async () => {
    await using deck = await openFlightDeck();
    deck.picture('before.png', deck.screenshots);
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.until(async () => (await deck.state()).folders[0]?.existing === 1);
    deck.picture('after.png', deck.screenshots);
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    expect(uploadedIds(deck)).toEqual(['after.png']);
    const [folder] = (await deck.state()).folders;
    await deck.answer('folders.addExisting', { id: folder!.id });
    await deck.until(() => deck.emulator.flights.list().items.length === 2);
  });

  test('pictures that appear while the app is closed are taken at the next start', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.until(async () => (await deck.state()).folders[0]?.status === 'watching');
    await deck.stop();
    deck.picture('meanwhile.png', deck.screenshots);
    await deck.restart();
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    expect(uploadedIds(deck)).toEqual(['meanwhile.png']);
  });

  test('what holds all reports back is drawn on each of them, however far back it stands', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await deck.drop(...Array.from({ length: 70 }, () => deck.picture()));
    await deck.answer('uploads.pause', {});
    await deck.signIn();
    await deck.pass(500);
    const drawn = new Map<string, Strip>();
    const hear = () => {
      for (const event of deck.events)
        if (event.type === 'strips.changed') for (const strip of event.strips) drawn.set(strip.id, strip);
    };
    hear();
    expect([...drawn.values()].map((strip) => strip.uploadsAt)).toEqual(Array.from({ length: 70 }, () => null));
    await deck.answer('uploads.resume', {});
    await deck.pass(500);
    hear();
    const waiting = [...drawn.values()].filter((strip) => strip.stage === 'waiting');
    expect(waiting.length).toBeGreaterThanOrEqual(68);
    expect(waiting.every((strip) => strip.uploadsAt !== null)).toBe(true);
    await deck.answer('uploads.pause', {});
    await deck.pass(500);
    hear();
    expect([...drawn.values()].filter((strip) => strip.uploadsAt !== null)).toEqual([]);
  });

  test('a missing folder is not watched, and the message says so', async () => {
    await using deck = await openFlightDeck();
    const path = `${deck.screenshots}-misspelt`;
    const answer = await deck.ask('folders.add', { path, existing: false });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'folder-unavailable' } });
    expect(answer.ok ? null : answer.failure.message).toEqual(message('failure.folderMissing', { path }));
    expect((await deck.state()).folders).toEqual([]);
  });

  test('a folder that goes away stays in the list and says so', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.until(async () => (await deck.state()).folders[0]?.status === 'watching');
    rmSync(deck.screenshots, { recursive: true });
    await deck.until(async () => (await deck.state()).folders[0]?.status === 'unavailable');
    expect((await deck.state()).folders[0]?.concern?.message.id).toBe('failure.folderUnavailable');
  });
});

describe('two processes on one data folder', () => {
  test('the second takes files in, the first sends them, and both see what happens', async () => {
    await using deck = await openFlightDeck();
    const second = await deck.open();
    try {
      expect(deck.companion().isSender).toBe(true);
      expect(second.isSender).toBe(false);
      const path = deck.picture('from-second.png');
      const added = await second.addFiles([{ path, name: 'from-second.png' }], { kind: 'command-line' });
      expect(added.ok && added.value[0]?.outcome).toBe('added');
      await deck.until(() => deck.emulator.flights.list().items.length === 1);
      await deck.pass(1_000);
      // A folder that the second adds is watched by the first.
      await second.handle('folders.add', { path: deck.screenshots, existing: false });
      await deck.until(async () => (await deck.state()).folders[0]?.status === 'watching');
      deck.picture('in-folder.png', deck.screenshots);
      await deck.until(() => deck.emulator.flights.list().items.length === 2);
      const looked = await second.handle('app.state', {});
      expect(looked).toMatchObject({ ok: true, value: { isWorking: false, folders: [{ added: 1 }] } });
      const detail = await second.handle('strips.detail', { id: 'job-1' });
      expect(detail).toMatchObject({ ok: true, value: { strip: { flight: { id: 4700 } } } });
    } finally {
      await second.stop();
    }
  });
});

test('when the leader ends, the follower takes over', async () => {
  await using deck = await openFlightDeck();
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.picture('left-behind.png'));
  const second = await deck.open();
  try {
    await deck.stop();
    await second.handle('uploads.resume', {});
    for (let tries = 0; deck.emulator.flights.list().items.length === 0 && tries < 100; tries += 1)
      await deck.pass(250);
    expect(second.isSender).toBe(true);
    expect(deck.emulator.flights.list().items.map((flight) => flight.fileName)).toEqual(['left-behind.png']);
  } finally {
    await second.stop();
  }
});

test('an unconfirmed report is decided before anything else, and a confirmed one has nothing to decide', async () => {
  await using deck = await openFlightDeck({ mode: 'strict' });
  await deck.pass(1_000);
  deck.emulator.faults.add({
    match: { method: 'POST', path: '/api/v1/flights' },
    times: 1,
    effect: { type: 'drop', when: 'after' },
  });
  await deck.drop(deck.picture('a.png'), deck.file('large.png', pngOf('large', 11 * 1024 * 1024)));
  await deck.until(async () => (await deck.state()).bays['needs-attention'] === 2);
  const isRejected = { ok: false, failure: { kind: 'not-now' } };
  expect(await deck.ask('strips.retry', { id: 'job-1' })).toMatchObject(isRejected);
  expect(await deck.ask('strips.remove', { id: 'job-1' })).toMatchObject(isRejected);
  expect(await deck.ask('strips.markReceived', { id: 'job-2' })).toMatchObject(isRejected);
  expect(await deck.ask('strips.sendAgain', { id: 'job-2' })).toMatchObject(isRejected);
});

test('a picture that is not kept any more is said not to be here', async () => {
  await using deck = await openFlightDeck();
  await deck.drop(deck.picture('a.png'));
  await deck.until(async () => (await deck.state()).bays.queue === 0);
  rmSync(join(deck.dataDir, 'spool'), { recursive: true });
  expect(await deck.companion().image('job-1')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
});

test('an unknown command, and invalid inputs, are answered with a message', async () => {
  await using deck = await openFlightDeck();
  for (const [name, input] of [
    ['app.explode', {}],
    ['__proto__', {}],
    ['strips.page', { bay: 'nowhere' }],
    ['settings.change', { service: { address: 'ftp://x' } }],
    [42, null],
  ]) {
    const result = await deck.companion().handle(name, input);
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'wrong-input', message: { id: expect.stringMatching(/^(input|failure)\./) as string } },
    });
  }
});
