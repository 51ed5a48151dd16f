// How far: five segments. The one under way is half filled, or as far as its bytes are.
import type { CSSProperties } from 'react';
import type { SegmentState } from '../words/subjects.ts';

export function SegmentTrack({
  states,
  percent,
}: {
  readonly states: readonly SegmentState[];
  readonly percent: number | null;
}) {
  return (
    <span className="track">
      {states.map((state, place) => (
        // The five segments never change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className={`segment ${state}`}>
          <i style={{ transform: `scaleX(${fill(state, percent)})` } satisfies CSSProperties} />
        </span>
      ))}
    </span>
  );
}

function fill(state: SegmentState, percent: number | null): number {
  if (state === 'done') return 1;
  return state === 'now' ? (percent ?? 55) / 100 : 0;
}
