// Undo: a removed report is uploaded after all, a rejected screenshot waits for approval again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failures } from '../../main/core/messages/failures.ts';
import { message } from '../../main/messages/message.ts';
import { openFlightDeck, pngOf } from '../support/flight-deck.ts';

const hourMs = 3_600_000;

describe('a removal that is undone', () => {
  test('brings the report back as it was, over a restart too, and it is uploaded once', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('uploads.pause', {});
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
    await deck.answer('strips.remove', { id: 'job-1' });
    expect((await deck.strips()).map(({ id }) => id)).toEqual(['job-2']);
    await deck.restart();
    await deck.answer('strips.restore', { id: 'job-1' });
    expect((await deck.strips('queue')).map(({ id, stage }) => [id, stage])).toEqual([
      ['job-1', 'waiting'],
      ['job-2', 'waiting'],
    ]);
    const { history } = await deck.answer('strips.detail', { id: 'job-1' });
    expect(history.slice(-2).map((line) => line.message.id)).toEqual(['history.removed', 'history.restored']);
    await deck.answer('uploads.resume', {});
    await deck.until(() => deck.sent().length === 2);
  });

  test('is rejected if the same screenshot was added again, after an hour, and for an existing report', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('uploads.pause', {});
    const image = deck.image('a.png');
    await deck.drop(image);
    expect(await deck.ask('strips.restore', { id: 'job-1' })).toEqual({
      ok: false,
      failure: failures.notNow(message('failure.nothingToUndo')),
    });
    await deck.answer('strips.remove', { id: 'job-1' });
    await deck.drop(image);
    expect(await deck.ask('strips.restore', { id: 'job-1' })).toEqual({
      ok: false,
      failure: failures.notNow(message('failure.addedAgain')),
    });
    await deck.answer('strips.remove', { id: 'job-2' });
    await deck.pass(hourMs + 1);
    expect(await deck.ask('strips.restore', { id: 'job-2' })).toEqual({
      ok: false,
      failure: failures.notFound('report'),
    });
    expect(await deck.ask('strips.restore', { id: 'flight-7' })).toEqual({
      ok: false,
      failure: failures.notFound('report'),
    });
  });
});

test('a rejection that is undone restores the question, for one and for all', async () => {
  await using deck = await openFlightDeck();
  const { screenshots } = deck;
  await deck.answer('folders.add', { path: screenshots, existing: true, rules: { approval: true } });
  for (const name of ['a.png', 'b.png']) writeFileSync(join(screenshots, name), pngOf(name));
  await deck.until(async () => (await deck.state()).queue.approval === 2);
  const { ids } = await deck.answer('approvals.answerAll', { answer: 'reject' });
  expect(ids).toHaveLength(2);
  for (const id of ids) await deck.answer('strips.restore', { id });
  expect((await deck.state()).queue).toMatchObject({ approval: 2, declined: 0 });
  await deck.answer('approvals.answerAll', { answer: 'approve' });
  await deck.until(() => deck.sent().length === 2);
});

test('a folder that is watched again by an undo has the same files as before, and adds new ones', async () => {
  await using deck = await openFlightDeck();
  const { screenshots } = deck;
  for (const name of ['a.png', 'b.png']) writeFileSync(join(screenshots, name), pngOf(name));
  await deck.answer('folders.add', { path: screenshots, existing: false, rules: { names: ['*.png'] } });
  writeFileSync(join(screenshots, 'c.png'), pngOf('c.png'));
  await deck.until(async () => (await deck.state()).folders[0]?.added === 1);
  const [before] = (await deck.state()).folders;
  expect(before).toMatchObject({ existing: 2, added: 1 });
  await deck.answer('folders.remove', { id: before!.id });
  expect((await deck.state()).folders).toEqual([]);
  writeFileSync(join(screenshots, 'd.png'), pngOf('d.png'));
  await deck.answer('folders.restore', { id: before!.id });
  await deck.until(async () => (await deck.state()).folders[0]?.added === 2);
  // It is watched since it was restored.
  const { since: _, ...same } = before!;
  expect((await deck.state()).folders).toMatchObject([{ ...same, added: 2 }]);
});
