// The runway: its marks and its text.
import { describe, expect, it } from 'vitest';
import {
  isIdle,
  marks,
  nowAt,
  placeOf,
  runwayText,
  scaleFor,
  ticks,
  travel,
} from '../../renderer/board/runway-content.ts';
import type { AppState, Runway } from '../../main/contract/state.ts';
import { emptyAppState } from '../support/fake-companion/fake-state.ts';
import { verbatim } from '../../main/messages/message.ts';

const now = Date.UTC(2026, 4, 12, 14, 2, 11);
const empty = emptyAppState(now, true);
const runway = (more: Partial<Runway>): Runway => ({ ...empty.runway, ...more });
const in5 = { nextAt: now + 5_000, everyMs: 5_000, waiting: 1 };

describe('the runway', () => {
  it('shows enough time for the next upload', () => {
    expect(scaleFor(runway({}), now).aheadMs).toBe(60_000);
    expect(scaleFor(runway(in5), now).aheadMs).toBe(60_000);
    expect(scaleFor(runway({ nextAt: now + 100_000 }), now).aheadMs).toBe(180_000);
    expect(scaleFor(runway({ nextAt: now + 3_600_000 }), now).aheadMs).toBe(600_000);
  });

  it('puts now at a third, the past to its left and the future to its right', () => {
    const scale = scaleFor(runway({}), now);
    expect(nowAt(scale, 900)).toBe(300);
    expect(placeOf(now, now, scale, 900)).toBe(300);
    expect(placeOf(now + 60_000, now, scale, 900)).toBe(900);
    expect(placeOf(now - 30_000, now, scale, 900)).toBe(0);
    expect(travel(1_000, scale, 900)).toBe(10);
  });

  it('marks uploads, refusals and plans, and drops what is outside the range', () => {
    const seen = runway({
      past: [
        { at: now - 100_000, outcome: 'accepted' },
        { at: now - 10_000, outcome: 'accepted' },
        { at: now - 5_000, outcome: 'too-fast' },
        { at: now - 2_000, outcome: 'rate-limited' },
        { at: now - 1_000, outcome: 'other' },
      ],
      ...in5,
    });
    const found = marks({ ...empty, runway: seen }, now, scaleFor(seen, now), 900);
    expect(found.map(({ kind, x }) => [kind, x])).toEqual([
      ['departed', 200],
      ['turned-back', 250],
      ['turned-back', 280],
      ['other', 290],
      ['planned', 350],
    ]);
    expect(new Set(found.map((mark) => mark.key)).size).toBe(found.length);
  });

  it('moves planned uploads on while one takes longer than planned', () => {
    const app = { ...empty, queue: { ...empty.queue, uploading: 1 }, runway: runway({ ...in5, waiting: 2 }) };
    const scale = scaleFor(app.runway, now);
    const ahead = (at: number) => marks(app, at, scale, 900).map(({ x }) => x - nowAt(scale, 900) - (at - now) / 100);
    expect(ahead(now)).toEqual([50, 100]);
    expect(ahead(now + 60_000)).toEqual([50, 100]);
  });

  it('has nothing to draw when nothing is planned and the last upload is outside the range', () => {
    const past = (agoMs: number) => [{ at: now - agoMs, outcome: 'accepted' as const }];
    expect(isIdle(runway({}), now)).toBe(true);
    expect(isIdle(runway({ past: past(40_000) }), now)).toBe(true);
    expect(isIdle(runway({ past: past(20_000) }), now)).toBe(false);
    expect(isIdle(runway(in5), now)).toBe(false);
    expect(isIdle(runway({ nextAt: now + 5_000 }), now)).toBe(false);
  });

  it('labels fewer lines on a narrow runway', () => {
    const scale = scaleFor(runway({}), now);
    expect(ticks(scale, 900).map((tick) => [tick.offsetMs, tick.isNamed])).toEqual([
      [-20_000, true],
      [20_000, true],
      [40_000, true],
    ]);
    expect(ticks(scale, 200).filter((tick) => tick.isNamed)).toHaveLength(1);
  });
});

describe('the text of the runway', () => {
  const outbound = (n: number) => ({ ...empty.bays, queue: n });
  const app = (more: Partial<AppState>): AppState => ({
    ...empty,
    queue: { ...empty.queue, waiting: 4 },
    bays: outbound(4),
    ...more,
  });
  const flying = runway({ nextAt: now + 4_000, everyMs: 5_000, waiting: 4 });

  it('counts down to the next upload and shows when all will be uploaded', () => {
    const said = runwayText(app({ runway: flying }), now);
    expect(said.headline).toBe('Next upload in 0:04');
    expect(said.allUploaded).toEqual({ text: 'All 4 uploaded by about 14:03Z', at: now + 19_000 });
    expect(runwayText(app({ runway: flying }), now, 6).allUploaded).toEqual({
      text: 'All 10 uploaded by about 14:03Z',
      at: now + 49_000,
    });
    const withOthers = app({ runway: flying, queue: { ...empty.queue, waiting: 9 } });
    expect(runwayText(withOthers, now).allUploaded?.text).toBe('All 4 uploaded by about 14:03Z');
    const signedOut = [{ id: 3, name: 'Ben', reports: 3 }];
    const one = { ...flying, waiting: 1 };
    expect(runwayText(app({ runway: one, signedOut }), now)).toMatchObject({ allUploaded: null, waiting: null });
  });

  it.each<[string, Partial<AppState>, string]>([
    ['nothing to do', { queue: empty.queue, bays: empty.bays }, 'No uploads scheduled'],
    ['nothing but reports of another pilot', { bays: outbound(0) }, 'No uploads scheduled'],
    ['paused', { queue: { ...empty.queue, waiting: 4, paused: true }, runway: flying }, 'Uploads paused'],
    ['no network', { connection: { status: 'offline', since: now, concern: null }, runway: flying }, 'Offline'],
    [
      'an unreachable service',
      {
        connection: {
          status: 'offline',
          since: now,
          concern: { kind: 'service-unreachable', message: verbatim('The service does not answer.') },
        },
      },
      "Can't reach the service",
    ],
    [
      'a lost answer that is checked before the next upload',
      {
        queue: { ...empty.queue, waiting: 4, unconfirmed: 1 },
        service: { ...empty.service, canRead: true },
        runway: runway({}),
      },
      'Checking whether the last upload arrived',
    ],
    [
      'a lost answer that is checked after the next sign-in',
      {
        account: { status: 'signed-out', name: null, reason: null },
        queue: { ...empty.queue, waiting: 4, unconfirmed: 1 },
        service: { ...empty.service, canRead: true },
        runway: runway({}),
      },
      'Uploads on hold',
    ],
    [
      'a refusal that moves the next upload by seconds',
      { runway: { ...flying, pausedUntil: now + 2_000 } },
      'Next upload in 0:04',
    ],
    [
      'a rate limit of the service',
      { runway: { ...flying, pausedUntil: now + 60_000 } },
      'Rate limit reached, resuming at 14:03:11Z',
    ],
    ['an upload due', { runway: { ...flying, nextAt: now } }, 'Uploading now'],
    ['a queue on hold', { runway: runway({}) }, 'Uploads on hold'],
  ])('says so with %s', (_case, more, headline) => {
    const said = runwayText(app(more), now);
    expect(said.headline).toBe(headline);
  });

  it('shows that reports are saved while their time is not known', () => {
    expect(runwayText(app({ runway: runway({}) }), now).waiting).toBe('4 reports saved, waiting to upload');
    const one = { ...empty.queue, waiting: 1, paused: true };
    expect(runwayText(app({ queue: one, bays: outbound(1) }), now).waiting).toBe('1 report saved, waiting to upload');
  });
});
