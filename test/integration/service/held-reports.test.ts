// Reports that wait for one action and continue automatically after it; and reports that the service rejects.
// Against the emulator, in virtual time, with reading and without.
import { describe, expect, test } from 'vitest';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

const application = 'pilot-companion-demo';
const first = async (deck: FlightDeck) => (await deck.strips('queue'))[0];

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  test('field guide 19: a subscription that comes back is noticed within minutes, without a click', async () => {
    await using deck = await openFlightDeck({ mode });
    deck.emulator.applications.update(application, { writeEnabled: false });
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
    await deck.until(async () => (await first(deck))?.reason?.kind === 'write-not-enabled');
    for (const strip of await deck.strips('queue')) {
      expect(strip).toMatchObject({ stage: 'held', actor: 'you', reason: { requiredAction: 'subscription' } });
    }
    await deck.passQuickly(20 * 60_000);
    expect(deck.sent()).toEqual([]);
    deck.emulator.applications.update(application, { writeEnabled: true });
    await deck.until(() => deck.sent().length === 2, 6 * 60_000);
  });

  test('field guide 19: an application that is disabled and enabled again needs no click', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(2_000);
    deck.emulator.applications.update(application, { disabled: true });
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
    await deck.until(async () => (await first(deck))?.reason?.kind === 'application-refused');
    expect(await first(deck)).toMatchObject({ stage: 'held', actor: 'you', reason: { requiredAction: 'settings' } });
    expect((await first(deck))!.actions).toEqual(expect.arrayContaining(['open-settings', 'retry']));
    // The token expires as well.
    await deck.passQuickly(20 * 60_000);
    expect((await deck.state()).account).toMatchObject({
      status: 'signed-in',
      concern: { kind: 'application-refused' },
    });
    deck.emulator.applications.update(application, { disabled: false });
    await deck.until(() => deck.sent().length === 2, 6 * 60_000);
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', concern: null });
  });

  test('after a revoked consent reports wait for a sign-in and nothing else, and continue after it', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(2_000);
    deck.emulator.consents.revoke({ pilot: 'demo' });
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
    await deck.until(async () => (await deck.state()).account.status === 'signed-out');
    expect(await first(deck)).toMatchObject({ stage: 'held', actor: 'you', reason: { requiredAction: 'sign-in' } });
    expect((await first(deck))!.actions).toContain('sign-in');
    await deck.passQuickly(1_200_000);
    expect((await deck.state()).queue).toMatchObject({ waiting: 2, held: 0, rejected: 0 });
    await deck.signIn();
    await deck.until(() => deck.sent().length === 2, 60_000);
  });

  test('without the scope reports wait for a new consent, also after a restart, and continue after it', async () => {
    await using deck = await openFlightDeck({ mode, signedIn: false });
    await deck.signInWithScope('openid profile flights:read');
    expect((await deck.state()).account).toMatchObject({ mayUpload: false, concern: { kind: 'scope-missing' } });
    await deck.drop(deck.image('a.png'));
    await deck.until(async () => (await first(deck))?.reason?.kind === 'scope-missing');
    await deck.restart();
    await deck.until(async () => (await first(deck))?.stage === 'held');
    expect(await first(deck)).toMatchObject({ stage: 'held', actor: 'you', reason: { requiredAction: 'new-consent' } });
    expect((await first(deck))!.actions).toContain('sign-in');
    await deck.passQuickly(600_000);
    expect(deck.sent()).toEqual([]);
    await deck.signIn();
    await deck.until(() => deck.sent().length === 1, 60_000);
  });

  test('field guide 16: a report of one pilot waits while another is signed in, and is uploaded when the first one returns', async () => {
    await using deck = await openFlightDeck({ mode });
    await deck.pass(2_000);
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.image('mine.png'));
    await deck.answer('account.signOut', {});
    await deck.signInAs('second');
    await deck.answer('uploads.resume', {});
    await deck.drop(deck.image('theirs.png'));
    await deck.until(() => deck.sent().length === 1);
    await deck.passQuickly(1_200_000);
    const flights = deck.emulator.flights.list().items;
    expect(flights.map((one) => [one.fileName, one.pilot])).toEqual([['theirs.png', 'second']]);
    await deck.answer('account.signOut', {});
    await deck.signInAs('demo');
    // A service that names no pilot cannot tell who came back: then the pilot decides.
    const waiting = (await deck.strips('queue')).find(({ actions }) => actions.includes('upload-as-me'));
    if (waiting) await deck.answer('strips.uploadAsMe', { id: waiting.id });
    await deck.until(() => deck.sent().length === 2);
    expect(deck.emulator.flights.list().items.find((one) => one.fileName === 'mine.png')?.pilot).toBe('demo');
  });
});
