// A copy in the spool that the disk has corrupted: the service never gets it, and it is copied again from the original
// if that is unchanged.
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFlightDeck, pngOf, type FlightDeck } from '../../support/flight-deck.ts';

const uploadsSeen = (deck: FlightDeck) =>
  deck.emulator.journal.list().items.filter(({ method, path }) => method === 'POST' && path.endsWith('/flights'));

function onlyCopy(deck: FlightDeck): string {
  const all = readdirSync(deck.dataDir, { recursive: true, encoding: 'utf8' });
  const copies = all.filter((name) => /[0-9a-f]{64}\.png$/.test(name));
  expect(copies).toHaveLength(1);
  return join(deck.dataDir, copies[0]!);
}

function flipOneBit(path: string) {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

/** The path of an image whose report waits, because the queue is paused. */
async function waiting(deck: FlightDeck): Promise<string> {
  await deck.answer('uploads.pause', {});
  const path = deck.file('a.png', pngOf('a', 300_000));
  await deck.drop(path);
  return path;
}

async function historyOf(deck: FlightDeck): Promise<string[]> {
  const [strip] = await deck.strips();
  const { history } = await deck.answer('strips.detail', { id: strip!.id });
  return history.map(({ message }) => message.id);
}

describe('a copy that was damaged while its report waited', () => {
  test.each([
    ['by one bit', flipOneBit],
    ['by its length', (path: string) => truncateSync(path, 100)],
    ['as a whole', (path: string) => rmSync(path)],
  ])('(%s) is copied again from the original, and the report uploads once, as it was added', async (_, damage) => {
    await using deck = await openFlightDeck();
    const path = await waiting(deck);
    const copy = onlyCopy(deck);
    damage(copy);
    await deck.answer('uploads.resume', {});
    await deck.until(() => deck.sent().length === 1);
    expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
    expect(uploadsSeen(deck)).toHaveLength(1);
    expect(await historyOf(deck)).toContain('history.copyRestored');
  });

  test.each([
    ['is gone', (path: string) => rmSync(path)],
    ['has changed', flipOneBit],
  ])('is held with words where the original %s, and nothing of it is sent', async (_, change) => {
    await using deck = await openFlightDeck();
    change(await waiting(deck));
    flipOneBit(onlyCopy(deck));
    await deck.answer('uploads.resume', {});
    await deck.until(async () => (await deck.strips('needs-attention')).length === 1);
    const [strip] = await deck.strips('needs-attention');
    expect(strip?.reason).toMatchObject({ kind: 'file-gone', requiredAction: 'other-file' });
    expect(strip?.reason?.message.id).toBe('failure.copyDamaged');
    expect(await historyOf(deck)).toContain('history.copyDamaged');
    expect(uploadsSeen(deck)).toEqual([]);

    // The same image, added again, is the same report.
    await deck.drop(deck.file('b.png', pngOf('a', 300_000)));
    await deck.until(() => deck.sent().length === 1);
    expect(await deck.strips()).toHaveLength(1);
  });
});
