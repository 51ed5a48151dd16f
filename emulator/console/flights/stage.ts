// The stage of a flight, derived from its flags: its segments and its bay.
import type { FlightView } from '../../api-types.ts';

export const bays = ['checking', 'moderating', 'completed', 'archived'] as const;
export type Bay = (typeof bays)[number];
export type SegmentState = 'done' | 'now' | 'open' | 'skipped';

export function bayOf({ record, needsModerator }: FlightView): Bay {
  if (record.is_archived) return 'archived';
  if (!record.automated_checked) return 'checking';
  return needsModerator && !record.moderator_checked ? 'moderating' : 'completed';
}

/** Received, automatic check, moderator, completed. */
export function segmentsOf(flight: FlightView): SegmentState[] {
  const { record, needsModerator } = flight;
  const bay = bayOf(flight);
  const isOver = bay === 'archived';
  const check = record.automated_checked ? 'done' : isOver ? 'skipped' : 'now';
  const moderator = record.moderator_checked
    ? 'done'
    : !needsModerator
      ? 'skipped'
      : bay === 'moderating'
        ? 'now'
        : isOver
          ? 'skipped'
          : 'open';
  return ['done', check, moderator, bay === 'completed' ? 'done' : isOver ? 'skipped' : 'open'];
}
