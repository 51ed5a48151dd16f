// A service under another spelling of its address is the same one; for another address the pilot says which it is.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { defaultSettings, newService } from '../../../main/contract/settings.ts';
import { demonstrationApplication } from '../../../main/core/service/profile.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';

const { clientId, clientSecret: secret, redirectPath } = demonstrationApplication;

/** A deck with one service, at which one report waits and one flight is; and another address. */
async function deckWithReports() {
  const deck = await openFlightDeck({ signedIn: false, minGapMs: 500 });
  onTestFinished(() => deck[Symbol.asyncDispose]());
  const other = await createEmulator({ autoConsent: true, minGapMs: 500 });
  onTestFinished(() => other[Symbol.asyncDispose]());
  const { url } = await other.start();
  const service = { ...newService('service'), clientId, redirectPath, address: deck.url };
  deck.settings.write({ ...defaultSettings, services: [service], profile: 'service' });
  await deck.restart({ profile: 'settings' });
  await deck.answer('account.setApplicationSecret', { secret });
  await deck.signIn();
  await deck.drop(deck.image('uploaded.png'));
  await deck.until(() => deck.sent().length === 1);
  await deck.answer('folders.add', { path: deck.screenshots, existing: false });
  await deck.answer('uploads.pause', {});
  await deck.drop(deck.image('waiting.png'));
  return { deck, other, address: url };
}
type Deck = Awaited<ReturnType<typeof deckWithReports>>['deck'];

const names = async (deck: Deck) =>
  (await deck.strips()).map(({ file }) => file?.name ?? '').toSorted((a, b) => a.localeCompare(b));

describe('another spelling of the address', () => {
  const spellings: ((url: string) => string)[] = [
    (url) => `${url}/`,
    (url) => url.replace('http', 'HTTP'),
    (url) => url.replace('127.0.0.1', '127.1'),
    (url) => ` ${url.replace('127.0.0.1', '0x7f.0.0.1.')}// `,
  ];

  test('entered in the settings hides no report and ends no sign-in', async () => {
    const { deck } = await deckWithReports();
    for (const spelling of spellings) {
      await deck.answer('settings.change', { service: { id: 'service', address: spelling(deck.url) } });
      expect((await deck.answer('settings.read', {})).services[0]?.address).toBe(deck.url);
      expect(await names(deck)).toEqual(['uploaded.png', 'waiting.png']);
      expect((await deck.state()).account.status).toBe('signed-in');
    }
  });
});

describe('another address', () => {
  test('of a service with reports is not taken before the pilot has said which service it is', async () => {
    const { deck, address } = await deckWithReports();
    const change = { service: { id: 'service', address } };
    expect(await deck.ask('settings.change', change)).toMatchObject({
      ok: false,
      failure: { kind: 'not-now', message: { id: 'failure.addressInUse', params: { address: deck.url, count: 1 } } },
    });
    expect((await deck.answer('settings.read', {})).services[0]?.address).toBe(deck.url);
    expect(await names(deck)).toEqual(['uploaded.png', 'waiting.png']);
    expect((await deck.state()).account.status).toBe('signed-in');
  });

  test('of the same service takes everything along, and no token', async () => {
    const { deck, other, address } = await deckWithReports();
    await deck.answer('settings.change', { service: { id: 'service', address }, sameService: true });
    expect(await names(deck)).toEqual(['waiting.png']);
    const { account, folders } = await deck.state();
    expect([account.status, folders.length]).toEqual(['none', 1]);
    expect(other.journal.list().items.filter(({ path }) => path.startsWith('/oauth'))).toEqual([]);
    await deck.answer('account.setApplicationSecret', { secret });
    await deck.signIn();
    expect(await names(deck)).toEqual(['uploaded.png', 'waiting.png']);
    await deck.answer('uploads.resume', {});
    await deck.until(() => other.flights.list().items.length === 1);
    expect(other.flights.list().items[0]?.fileName).toBe('waiting.png');
    expect(deck.sent()).toHaveLength(1);
  });

  test('of another service leaves the reports where they are', async () => {
    const { deck, other, address } = await deckWithReports();
    await deck.answer('settings.change', { service: { id: 'other', name: 'Other', clientId, redirectPath, address } });
    expect(await names(deck)).toEqual(['uploaded.png', 'waiting.png']);
    await deck.answer('uploads.resume', {});
    await deck.until(() => deck.sent().length === 2);
    expect(other.flights.list().items).toEqual([]);
  });

  test('is taken without a question while nothing is stored', async () => {
    const { deck, address } = await deckWithReports();
    await deck.answer('settings.change', { service: { id: 'new', address: 'https://typo.exmaple' } });
    await deck.answer('settings.change', { service: { id: 'new', address } });
    expect((await deck.answer('settings.read', {})).services[1]?.address).toBe(address);
  });
});
