// A time in the zone that the pilot chose. The tooltip has both zones, and the service's own text if there is one.
import { useState } from 'react';
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
  // Dates in another zone take tens of milliseconds the first time, so they are formatted when somebody points at one.
  const [isPointedAt, setPointedAt] = useState(false);
  const time = isPointedAt && bothZones(at);
  const title = time && serviceText ? t('window.time.received', { time, received: serviceText }) : time;
  return (
    // A tooltip is not an interaction.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <time
      className="time"
      dateTime={new Date(at).toISOString()}
      title={title || undefined}
      onMouseEnter={() => setPointedAt(true)}
    >
      {children ?? (isFull ? fullDateTime(at) : shortDateTime(at, now ?? at))}
    </time>
  );
}
