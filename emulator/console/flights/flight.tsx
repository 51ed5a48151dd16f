// What list and detail both show of a flight: its stage, derived from its flags, and its screenshot.
import { useEffect, useState } from 'react';
import type { FlightView } from '../../api-types.ts';
import { Icon } from '../elements/icon.tsx';
import { messages } from '../messages/messages.ts';
import { useLeftMs, useStore } from '../store/use-store.ts';

export const bays = ['checking', 'moderating', 'completed', 'archived'] as const;
type Bay = (typeof bays)[number];
type SegmentState = 'done' | 'now' | 'open' | 'skipped';

export function bayOf({ record, needsModerator }: FlightView): Bay {
  if (record.is_archived) return 'archived';
  if (!record.automated_checked) return 'checking';
  return needsModerator && !record.moderator_checked ? 'moderating' : 'completed';
}

/** Received, automatic check, moderator, completed. */
export function segmentsOf(flight: FlightView): SegmentState[] {
  const { record, needsModerator } = flight;
  const bay = bayOf(flight);
  const isOver = bay === 'archived';
  const check = record.automated_checked ? 'done' : isOver ? 'skipped' : 'now';
  const moderator = record.moderator_checked
    ? 'done'
    : !needsModerator
      ? 'skipped'
      : bay === 'moderating'
        ? 'now'
        : isOver
          ? 'skipped'
          : 'open';
  return ['done', check, moderator, bay === 'completed' ? 'done' : isOver ? 'skipped' : 'open'];
}

export function DueIn({ atMs }: { readonly atMs: number }) {
  return <span>{messages.due(useLeftMs(atMs))}</span>;
}

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

/** The screenshot of a report, which the page can't fetch by its URL, because that needs the token. */
export function FlightImage({ flight, isSmall }: { readonly flight: FlightView; readonly isSmall: boolean }) {
  const { download } = useStore();
  const [url, setUrl] = useState<string | null>(null);
  const { hasImage, record } = flight;
  const { id } = record;

  useEffect(() => {
    if (!hasImage) return undefined;
    let address: string | null = null;
    let isWanted = true;
    download('flights.image', { id }).then(
      (blob) => {
        if (isWanted) setUrl((address = URL.createObjectURL(blob)));
      },
      // Dropped in the meantime: the placeholder stays.
      () => {},
    );
    return () => {
      isWanted = false;
      if (address !== null) URL.revokeObjectURL(address);
      setUrl(null);
    };
  }, [download, hasImage, id]);

  return (
    <span className={isSmall ? 'thumb' : 'image'}>
      {url === null ? (
        <Icon name="image" />
      ) : (
        <img src={url} alt={isSmall ? '' : messages.flights.imageOf(id)} decoding="async" />
      )}
    </span>
  );
}
