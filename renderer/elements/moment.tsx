// A moment in UTC; the pilot's own time, and the service's own text where there is one, on hover.
import { isSameUtcDay, localMoment, utcDay, utcFull, utcMinute, utcTime } from '../format/moment.ts';
import { words } from '../words/words.ts';

type Props = {
  readonly at: number;
  /** Draws a moment of another day with its date. */
  readonly now?: number;
  /** With date and Z whatever the day. */
  readonly isFull?: boolean;
  readonly serviceText?: string;
};

export function Moment({ at, now, isFull = false, serviceText }: Props) {
  const title = [words.yourTime(localMoment(at)), serviceText && words.serviceSays(serviceText)]
    .filter(Boolean)
    .join('\n');
  return (
    <time className="time" dateTime={new Date(at).toISOString()} title={title}>
      {isFull ? utcFull(at) : <Short at={at} now={now ?? at} />}
    </time>
  );
}

function Short({ at, now }: { readonly at: number; readonly now: number }) {
  if (isSameUtcDay(at, now)) return utcTime(at);
  return (
    <>
      <span className="day">{utcDay(at)}</span> {utcMinute(at)}
    </>
  );
}
