// Two services with an emulator each, for the tests of several services.
import { onTestFinished } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { defaultSettings, newService } from '../../../main/contract/settings.ts';
import { demonstrationApplication } from '../../../main/core/service/profile.ts';
import { asServiceClock } from '../../support/deck-service.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

export const { clientId, clientSecret: secret, redirectPath } = demonstrationApplication;
export type DeckOptions = Parameters<typeof openFlightDeck>[0];

export async function anEmulator({ clock }: Pick<FlightDeck, 'clock'>) {
  const emulator = await createEmulator({ autoConsent: true, minGapMs: 500, clock: asServiceClock(clock, false) });
  onTestFinished(() => emulator[Symbol.asyncDispose]());
  const { url } = await emulator.start();
  return { emulator, url };
}

/** Two services with a sign-in each; the first is shown. */
export async function twoServices({
  options = {},
  isSignedIn = true,
  whenOpen = async (_deck: FlightDeck) => {},
}: {
  options?: DeckOptions;
  isSignedIn?: boolean;
  whenOpen?: (deck: FlightDeck) => Promise<void>;
} = {}) {
  const deck = await openFlightDeck({ signedIn: false, minGapMs: 500, ...options });
  onTestFinished(() => deck[Symbol.asyncDispose]());
  const { emulator: club, url } = await anEmulator(deck);
  const services = [
    { ...newService('service'), clientId, redirectPath, address: deck.url },
    { ...newService('club', 'Club'), clientId, redirectPath, address: url },
  ];
  deck.settings.write({ ...defaultSettings, services, profile: 'service' });
  await deck.restart({ profile: 'settings' });
  await whenOpen(deck);
  for (const { id } of services) await deck.answer('account.setApplicationSecret', { service: id, secret });
  if (isSignedIn) {
    await show(deck, 'club');
    await deck.signIn();
    await show(deck, 'service');
    await deck.signIn();
  }
  return { deck, club, clubUrl: url };
}

export const show = (deck: FlightDeck, profile: string) => deck.answer('profile.choose', { profile });
export const namesAt = (emulator: FlightDeck['emulator']) =>
  emulator.flights
    .list()
    .items.map(({ fileName }) => fileName)
    .toSorted();
