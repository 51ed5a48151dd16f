import type { FlightDeck } from '../support/flight-deck.ts';

export const uploadedIds = (deck: FlightDeck) => deck.emulator.flights.list().items.map((flight) => flight.fileName);
