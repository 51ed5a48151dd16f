// What happens to a file after its upload, on a real file system, against the emulator.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FolderRulesChange } from '../../../main/contract/folder-rules.ts';
import { ok } from '../../../main/contract/failure.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';
import { save, sent, folderOf, watch } from './ruled-folder.ts';

const left = (deck: FlightDeck) => readdirSync(deck.screenshots).toSorted();

describe('after the upload', () => {
  const move = (to: string): FolderRulesChange => ({ afterUpload: { kind: 'move', to } });

  test('the uploaded file is moved to the folder, and nothing else is', async () => {
    await using deck = await openFlightDeck();
    save(deck, 'old.png');
    await watch(deck, { ...move('Sent'), names: ['report*', 'old*'] });
    save(deck, 'report-1.png');
    save(deck, 'holiday.png');
    await deck.until(() => left(deck).includes('Sent') && !left(deck).includes('report-1.png'));
    expect(left(deck)).toEqual(['Sent', 'holiday.png', 'old.png']);
    expect(readdirSync(join(deck.screenshots, 'Sent'))).toEqual(['report-1.png']);
    const [strip] = (await deck.strips()).filter((one) => one.file?.name === 'report-1.png');
    await deck.until(async () => {
      const { history } = await deck.answer('strips.detail', { id: strip!.id });
      return history.some((one) => one.message.id === 'history.moved');
    });
    await deck.pass(40_000);
    expect(sent(deck)).toEqual(['report-1.png']);
  });

  test('after an exit between the answer and the move, it is moved at the next start', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, move('Sent'));
    // A file in place of the folder: the move must fail.
    writeFileSync(join(deck.screenshots, 'Sent'), '');
    save(deck, 'a.png');
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 1);
    expect((await folderOf(deck)).notFiled[0]?.message).toMatchObject({
      id: 'failure.notMoved',
      params: { to: expect.stringMatching(/Sent$/) as string },
    });
    rmSync(join(deck.screenshots, 'Sent'));
    await deck.restart();
    await deck.until(() => left(deck).join() === 'Sent');
    expect(readdirSync(join(deck.screenshots, 'Sent'))).toEqual(['a.png']);
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 0);
  });

  test('the trash gets it if this computer has one', async () => {
    const trashed: string[] = [];
    await using deck = await openFlightDeck({
      trash: async (path) => {
        trashed.push(path);
        rmSync(path);
        return ok(null);
      },
    });
    await watch(deck, { afterUpload: { kind: 'trash' } });
    save(deck, 'a.png');
    await deck.until(() => trashed.length === 1);
    expect(left(deck)).toEqual([]);
    await deck.restart();
    await deck.pass(10_000);
    expect(trashed).toHaveLength(1);
  });
});
