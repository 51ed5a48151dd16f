// "Why was this file not uploaded?", by the whole companion against the emulator.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../../main/contract/explanation.ts';
import { openFlightDeck, pngOf } from '../../support/flight-deck.ts';
import { message } from '../../../main/messages/message.ts';
import { explain, watch, listed } from './explanations.ts';

const idsOf = ({ lines }: Explanation) => lines.map((line) => line.message.id);

describe('a file can be explained', () => {
  test('that was uploaded: from the first scan to its flight, with the time of its upload', async () => {
    await using deck = await openFlightDeck();
    await watch(deck);
    const path = deck.image('a.png', deck.screenshots);
    await deck.until(() => deck.sent().length === 1);
    await deck.pass(2_000);
    const told = await explain(deck, path);
    expect(told.state).toBe('uploaded');
    expect(told.headline).toMatchObject({ id: 'explain.uploadedAsFlightAt', params: { flight: 4700 } });
    expect(told.lines.map((line) => line.message).slice(0, 4)).toEqual([
      message('decision.growing'),
      message('history.added', { source: 'folder', folder: 'screenshots' }),
      message('history.uploading', { attempt: 1 }),
      message('history.uploaded', { flight: 4700 }),
    ]);
    expect(idsOf(told).filter((id) => id === 'history.uploaded')).toHaveLength(1);
    expect(await listed(deck, 'A.PN')).toMatchObject([{ name: 'a.png', state: 'uploaded', stripId: 'job-1' }]);
  });

  test('that was left in its folder: there before, a link, not an image, incomplete, another name, in a subfolder', async () => {
    await using deck = await openFlightDeck();
    const old = deck.image('old.png', deck.screenshots);
    await watch(deck);
    const folder = (await deck.state()).folders[0]!;
    await deck.answer('folders.setRules', { id: folder.id, rules: { names: ['*.png'] } });
    const at = (name: string) => join(deck.screenshots, name);
    symlinkSync(old, at('link.png'));
    writeFileSync(at('text.png'), 'not an image');
    writeFileSync(at('half.png'), pngOf('half').subarray(0, 40));
    writeFileSync(at('photo.jpg'), pngOf('jpg'));
    mkdirSync(at('deep'));
    writeFileSync(join(at('deep'), 'deep.png'), pngOf('deep'));
    await deck.until(async () => (await listed(deck, 'half.png'))[0]?.rule === 'waiting', 200_000);
    const said = async (path: string) => (await explain(deck, path)).headline.id;
    expect(await said(old)).toBe('explain.existing');
    expect(await said(at('link.png'))).toBe('explain.isLink');
    expect((await explain(deck, at('text.png'))).headline).toMatchObject({
      id: 'failure.notAReport',
      params: { reason: null },
    });
    expect(await said(at('half.png'))).toBe('failure.fileStalled');
    expect((await explain(deck, at('photo.jpg'))).headline).toEqual(
      message('explain.otherName', { name: 'photo.jpg', folder: 'screenshots', patterns: ['*.png'] }),
    );
    expect(await said(join(at('deep'), 'deep.png'))).toBe('explain.inSubfolder');
    const rows = await listed(deck);
    expect(rows.every((row) => row.state === 'not-added')).toBe(true);
    expect(rows.map((row) => row.name).toSorted()).toEqual([
      'half.png',
      'link.png',
      'old.png',
      'photo.jpg',
      'text.png',
    ]);
    const half = await explain(deck, at('half.png'));
    expect(half.lines.at(-1)?.message).toEqual(message('failure.fileStalled', { name: 'half.png' }));
  });
});
