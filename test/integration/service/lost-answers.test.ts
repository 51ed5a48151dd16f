// Answers that never arrive, through the whole companion, against the emulator in both modes, in virtual time.
import { describe, expect, test } from 'vitest';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';
import { message } from '../../../main/messages/message.ts';

const upload = { method: 'POST', path: '/api/v1/flights' };
const lose = (deck: FlightDeck, when: 'before' | 'after', times = 1) =>
  deck.emulator.faults.add({ match: upload, times, effect: { type: 'drop', when } });
const isOut = (deck: FlightDeck) => async () => (await deck.state()).bays.queue === 0;

test('field guide 13: without reading a report whose answer was lost is left to the pilot, and either correct answer makes it one record', async () => {
  await using deck = await openFlightDeck({ mode: 'strict' });
  lose(deck, 'after');
  await deck.drop(deck.image('arrived.png'));
  await deck.until(isOut(deck));
  lose(deck, 'before');
  await deck.drop(deck.image('lost.png'));
  await deck.until(isOut(deck));
  const asked = await deck.strips('needs-attention');
  expect(new Set(asked.map((strip) => strip.file?.name))).toEqual(new Set(['arrived.png', 'lost.png']));
  for (const strip of asked) {
    expect(strip).toMatchObject({ stage: 'unconfirmed', actor: 'you', actions: ['mark-received', 'upload-again'] });
    expect(strip.reason?.message.id).toBe('failure.answerLostAndUnreadable');
  }
  // Nothing happens automatically: the question is still open, and nothing was uploaded.
  await deck.pass(300_000);
  expect(deck.sent()).toEqual(['arrived.png']);
  const strip = (name: string) => asked.find((one) => one.file?.name === name)!;
  await deck.answer('strips.markReceived', { id: strip('arrived.png').id });
  await deck.answer('strips.uploadAgain', { id: strip('lost.png').id });
  await deck.until(() => deck.sent().length === 2);
  await deck.until(isOut(deck));
  expect(deck.sent()).toEqual(['arrived.png', 'lost.png']);
  expect(await deck.strips('needs-attention')).toEqual([]);
  const { history } = await deck.answer('strips.detail', { id: strip('lost.png').id });
  expect(history.map((one) => one.message.id)).toContain('history.uploadedAgainByPilot');
});

describe('with reading', () => {
  test('after a sign-out an outage that was met before is no longer shown', async () => {
    await using deck = await openFlightDeck({ mode: 'extended' });
    const connection = async () => (await deck.state()).connection.status;
    deck.emulator.faults.add({ match: { path: '/api/*' }, effect: { type: 'status', status: 503 } });
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await connection()) === 'service-error');
    await deck.answer('account.signOut', {});
    await deck.until(async () => (await deck.state()).account.status === 'signed-out');
    expect(await connection()).toBe('unknown');
  });

  test('while its pilot is signed out it cannot be looked up: it shows its pilot, and both answers are offered', async () => {
    await using deck = await openFlightDeck({ mode: 'extended' });
    lose(deck, 'after');
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await deck.strips('queue'))[0]?.stage === 'unconfirmed');
    await deck.answer('account.signOut', {});
    await deck.signInAs('second');
    await deck.pass(30_000);
    const [strip] = await deck.strips('queue');
    expect(strip).toMatchObject({ stage: 'unconfirmed', actions: ['mark-received', 'upload-again'] });
    expect(strip?.reason?.message).toEqual(message('failure.answerLostOfOther', { known: true, name: 'Demo Pilot' }));
    await deck.answer('account.signOut', {});
    await deck.signInAs('demo');
    await deck.until(isOut(deck));
    expect(deck.sent()).toEqual(['a.png']);
  });

  test('reports sent before the service named the pilot are that pilot’s, without a question', async () => {
    await using deck = await openFlightDeck({ mode: 'extended' });
    await deck.pass(1_000);
    deck.emulator.consents.revoke({ pilot: 'demo' });
    await deck.answer('flights.refresh', {});
    await deck.until(async () => (await deck.state()).account.status === 'signed-out');
    deck.emulator.faults.add({
      match: { path: '/oauth/userinfo' },
      times: 2,
      effect: { type: 'drop', when: 'before' },
    });
    await deck.signIn();
    expect((await deck.state()).account).not.toMatchObject({ name: 'Demo Pilot' });
    await deck.drop(deck.image('sent.png'), deck.image('waits.png'));
    await deck.answer('uploads.pause', {});
    await deck.pass(8_000);
    deck.emulator.tokens.expire({ kind: 'access' });
    await deck.answer('uploads.resume', {});
    await deck.answer('flights.refresh', {});
    await deck.until(async () => {
      const { account } = await deck.state();
      return account.status === 'signed-in' && account.name === 'Demo Pilot';
    });
    await deck.until(isOut(deck));
    expect(deck.sent().toSorted()).toEqual(['sent.png', 'waits.png']);
    expect(await deck.strips('needs-attention')).toEqual([]);
  });
});

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  test('field guide 11: a report is done only when the service has confirmed it', async () => {
    await using deck = await openFlightDeck({ mode });
    deck.addUploadFault({ type: 'latency', ms: 20_000 });
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await deck.strips('queue'))[0]?.stage === 'uploading');
    await deck.pass(15_000);
    expect((await deck.strips('queue'))[0]?.stage).toBe('uploading');
    await deck.until(isOut(deck));
    expect(deck.sent()).toEqual(['a.png']);
  });
});
