// One flight as a strip: image, aircraft, route, stage, due time, points.
import { memo } from 'react';
import type { FlightView } from '../../api-types.ts';
import { isSelecting } from '../elements/is-selecting.ts';
import { useNames } from '../elements/names.tsx';
import { bytes } from '../format/bytes.ts';
import { signed } from '../format/number.ts';
import { useLeftMs } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { FlightImage } from './flight-image.tsx';
import { aircraftOf, flightLabel, routeEndsOf } from './flight-labels.ts';
import { bayOf, segmentsOf } from './stage.ts';
import type { SegmentState } from './stage.ts';
import type { KeyboardEvent } from 'react';

export const FlightStrip = memo(function FlightStrip({
  flight,
  isOpen,
  onOpen,
}: {
  readonly flight: FlightView;
  readonly isOpen: boolean;
  readonly onOpen: (id: number) => void;
}) {
  const { record } = flight;
  const names = useNames();
  const bay = bayOf(flight);
  const [out, into] = routeEndsOf(flight);
  return (
    // The button on top handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li className={`strip bay-${bay}`} data-selected={isOpen} onClick={() => isSelecting() || onOpen(record.id)}>
      <button type="button" className="strip-open" data-strip aria-label={flightLabel(flight)} aria-expanded={isOpen} />
      <span className="edge" />
      <FlightImage flight={flight} isSmall />
      <span className="cell craft">
        <b className="code mono">
          <bdi>{aircraftOf(flight)}</bdi>
        </b>
        <span className="dim small">{messages.flights.title(record.id)}</span>
      </span>
      <span className="cell subject">
        <span className="route mono">
          <bdi>{out}</bdi> <em>▸</em> <bdi>{into}</bdi>
        </span>
        <span className="dim small">
          <bdi>{flight.fileName}</bdi> <span className="file-size">{bytes(flight.sizeBytes)}</span>
        </span>
      </span>
      <span className="cell progress">
        <SegmentTrack states={segmentsOf(flight)} />
        <span className="stage small">{messages.flights.stages[bay]}</span>
      </span>
      <span className="cell who">
        <bdi>{names.pilot(flight.pilot)}</bdi>
        <bdi className="dim small">{names.application(flight.clientId)}</bdi>
      </span>
      <span className="when">
        {record.season_points === null ? <Due flight={flight} /> : <b>{signed(Number(record.season_points))}</b>}
      </span>
    </li>
  );
});

function Due({ flight }: { readonly flight: FlightView }) {
  return flight.dueAt === null ? (
    <span className="dim">{messages.flights.manual[bayOf(flight)]}</span>
  ) : (
    <DueIn atMs={Date.parse(flight.dueAt)} />
  );
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

/** Arrow keys move between strips, across bays. */
export function moveInStrips(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const strips = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-strip]')];
  const place = strips.indexOf(document.activeElement as HTMLElement);
  const next = step === undefined || place === -1 ? undefined : strips[place + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.closest('li')?.scrollIntoView({ block: 'nearest' });
}
