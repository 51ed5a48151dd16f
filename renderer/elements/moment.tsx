// A moment in UTC. On hover: the pilot's own time, and the service's own text if there is one.
import { isSameUtcDay, localMoment, utcDay, utcFull, utcMinute, utcTime } from '../format/moment.ts';
import { t } from '../text.ts';

type Props = {
  readonly at: number;
  /** Draws a moment of another day with its date. */
  readonly now?: number;
  /** Always with date and Z. */
  readonly isFull?: boolean;
  readonly serviceText?: string;
  /** Drawn instead: a text with the moment in it. */
  readonly children?: string | undefined;
};

export function Moment({ at, now, isFull = false, serviceText, children }: Props) {
  const time = localMoment(at);
  const title = serviceText
    ? t('window.time.localAndService', { time, received: serviceText })
    : t('window.time.local', { time });
  return (
    <time className="time" dateTime={new Date(at).toISOString()} title={title}>
      {children ?? (isFull ? utcFull(at) : <Short at={at} now={now ?? at} />)}
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
