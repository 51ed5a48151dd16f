// The runway: where marks stand, and what it says.
import { describe, expect, it } from 'vitest';
import { marks, nowAt, placeOf, scaleFor, ticks, travel } from '../../renderer/board/runway/runway-marks.ts';
import { runwayWords } from '../../renderer/board/runway/runway-words.ts';
import type { AppState, Runway } from '../../main/contract/state.ts';
import { emptyAppState } from '../support/fake-state.ts';
import { verbatim } from '../../main/messages/message.ts';

const now = Date.UTC(2026, 4, 12, 14, 2, 11);
const empty = emptyAppState(now, true);
const runway = (more: Partial<Runway>): Runway => ({ ...empty.runway, ...more });
const in5 = { at: now + 5_000, stripId: 'job-1' };

describe('the runway', () => {
  it('looks as far ahead as the next departure asks for', () => {
    expect(scaleFor(runway({}), now).aheadMs).toBe(60_000);
    expect(scaleFor(runway({ planned: [in5] }), now).aheadMs).toBe(60_000);
    expect(scaleFor(runway({ nextAt: now + 100_000 }), now).aheadMs).toBe(180_000);
    expect(scaleFor(runway({ nextAt: now + 3_600_000 }), now).aheadMs).toBe(600_000);
  });

  it('puts now at a third, what was to the left of it and what comes to the right', () => {
    const scale = scaleFor(runway({}), now);
    expect(nowAt(scale, 900)).toBe(300);
    expect(placeOf(now, now, scale, 900)).toBe(300);
    expect(placeOf(now + 60_000, now, scale, 900)).toBe(900);
    expect(placeOf(now - 30_000, now, scale, 900)).toBe(0);
    expect(travel(1_000, scale, 900)).toBe(10);
  });

  it('marks departures, refusals and plans, and forgets what has left the picture', () => {
    const seen = runway({
      past: [
        { at: now - 100_000, outcome: 'accepted' },
        { at: now - 10_000, outcome: 'accepted' },
        { at: now - 5_000, outcome: 'too-fast' },
        { at: now - 2_000, outcome: 'rate-limited' },
        { at: now - 1_000, outcome: 'other' },
      ],
      planned: [in5],
    });
    const found = marks(seen, now, scaleFor(seen, now), 900);
    expect(found.map(({ kind, x }) => [kind, x])).toEqual([
      ['departed', 200],
      ['turned-back', 250],
      ['turned-back', 280],
      ['other', 290],
      ['planned', 350],
    ]);
    expect(new Set(found.map((mark) => mark.key)).size).toBe(found.length);
  });

  it('names fewer lines where there is little room', () => {
    const scale = scaleFor(runway({}), now);
    expect(ticks(scale, 900).map((tick) => [tick.offsetMs, tick.isNamed])).toEqual([
      [-20_000, true],
      [20_000, true],
      [40_000, true],
    ]);
    expect(ticks(scale, 200).filter((tick) => tick.isNamed)).toHaveLength(1);
  });
});

describe('what the runway says', () => {
  const outbound = (n: number) => ({ ...empty.bays, outbound: n });
  const app = (more: Partial<AppState>): AppState => ({
    ...empty,
    queue: { ...empty.queue, waiting: 4 },
    bays: outbound(4),
    ...more,
  });
  const flying = runway({ nextAt: now + 4_000, allUploadedAt: now + 20_000 });

  it('counts down to the next departure and tells when all are away', () => {
    const said = runwayWords(app({ runway: flying }), now);
    expect(said.headline).toBe('Next departure in 0:04');
    expect(said.away).toEqual({ before: '4 reports away by', at: now + 20_000 });
    const withOthers = app({ runway: flying, queue: { ...empty.queue, waiting: 9 } });
    expect(runwayWords(withOthers, now).away?.before).toBe('4 reports away by');
  });

  it.each<[string, Partial<AppState>, string]>([
    ['nothing to do', { queue: empty.queue, bays: empty.bays }, 'No departures planned'],
    ['nothing but reports of another pilot', { bays: outbound(0) }, 'No departures planned'],
    ['paused', { queue: { ...empty.queue, waiting: 4, paused: true }, runway: flying }, 'Paused by you'],
    ['off line', { connection: { status: 'off-line', since: now, concern: null }, runway: flying }, 'Off line'],
    [
      'a service out of reach',
      {
        connection: {
          status: 'off-line',
          since: now,
          concern: { kind: 'service-unreachable', message: verbatim('The service does not answer.') },
        },
      },
      'The service is out of reach',
    ],
    [
      'a lost answer that is looked up before the next departure',
      {
        queue: { ...empty.queue, waiting: 4, unconfirmed: 1 },
        service: { ...empty.service, canRead: true },
        runway: runway({}),
      },
      'A lost answer is looked up first',
    ],
    [
      'a refusal in passing, which moves the next departure by seconds',
      { runway: { ...flying, pausedUntil: now + 2_000 } },
      'Next departure in 0:04',
    ],
    [
      'a pause of the service',
      { runway: { ...flying, pausedUntil: now + 60_000 } },
      'The service asks for a pause until 14:03:11 Z',
    ],
    ['a departure due', { runway: { ...flying, nextAt: now } }, 'Departing now'],
    ['a queue that waits', { runway: runway({}) }, 'Departures wait'],
  ])('says so with %s', (_case, more, headline) => {
    const said = runwayWords(app(more), now);
    expect(said.headline).toBe(headline);
  });

  it('adds that none is lost wherever reports wait without a time', () => {
    expect(runwayWords(app({ runway: runway({}) }), now).waiting).toBe('4 reports wait, none is lost');
    const one = { ...empty.queue, waiting: 1, paused: true };
    expect(runwayWords(app({ queue: one, bays: outbound(1) }), now).waiting).toBe('1 report waits, none is lost');
  });
});
