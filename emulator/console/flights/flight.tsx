// A flight: its bay, its screenshot, and its detail, where it is checked, approved or archived.
import type { FlightView } from '../../api-types.ts';
import { CallForm } from '../elements/call-form.tsx';
import { Detail, Facts } from '../elements/detail.tsx';
import { messages } from '../messages/messages.ts';
import { useEffect, useState } from 'react';
import { Button, Icon } from '../elements/button.tsx';
import { useLeftMs, useNames, useStore } from '../store/use-store.ts';

const text = messages.flights;

export const bays = ['checking', 'moderating', 'completed', 'archived'] as const;
type Bay = (typeof bays)[number];
export const bayTones = { checking: 'hint', moderating: 'hint', completed: 'well', archived: 'plain' } as const;

export function bayOf({ record, needsModerator }: FlightView): Bay {
  if (record.is_archived) return 'archived';
  if (!record.automated_checked) return 'checking';
  return needsModerator && !record.moderator_checked ? 'moderating' : 'completed';
}

export function DueIn({ atMs }: { readonly atMs: number }) {
  return <span>{messages.due(useLeftMs(atMs))}</span>;
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

export function FlightDetail({ flight, onClose }: { readonly flight: FlightView; readonly onClose: () => void }) {
  const store = useStore();
  const names = useNames();
  const { record, figures, dueAt } = flight;
  const { id } = record;
  const bay = bayOf(flight);
  const next = bay === 'checking' ? 'check' : 'moderate';
  return (
    <Detail label={text.title(id)} tone={bayTones[bay]} onClose={onClose}>
      <FlightImage flight={flight} isSmall={false} />
      <h2 className="detail-title">{text.title(id)}</h2>
      <p>
        <b className="stage">{text.bays[bay]}</b>{' '}
        <span className="dim">{dueAt === null ? text.nothingDue : <DueIn atMs={Date.parse(dueAt)} />}</span>
      </p>
      <CallForm
        className="figures"
        call={`flights.${next}`}
        fixed={{ id }}
        first={Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, String(figure ?? '')]))}
        // Always enabled: the emulator explains why a call is not allowed.
        submit={text.do[next]}
        done={text.moved[next](id)}
        actions={
          <Button onClick={() => store.act('flights.archive', { id }, text.moved.archive(id))}>{text.archive}</Button>
        }
      />
      <Facts
        facts={[
          [text.facts.received, text.received(Date.parse(`${record.created_at}Z`))],
          [text.facts.pilot, names.pilot(flight.pilot)],
          [text.facts.application, names.application(flight.clientId)],
          [text.facts.file, flight.fileName],
          [text.facts.sha256, flight.sha256],
        ]}
      />
    </Detail>
  );
}
