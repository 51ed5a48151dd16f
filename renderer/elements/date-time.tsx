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
  const explain = () => t('window.time.received', { time: bothZones(at), received: serviceText ?? '' });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The tooltip takes long to format.
    <time
      className="time"
      dateTime={new Date(at).toISOString()}
      onMouseEnter={({ currentTarget }) => (currentTarget.title = serviceText ? explain() : bothZones(at))}
    >
      {children ?? (isFull ? fullDateTime(at) : shortDateTime(at, now ?? at))}
    </time>
  );
}
