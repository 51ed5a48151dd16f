// Shows a flight with its image and figures, and approves or archives it.
import { useEffect, useRef, useState } from 'react';
import type { FlightView } from '../../api-types.ts';
import { Icon } from '../elements/icon.tsx';
import { useNames } from '../elements/names.tsx';
import { useConsole, useServiceNow } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { changesIn, draftOf } from './figures-form.tsx';
import { FiguresForm } from './figures-form.tsx';
import { FlightImage } from './flight-image.tsx';
import { DueIn } from './flight-strip.tsx';
import { SegmentTrack } from './flight-strip.tsx';
import { bayOf, segmentsOf } from './stage.ts';

export function ModerationPanel({ flight, onClose }: { readonly flight: FlightView; readonly onClose: () => void }) {
  const store = useConsole();
  const names = useNames();
  const now = useServiceNow();
  const panel = useRef<HTMLElement>(null);
  const [draft, setDraft] = useState(() => draftOf(flight.figures));
  const { record } = flight;
  const bay = bayOf(flight);

  useEffect(() => {
    if (matchMedia('(max-width: 1099px)').matches) panel.current?.focus();
  }, []);

  const act = async (does: () => Promise<FlightView>, notice: string) => {
    const moved = await store.act(does, notice);
    store.parts.flights.refresh();
    if (moved !== null) setDraft(draftOf(moved.figures));
  };
  const changes = changesIn(draft, flight.figures);
  const hasChanges = Object.keys(changes).length > 0;
  const next = bay === 'checking' ? 'check' : 'moderate';
  const facts: [string, string][] = [
    [messages.flights.facts.received, messages.flights.received(Date.parse(`${record.created_at}Z`), now)],
    [messages.flights.facts.pilot, names.pilot(flight.pilot)],
    [messages.flights.facts.application, names.application(flight.clientId)],
    [messages.flights.facts.file, flight.fileName],
    [messages.flights.facts.sha256, flight.sha256],
  ];

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere within
    <aside
      ref={panel}
      className={`detail bay-${bay}`}
      tabIndex={-1}
      aria-label={messages.flights.moderation(record.id)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <button type="button" className="icon-button detail-close" aria-label={messages.close} onClick={onClose}>
        <Icon name="close" />
      </button>
      <FlightImage flight={flight} isSmall={false} />
      <h2 className="detail-title">{messages.flights.title(record.id)}</h2>
      <div className="moderation-stage">
        <SegmentTrack states={segmentsOf(flight)} />
        <p>
          <b className="stage">{messages.flights.stages[bay]}</b>
          <span className="dim">
            {' '}
            {flight.dueAt === null ? messages.flights.nothingDue : <DueIn atMs={Date.parse(flight.dueAt)} />}
          </span>
        </p>
      </div>
      <form
        className="form moderation-form"
        onSubmit={(event) => {
          event.preventDefault();
          void act(() => store.calls.flights[next](record.id, changes), messages.flights.moved[next](record.id));
        }}
      >
        <FiguresForm
          draft={draft}
          isReadOnly={bay === 'archived' || record.moderator_checked}
          onChange={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
        />
        <div className="actions">
          {/* Always enabled: the emulator explains why a call is not allowed. */}
          <button type="submit" className="button main-button">
            {hasChanges ? messages.flights.doWith[next] : messages.flights.do[next]}
          </button>
          <button
            type="button"
            className="button"
            onClick={() =>
              void act(() => store.calls.flights.archive(record.id), messages.flights.moved.archive(record.id))
            }
          >
            {messages.flights.archive}
          </button>
          {hasChanges ? (
            <button type="button" className="link-button" onClick={() => setDraft(draftOf(flight.figures))}>
              {messages.flights.asFound}
            </button>
          ) : null}
        </div>
      </form>
      <dl className="fields">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
