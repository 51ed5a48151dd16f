// What a dry run predicts, on a real file system, against the emulator.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFlightDeck, pngOf, type FlightDeck } from '../../support/flight-deck.ts';
import { save, sent, folderOf, watch } from './ruled-folder.ts';

describe('a dry run', () => {
  const dryRun = (deck: FlightDeck, more: { existing?: boolean; names?: string[] } = {}) =>
    deck.answer('folders.dryRun', {
      path: deck.screenshots,
      existing: more.existing ?? false,
      names: more.names ?? null,
      approval: null,
      limit: 100,
    });
  const outcomes = ({ files }: Awaited<ReturnType<typeof dryRun>>) =>
    files.map((file) => `${file.name}: ${file.outcome}`);

  test('predicts for each file what the watch then does, and adds nothing', async () => {
    await using deck = await openFlightDeck();
    await deck.drop(deck.file('elsewhere.png', pngOf('known')));
    await deck.until(() => sent(deck).length === 1);
    save(deck, 'report-1.png');
    save(deck, 'report-2.png', 'known');
    save(deck, 'holiday.png');
    writeFileSync(join(deck.screenshots, 'report-3.png'), pngOf('half').subarray(0, 40));
    writeFileSync(join(deck.screenshots, 'report-4.png'), 'no image at all');
    writeFileSync(join(deck.screenshots, 'report-5.webp'), 'RIFF....WEBP');
    writeFileSync(join(deck.screenshots, 'report-6.png'), pngOf('large', 11 * 1024 * 1024));
    writeFileSync(join(deck.screenshots, 'notes.txt'), 'not looked at');

    const said = await dryRun(deck, { existing: true, names: ['report-*'] });
    expect(outcomes(said)).toEqual([
      'holiday.png: leave',
      'report-1.png: send',
      'report-2.png: known',
      'report-3.png: wait',
      'report-4.png: leave',
      'report-5.webp: leave',
      'report-6.png: hold',
    ]);
    expect(said.counts).toEqual({ send: 1, ask: 0, hold: 1, wait: 1, known: 1, leave: 3 });
    expect((await deck.state()).folders).toEqual([]);
    expect((await deck.state()).queue.waiting).toBe(0);

    await watch(deck, { names: ['report-*'] }, true);
    await deck.until(async () => (await folderOf(deck)).skipped.length === 2);
    await deck.until(() => sent(deck).length === 2);
    expect(sent(deck)).toEqual(['elsewhere.png', 'report-1.png']);
    const needAttention = () => deck.strips('needs-attention');
    await deck.until(async () => (await needAttention()).some((one) => one.file?.name === 'report-6.png'));
    const state = await folderOf(deck);
    expect(state).toMatchObject({ otherNames: 1, growing: 1 });
    expect(state.skipped.map(({ name }) => name).toSorted()).toEqual(['report-4.png', 'report-5.webp']);
    const message = new Map(said.files.map((file) => [file.name, file.message]));
    for (const { name, message: real } of state.skipped) expect(message.get(name)).toEqual(real);
  });
});
