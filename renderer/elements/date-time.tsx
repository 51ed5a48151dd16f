// A time in the zone that the pilot chose. The tooltip has both zones, and the service's own text if there is one.
import { bothZones, fullDateTime, shortDateTime } from '../format/time.ts';
import { t } from '../text.ts';

type Props = {
  readonly at: number;
  /** Adds the date to a time of another day. */
  readonly now?: number;
  /** Always adds the date. */
  readonly isFull?: boolean;
  readonly serviceText?: string;
  /** A text that already contains the time, shown instead of it. */
  readonly children?: string | undefined;
};

export function DateTime({ at, now, isFull = false, serviceText, children }: Props) {
  const time = bothZones(at);
  const title = serviceText ? t('window.time.received', { time, received: serviceText }) : time;
  return (
    <time className="time" dateTime={new Date(at).toISOString()} title={title}>
      {children ?? (isFull ? fullDateTime(at) : shortDateTime(at, now ?? at))}
    </time>
  );
}
