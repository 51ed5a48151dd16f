import type { FlightDeck } from '../../support/flight-deck.ts';

export const explain = (deck: FlightDeck, path: string) => deck.answer('files.explain', { path });

export const watch = (deck: FlightDeck) => deck.answer('folders.add', { path: deck.screenshots, existing: false });

export const listed = async (deck: FlightDeck, search = '') =>
  (await deck.answer('files.decisions', { text: search, after: null, limit: 200 })).files;
