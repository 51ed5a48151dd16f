// An upload whose answer was lost, and a flight that is probably its: what is said, and what is not done until the pilot
// agrees. Through the whole companion, against the emulator, in virtual time.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { message } from '../../../main/messages/message.ts';
import { openFlightDeck, pngOf, type FlightDeck } from '../../support/flight-deck.ts';
import { save, watch } from '../folders/ruled-folder.ts';

const lose = (deck: FlightDeck, when: 'before' | 'after') => deck.addUploadFault({ type: 'drop', when });
const move = { afterUpload: { kind: 'move', to: 'Sent' } } as const;
const left = (deck: FlightDeck) => readdirSync(deck.screenshots).toSorted();
const stripOf = async (deck: FlightDeck, name: string) =>
  (await deck.strips()).find((strip) => strip.file?.name === name);
const historyOf = async (deck: FlightDeck, id: string) =>
  (await deck.answer('strips.detail', { id })).history.map((line) => line.message);

/** A deck with a report that probably arrived, from a folder whose files are moved after their upload. */
async function withInferred() {
  const deck = await openFlightDeck();
  await watch(deck, move);
  await deck.pass(5_000);
  lose(deck, 'after');
  save(deck, 'a.png');
  await deck.until(async () => (await stripOf(deck, 'a.png'))?.stage === 'inferred');
  const strip = (await stripOf(deck, 'a.png'))!;
  return { deck, strip, flight: strip.flight!.id };
}

describe('a report that probably arrived', () => {
  test('is nowhere called uploaded, and its file stays', async () => {
    const { deck, strip, flight } = await withInferred();
    await using _ = deck;
    await deck.until(async () => (await stripOf(deck, 'a.png'))?.bay === 'completed', 900_000);
    expect(await stripOf(deck, 'a.png')).toMatchObject({ stage: 'inferred', evidence: 'inferred', isAgreed: false });
    expect(left(deck)).toEqual(['a.png']);
    expect((await deck.state()).queue.inferred).toBe(1);
    expect(await historyOf(deck, strip.id)).toContainEqual(message('shared.inferred', { flight }));
    const inferred = message('explain.inferred', { flight });
    expect(await deck.answer('files.explain', { stripId: strip.id })).toMatchObject({
      state: 'inferred',
      headline: inferred,
      advice: message('explain.inferredAdvice'),
    });
    const [again] = await deck.drop(deck.file('copy.png', pngOf('a.png')));
    expect(again).toMatchObject({ outcome: 'duplicate', message: inferred });
    const dryRun = await deck.answer('folders.dryRun', {
      path: deck.screenshots,
      existing: true,
      names: null,
      approval: null,
      limit: 9,
    });
    expect(JSON.stringify(dryRun)).not.toContain('uploadedBefore');
    const { files } = await deck.answer('files.decisions', { state: 'inferred', after: null, limit: 9 });
    expect(files.map(({ name }) => name)).toContain('a.png');
    await deck.restart();
    await deck.pass(30_000);
    expect(left(deck)).toEqual(['a.png']);
  });

  test('is uploaded once the pilot agrees, and only then its file is moved', async () => {
    const { deck, strip, flight } = await withInferred();
    await using _ = deck;
    await deck.answer('strips.confirmFlight', { id: strip.id });
    await deck.until(() => left(deck).join() === 'Sent');
    expect(await stripOf(deck, 'a.png')).toMatchObject({
      stage: 'automatic-check',
      evidence: 'inferred',
      isAgreed: true,
    });
    expect(await historyOf(deck, strip.id)).toContainEqual(message('history.confirmedByPilot', { flight }));
    expect((await deck.answer('files.explain', { stripId: strip.id })).state).toBe('uploaded');
    expect(await deck.ask('strips.releaseFlight', { id: strip.id })).toMatchObject({ ok: false });
  });

  test('is asked about if the pilot says that it is another flight, which then stands alone', async () => {
    const { deck, strip, flight } = await withInferred();
    await using _ = deck;
    await deck.answer('strips.releaseFlight', { id: strip.id });
    expect(await stripOf(deck, 'a.png')).toMatchObject({
      bay: 'needs-attention',
      stage: 'unconfirmed',
      evidence: 'unknown',
      flight: null,
      reason: { message: message('failure.inferredWrongly', { flight }) },
      actions: ['mark-received', 'upload-again'],
    });
    expect((await deck.strips()).map(({ id }) => id)).toContain(`flight-${flight}`);
    await deck.answer('strips.uploadAgain', { id: strip.id });
    await deck.until(() => deck.sent().length === 2);
    await deck.until(() => left(deck).join() === 'Sent');
    expect(await stripOf(deck, 'a.png')).toMatchObject({ evidence: 'answered' });
  });
});

test('a report that the pilot confirms is not called uploaded', async () => {
  await using deck = await openFlightDeck({ mode: 'strict' });
  lose(deck, 'after');
  await deck.drop(deck.image('a.png'));
  await deck.until(async () => (await deck.strips('needs-attention')).length === 1);
  const { id } = (await deck.strips('needs-attention'))[0]!;
  await deck.answer('strips.markReceived', { id });
  expect(await stripOf(deck, 'a.png')).toMatchObject({ stage: 'received', evidence: 'unknown', isAgreed: true });
  const explained = await deck.answer('files.explain', { stripId: id });
  expect(explained.headline).toEqual(message('explain.confirmedByPilot'));
  expect(await historyOf(deck, id)).toContainEqual(message('shared.confirmedByPilot'));
});
