// Watched folders through the whole companion, in virtual time.
import type { Strip } from '../../../main/contract/strip.ts';
import { describe, expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';

describe('watched folders', () => {
  test('a reason that holds all reports is shown on each of them, anywhere in the queue', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await deck.drop(...Array.from({ length: 70 }, () => deck.image()));
    await deck.answer('uploads.pause', {});
    await deck.signIn();
    await deck.pass(500);
    const drawn = new Map<string, Strip>();
    const hear = () => {
      for (const event of deck.events)
        if (event.type === 'strips.changed') for (const strip of event.strips) drawn.set(strip.id, strip);
    };
    hear();
    expect([...drawn.values()].map((strip) => strip.uploadsAt)).toEqual(Array.from({ length: 70 }, () => null));
    await deck.answer('uploads.resume', {});
    await deck.pass(500);
    hear();
    const waiting = [...drawn.values()].filter((strip) => strip.stage === 'waiting');
    expect(waiting.length).toBeGreaterThanOrEqual(68);
    expect(waiting.every((strip) => strip.uploadsAt !== null)).toBe(true);
    await deck.answer('uploads.pause', {});
    await deck.pass(500);
    hear();
    expect([...drawn.values()].filter((strip) => strip.uploadsAt !== null)).toEqual([]);
  });
});
