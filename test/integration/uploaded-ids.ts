import type { openFlightDeck } from '../support/flight-deck.ts';

export const uploadedIds = (deck: Awaited<ReturnType<typeof openFlightDeck>>) =>
  deck.emulator.flights.list().items.map((flight) => flight.fileName);
