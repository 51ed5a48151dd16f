// A report's way through the whole companion, with and without reading, in virtual time.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { logbookFilterSchema } from '../../main/contract/logbook.ts';
import { emptyEntry, type OwnEntry } from '../../main/contract/own-entry.ts';
import { openFlightDeck, pngOf } from '../support/flight-deck.ts';
import { message } from '../../main/messages/message.ts';

describe('with reading', () => {
  test('a flight is followed from the queue until it is settled', async () => {
    await using deck = await openFlightDeck({ moderationShare: 1 });
    await deck.drop(deck.image('a.png'));
    const seen: string[] = [];
    await deck.until(async () => {
      const [strip] = await deck.strips();
      if (strip && seen.at(-1) !== strip.stage) seen.push(strip.stage);
      return strip?.bay === 'completed';
    }, 300_000);
    expect(seen.filter((stage) => stage !== 'uploading')).toEqual(
      ['waiting', 'automatic-check', 'with-moderator', 'completed'].slice(seen[0] === 'waiting' ? 0 : 1),
    );
    const [strip] = await deck.strips('completed');
    expect(strip?.flight?.aircraft).toMatch(/^[A-Z0-9]{2,4}$/);
    expect(strip?.flight?.seasonPoints).not.toBeNull();
    const { history, row } = await deck.answer('strips.detail', { id: 'job-1' });
    expect(row).toMatchObject({
      stripId: 'job-1',
      from: strip?.flight?.icaoOut,
      distanceNm: expect.any(Number) as number,
    });
    expect(history.map((line) => line.message)).toEqual([
      message('history.added', { source: 'dropped', folder: '' }),
      message('history.uploading', { attempt: 1 }),
      message('history.uploaded', { flight: 4700 }),
      message('history.automaticCheck'),
      message('history.withModerator'),
      message('history.completed', {
        hasPoints: true,
        points: expect.stringMatching(/^\d+$/) as string,
        n: expect.any(Number) as number,
      }),
    ]);
  });

  test('what came since the pilot looked last is told', async () => {
    await using deck = await openFlightDeck();
    expect(await deck.answer('logbook.news', {})).toBeNull();
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await deck.state()).outcomes.completed === 1, 7_200_000);
    await deck.pass(3_600_000);
    expect(await deck.answer('logbook.news', {})).toMatchObject({ completed: 1, archived: 0 });
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
});

describe('without reading', () => {
  test('the upload is the end of a report, which is neither under review nor completed', async () => {
    await using deck = await openFlightDeck({ mode: 'strict' });
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await deck.state()).outcomes.received === 1);
    await deck.pass(120_000);
    expect(await deck.state()).toMatchObject({
      service: { canRead: false },
      bays: { 'under-review': 0, completed: 1 },
      outcomes: { completed: 0, completedToday: 0, archived: 0, received: 1 },
      logbook: { status: 'local', flights: 1 },
    });
    expect((await deck.strips('completed'))[0]).toMatchObject({
      stage: 'received',
      actor: 'nobody',
      flight: { aircraft: 'UNKNOWN' },
    });
    const { history } = await deck.answer('strips.detail', { id: 'job-1' });
    expect(history.at(-1)?.message).toEqual(message('history.received'));
  });

  test("the pilot's own entry gives a report its place in the logbook, also after a restart", async () => {
    await using deck = await openFlightDeck({ mode: 'strict' });
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await deck.state()).outcomes.received === 1);
    const entry: OwnEntry = { ...emptyEntry, icaoOut: 'EDHK', icaoIn: 'LEMD', day: '2026-10-12', minutes: 165 };
    const enter = (id: string, what: OwnEntry) => deck.companion().handle('strips.setOwnEntry', { id, entry: what });
    expect(await enter('job-2', entry)).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    expect(await enter('job-1', { ...entry, icaoOut: 'Kiel' })).toMatchObject({
      failure: { message: message('input.ownEntry', { wanted: 'airport' }) },
    });
    expect(await enter('job-1', entry)).toMatchObject({ ok: true });
    await deck.restart();
    const filter = logbookFilterSchema.parse({});
    expect(await deck.answer('logbook.totals', { filter })).toMatchObject({ withOwn: 1, minutes: { sum: 165 } });
    const [strip] = await deck.strips('completed');
    expect(strip).toMatchObject({ own: entry, flight: { icaoOut: '' } });
    expect(await enter('job-1', emptyEntry)).toMatchObject({ ok: true });
    expect(await deck.answer('logbook.totals', { filter })).toMatchObject({ withOwn: 0, minutes: { sum: 0 } });
    expect((await deck.strips('completed'))[0]!.own).toBeNull();
  });

  test('a report is followed again once flights can be read', async () => {
    await using deck = await openFlightDeck();
    const isRefused = {
      match: { method: 'GET', path: '/api/v1/flights' },
      effect: { type: 'status', status: 404 },
    } as const;
    deck.emulator.faults.add({ ...isRefused, times: 1 });
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await deck.state()).outcomes.received === 1);
    await deck.until(async () => (await deck.state()).outcomes.completed === 1, 3_600_000);
    expect((await deck.state()).outcomes).toMatchObject({ received: 0, completed: 1 });
  });
});

test('an image that is no longer stored is reported as missing', async () => {
  await using deck = await openFlightDeck();
  await deck.drop(deck.image('a.png'));
  await deck.until(async () => (await deck.state()).bays.queue === 0);
  rmSync(join(deck.dataDir, 'spool'), { recursive: true });
  expect(await deck.companion().image('job-1')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
});

test('the queue continues immediately when the network is back', async () => {
  await using deck = await openFlightDeck();
  await deck.pass(1_000);
  await deck.emulator.stop();
  deck.networkHint(false);
  await deck.drop(deck.image('a.png'));
  await deck.pass(300_000);
  await deck.emulator.start();
  deck.networkHint(true);
  await deck.until(() => deck.sent().length === 1, 2_000);
});
