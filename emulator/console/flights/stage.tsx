// The stage of a flight, derived from its flags: its segments and its bay.
import type { FlightView } from '../../api-types.ts';
import { messages } from '../messages/messages.ts';
import { useLeftMs } from '../store/use-store.ts';

export const bays = ['checking', 'moderating', 'completed', 'archived'] as const;
type Bay = (typeof bays)[number];
type SegmentState = 'done' | 'now' | 'open' | 'skipped';

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

export function DueIn({ atMs }: { readonly atMs: number }) {
  return <span>{messages.due(useLeftMs(atMs))}</span>;
}

export function SegmentTrack({ states }: { readonly states: readonly SegmentState[] }) {
  return (
    <span className="track" aria-hidden="true">
      {states.map((state, place) => (
        // The order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={place} className={`segment ${state}`} />
      ))}
    </span>
  );
}
