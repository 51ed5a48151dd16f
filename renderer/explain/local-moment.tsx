// A moment in the pilot's own zone, as in the sentences beside it; UTC on hover.
import { localMoment, localShort, utcFull } from '../format/moment.ts';

export function LocalMoment({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time className="time" dateTime={new Date(at).toISOString()} title={`${localMoment(at)}\n${utcFull(at)}`}>
      {localShort(at, now)}
    </time>
  );
}
