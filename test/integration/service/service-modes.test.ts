// A report's way through the whole companion, against the emulator in both modes, in virtual time.
import { describe, expect, test } from 'vitest';
import { openFlightDeck, pngOf } from '../../support/flight-deck.ts';
import { uploadedIds } from '../uploaded-ids.ts';

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  test('reports upload in order and close to the minimum wait, which is learned from few refusals', async () => {
    await using deck = await openFlightDeck({ mode });
    const paths = [deck.image(), deck.image(), deck.image()];
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
    await deck.drop(deck.image('a.png'), deck.image('b.png'), deck.image('c.png'));
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
    await deck.restart();
    await deck.until(async () => (await deck.state()).bays.queue === 0);
    expect(uploadedIds(deck).toSorted()).toEqual(['a.png', 'b.png', 'c.png']);
  });

  test('an offline period costs nothing: reports wait with a reason, and upload automatically', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(1_000);
    await deck.emulator.stop();
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
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

  test('the queue continues immediately when the network is back', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(1_000);
    await deck.emulator.stop();
    deck.networkHint(false);
    await deck.drop(deck.image('a.png'));
    await deck.pass(300_000);
    await deck.emulator.start();
    deck.networkHint(true);
    await deck.until(() => deck.emulator.flights.list().items.length === 1, 2_000);
  });

  test('the same image stays one report under any name', async () => {
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

  test('reports wait while no one is signed in, and are uploaded after the sign-in', async () => {
    await using deck = await openFlightDeck({ mode, signedIn: false });
    await deck.drop(deck.image('a.png'));
    await deck.pass(20_000);
    const [strip] = await deck.strips('queue');
    expect(strip).toMatchObject({ stage: 'held', actor: 'you', reason: { kind: 'sign-in-needed' } });
    expect(strip?.actions).toContain('sign-in');
    await deck.signIn();
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
  });

  test('access tokens expire and are refreshed silently', async () => {
    await using deck = await openFlightDeck({ mode });
    for (let round = 0; round < 3; round += 1) {
      await deck.drop(deck.image(`round-${round}.png`));
      await deck.until(() => deck.emulator.flights.list().items.length === round + 1);
      deck.emulator.tokens.expire({ kind: 'access' });
    }
    expect((await deck.state()).account.status).toBe('signed-in');
  });

  test('a pause stops all uploads, even over a restart', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.image());
    await deck.restart();
    await deck.pass(20_000);
    expect(deck.emulator.flights.list().items).toEqual([]);
    expect((await deck.state()).queue).toMatchObject({ paused: true, waiting: 1 });
    await deck.answer('uploads.resume', {});
    await deck.until(() => deck.emulator.flights.list().items.length === 1);
  });

  test('the minimum wait of the service may be longer than expected: refusals are obeyed and learned from', async () => {
    await using deck = await openFlightDeck({ mode, minGapMs: 12_000 });
    await deck.drop(...[1, 2, 3, 4, 5].map((one) => deck.image(`${one}.png`)));
    await deck.until(async () => (await deck.state()).bays.queue === 0, 300_000);
    expect(deck.emulator.flights.list().items).toHaveLength(5);
    const { minGapMs, past } = (await deck.state()).runway;
    expect(Math.abs(minGapMs - 12_000)).toBeLessThan(3_000);
    expect(past.filter((one) => one.outcome === 'too-fast').length).toBeLessThanOrEqual(6);
  });
});
