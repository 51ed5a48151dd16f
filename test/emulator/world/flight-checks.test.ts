import type { FlightFigures } from '../../../emulator/emulator.ts';
import { describe, expect, it } from 'vitest';
import { openEmulator } from '../open-emulator.ts';
import { anyPng, png, pngNote, sampleReport, upload } from '../images.ts';

describe('A5: checks run later, on the clock of the service', () => {
  it('sets the route with the automatic check and the points with the last one', async () => {
    const emulator = await openEmulator({ moderationShare: 1 });
    await upload(emulator, emulator.signIn().access_token, png(pngNote(sampleReport)));
    const record = () => emulator.flights.list().items[0]?.record;

    await emulator.clock.advance(19_999);
    expect(record()).toMatchObject({ automated_checked: false, aircraft: 'UNKNOWN', pax: null });
    await emulator.clock.advance(1);
    const { date, ...figures } = sampleReport;
    expect(record()).toMatchObject({
      ...figures,
      date,
      automated_checked: true,
      moderator_checked: false,
      rating_contribution: null,
      season_points: null,
      created_at: '2026-05-12T12:00:00',
    });
    await emulator.clock.advance(60_000);
    expect(record()).toMatchObject({
      moderator_checked: true,
      rating_contribution: expect.any(Number),
      season_points: expect.any(Number),
    });
  });

  it('settles with the automatic check when no moderator is needed', async () => {
    const emulator = await openEmulator({ moderationShare: 0 });
    await upload(emulator, emulator.signIn().access_token, anyPng());
    await emulator.clock.advance(3_600_000);
    expect(emulator.flights.list().items[0]?.record).toMatchObject({
      automated_checked: true,
      moderator_checked: false,
      season_points: expect.any(Number),
    });
  });

  it('sends about the configured share to a moderator, repeatably', async () => {
    const choose = async () => {
      const emulator = await openEmulator({ minGapMs: 0 });
      const needs: boolean[] = [];
      for (let number = 0; number < 60; number += 1) {
        await upload(emulator, emulator.signIn().access_token, anyPng(number));
        needs.push(emulator.flights.list().items.at(-1)?.needsModerator ?? false);
        await emulator.clock.advance(2000);
      }
      return needs;
    };
    const [first, again] = [await choose(), await choose()];
    expect(again).toEqual(first);
    const share = first.filter(Boolean).length / first.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.55);
  });
});

describe('manual checks', () => {
  it('ignore an undefined figure', async () => {
    const emulator = await openEmulator();
    await upload(emulator, emulator.signIn().access_token, anyPng());
    const figures = { pax: undefined } as unknown as Partial<FlightFigures>;
    expect(emulator.flights.check(4700, figures).record.pax).toBeTypeOf('number');
  });

  it('report what the rules do not allow', async () => {
    const emulator = await openEmulator();
    await upload(emulator, emulator.signIn().access_token, anyPng());
    const { flights } = emulator;
    expect(() => flights.moderate(4700)).toThrow('Flight 4700 has not passed the automatic check yet.');
    flights.check(4700);
    expect(() => flights.check(4700)).toThrow('has already passed the automatic check');
    flights.moderate(4700);
    expect(() => flights.moderate(4700)).toThrow('has already been approved');
    flights.archive(4700);
    expect(() => flights.archive(4700)).toThrow('can no longer change');
    expect(() => flights.archive(1)).toThrow('Flight 1 not found.');
  });
});
