// A watched folder with rules, in a whole companion against the emulator.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderRulesChange } from '../../../main/contract/folder-rules.ts';
import { pngOf, type FlightDeck } from '../../support/flight-deck.ts';

export const save = (deck: FlightDeck, name: string, what = name) =>
  writeFileSync(join(deck.screenshots, name), pngOf(what));

export const sent = (deck: FlightDeck) =>
  deck.emulator.flights
    .list()
    .items.map((flight) => flight.fileName)
    .toSorted();

export const folderOf = async (deck: FlightDeck) => (await deck.state()).folders[0]!;

export async function watch(deck: FlightDeck, rules: FolderRulesChange, existing = false) {
  await deck.answer('folders.add', { path: deck.screenshots, existing, rules });
}

export async function change(deck: FlightDeck, rules: FolderRulesChange) {
  const { id } = await folderOf(deck);
  return deck.ask('folders.setRules', { id, rules });
}
