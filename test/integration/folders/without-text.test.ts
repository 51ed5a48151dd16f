// What a folder does about images with hardly any text, through the whole companion, against the emulator.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImageReader } from '../../../main/core/platform/ports.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';
import { save, sent, watch } from './ruled-folder.ts';

/** Finds no text on the images in this order: the spool has names of its own. */
const reader =
  (answers: (boolean | null)[]): ImageReader =>
  ({ answer }) => ({ look: () => queueMicrotask(() => answer(answers.shift() ?? null)), end() {} });

describe('a folder', () => {
  test('that advises uploads a picture, and its report and its explanation say what was seen', async () => {
    await using deck = await openFlightDeck({ imageReader: reader([false]) });
    await watch(deck, { withoutText: 'advise' });
    save(deck, 'view.png');
    await deck.until(async () => (await deck.strips()).some((strip) => strip.lacksText));
    await deck.until(() => sent(deck).length === 1);
    const path = join(deck.screenshots, 'view.png');
    const explained = await deck.answer('files.explain', { path });
    expect(explained).toMatchObject({ lacksText: true });
    expect(explained.lines[0]).toMatchObject({ at: null, message: { id: 'shared.lacksText' } });
  });
});
