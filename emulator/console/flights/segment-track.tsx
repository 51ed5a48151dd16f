import type { SegmentState } from './stage.ts';

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
