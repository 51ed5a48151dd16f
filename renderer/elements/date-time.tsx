// A time in the zone of the pilot's choice. On hover: in both zones, and the service's own text if there is one.
import { bothZones, fullDateTime, shortDateTime } from '../format/date-format.ts';
import { t } from '../text.ts';

type Props = {
  readonly at: number;
  /** Shows a time of another day with its date. */
  readonly now?: number;
  /** Always with its date. */
  readonly isFull?: boolean;
  readonly serviceText?: string;
  /** Shown instead: a text that contains the time. */
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
