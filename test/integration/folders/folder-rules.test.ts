// The rules of a folder through the whole companion, on a real file system, against the emulator.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';
import { save, sent, folderOf, watch, change } from './ruled-folder.ts';

describe('names', () => {
  test('a narrower rule leaves earlier files alone', async () => {
    await using deck = await openFlightDeck();
    for (const name of ['report-1.png', 'holiday.png']) save(deck, name);
    await watch(deck, {});
    expect(await folderOf(deck)).toMatchObject({ existing: 2 });
    await change(deck, { names: ['report-*'] });
    expect(await folderOf(deck)).toMatchObject({ existing: 1, otherNames: 1 });
    await deck.answer('folders.addExisting', { id: (await folderOf(deck)).id });
    await deck.until(() => sent(deck).length === 1);
    await deck.pass(10_000);
    expect(sent(deck)).toEqual(['report-1.png']);
  });
});

describe('approval', () => {
  test('an image is stored at once, waits for approval, and is uploaded with it', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    save(deck, 'a.png');
    await deck.until(async () => (await deck.state()).queue.approval === 1);
    rmSync(join(deck.screenshots, 'a.png'));
    await deck.pass(20_000);
    expect(sent(deck)).toEqual([]);
    const [strip] = await deck.strips('needs-attention');
    expect(strip).toMatchObject({
      stage: 'approval',
      actor: 'you',
      hasImage: true,
      reason: { kind: 'approval-needed', requiredAction: 'decision' },
      actions: ['approve', 'reject'],
    });
    await deck.restart();
    await deck.answer('strips.approve', { id: strip!.id });
    await deck.until(() => sent(deck).length === 1);
    const { history } = await deck.answer('strips.detail', { id: strip!.id });
    expect(history.map((one) => one.message.id)).toEqual(
      expect.arrayContaining(['history.approvalNeeded', 'history.approved']),
    );
  });

  test('a rejected image is kept, is not added again under another name, and can be uploaded after all', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    save(deck, 'a.png', 'no report');
    await deck.until(async () => (await deck.state()).queue.approval === 1);
    const [strip] = await deck.strips('needs-attention');
    await deck.answer('strips.reject', { id: strip!.id });
    expect((await deck.state()).bays).toMatchObject({ 'needs-attention': 0, queue: 0, 'not-uploaded': 1 });
    const rejected = await deck.strips('not-uploaded');
    expect(rejected).toMatchObject([{ stage: 'not-uploaded', actions: ['approve', 'remove'] }]);

    save(deck, 'copy.png', 'no report');
    await deck.until(async () => (await folderOf(deck)).skipped.length === 1);
    const { skipped } = await folderOf(deck);
    expect(skipped).toMatchObject([{ name: 'copy.png', message: { id: 'failure.declinedBefore' } }]);
    expect((await deck.state()).queue).toMatchObject({ approval: 0, declined: 1 });

    const [again] = await deck.drop(join(deck.screenshots, 'copy.png'));
    expect(again).toMatchObject({ outcome: 'duplicate', stripId: strip!.id });
    expect(again?.message.id).toBe('intake.declinedBefore');

    await deck.answer('strips.approve', { id: strip!.id });
    await deck.until(() => sent(deck).length === 1);
  });
});
