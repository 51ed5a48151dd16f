import { describe, expect, it } from 'vitest';
import { stageOf } from '../../../main/core/flights/stages.ts';
import { flightOf } from '../sample-flight.ts';

type Row = [flags: string, canRead: boolean | null, stage: string, bay: string, actor: string, segments: string];

/** Flags: a automatically checked, m checked by a moderator, r rated, x archived. */
const flightWith = (flags: string) =>
  flightOf({
    automatedChecked: flags.includes('a'),
    moderatorChecked: flags.includes('m'),
    ratingContribution: flags.includes('r') ? 0.4 : null,
    isArchived: flags.includes('x'),
  });

const rows: readonly Row[] = [
  ['', true, 'automatic-check', 'under-review', 'service', 'done done now open open'],
  ['a', true, 'with-moderator', 'under-review', 'moderator', 'done done done now open'],
  ['m', true, 'automatic-check', 'under-review', 'service', 'done done now done open'],
  ['am', true, 'completed', 'completed', 'nobody', 'done done done done done'],
  ['r', true, 'completed', 'completed', 'nobody', 'done done skipped skipped done'],
  ['ar', true, 'completed', 'completed', 'nobody', 'done done done skipped done'],
  ['mr', true, 'completed', 'completed', 'nobody', 'done done skipped done done'],
  ['amr', true, 'completed', 'completed', 'nobody', 'done done done done done'],
  ['x', true, 'archived', 'completed', 'nobody', 'done done skipped skipped done'],
  ['ax', true, 'archived', 'completed', 'nobody', 'done done done skipped done'],
  ['mx', true, 'archived', 'completed', 'nobody', 'done done skipped done done'],
  ['amx', true, 'archived', 'completed', 'nobody', 'done done done done done'],
  ['rx', true, 'archived', 'completed', 'nobody', 'done done skipped skipped done'],
  ['arx', true, 'archived', 'completed', 'nobody', 'done done done skipped done'],
  ['mrx', true, 'archived', 'completed', 'nobody', 'done done skipped done done'],
  ['amrx', true, 'archived', 'completed', 'nobody', 'done done done done done'],
  // without reading (A4) the upload's answer decides, unless it has settled the flight already
  ['', false, 'received', 'completed', 'nobody', 'done done skipped skipped skipped'],
  ['a', false, 'received', 'completed', 'nobody', 'done done skipped skipped skipped'],
  ['m', false, 'received', 'completed', 'nobody', 'done done skipped skipped skipped'],
  ['am', false, 'completed', 'completed', 'nobody', 'done done done done done'],
  ['r', false, 'completed', 'completed', 'nobody', 'done done skipped skipped done'],
  ['x', false, 'archived', 'completed', 'nobody', 'done done skipped skipped done'],
  // before it is known whether reading is available
  ['', null, 'automatic-check', 'under-review', 'service', 'done done now open open'],
  ['a', null, 'with-moderator', 'under-review', 'moderator', 'done done done now open'],
];

describe('the stage of a flight', () => {
  it.each(rows)('flags "%s", reading %s: %s', (flags, canRead, stage, bay, actor, segments) => {
    expect(stageOf(flightWith(flags), canRead)).toEqual({
      stage,
      bay,
      actor,
      segments: segments.split(' '),
      isCompleted: bay === 'completed',
    });
  });

  it('is settled by any rating figure, of any type, even zero (A6)', () => {
    for (const value of [0, -1, 2.5, '0', '12', '']) {
      expect(stageOf(flightOf({ seasonPoints: value }), true).stage).toBe('completed');
      expect(stageOf(flightOf({ ratingContribution: value }), true).stage).toBe('completed');
    }
  });
});
