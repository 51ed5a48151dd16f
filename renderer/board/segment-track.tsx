// The progress of a report as five segments. The current one is half filled, or by the share of bytes uploaded.
import type { CSSProperties } from 'react';
import type { segmentStates } from '../../main/contract/strip.ts';

type SegmentState = (typeof segmentStates)[number];

export function SegmentTrack({
  states,
  part,
}: {
  readonly states: readonly SegmentState[];
  /** The uploaded share, 0 to 1. */
  readonly part: number | null;
}) {
  return (
    <span className="track">
      {states.map((state, place) => (
        // The segments are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className={`segment ${state}`}>
          <i style={{ transform: `scaleX(${fill(state, part)})` } satisfies CSSProperties} />
        </span>
      ))}
    </span>
  );
}

function fill(state: SegmentState, part: number | null): number {
  if (state === 'done') return 1;
  return state === 'now' ? (part ?? 0.55) : 0;
}
