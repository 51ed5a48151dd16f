// The flights in their bays, the open one, and the dialog that creates some without an upload.
import { useState } from 'react';
import { Button } from '../elements/button.tsx';
import type { FlightView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Form } from '../elements/form.tsx';
import { Empty, ListView, Tools, useOpened } from '../elements/list.tsx';
import type { ListRow } from '../elements/list.tsx';
import { bytes, signed } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { partiesOf, useParties } from '../people/parties.tsx';
import { useNames, usePart, useStore } from '../store/use-store.ts';
import { FlightDetail } from './flight-detail.tsx';
import { bayOf, bays, DueIn, FlightImage, SegmentTrack, segmentsOf } from './flight.tsx';
import './flights.css';

const text = messages.flights;
const unknownCode = '····';

export function FlightsView() {
  const store = useStore();
  const names = useNames();
  const page = usePart('flights');
  const opened = useOpened('flights');
  const [isMaking, setMaking] = useState(false);
  const flights = page?.items ?? [];
  const open = flights.find(({ record }) => String(record.id) === opened.openKey);

  const row = (flight: FlightView): ListRow => {
    const { record } = flight;
    const bay = bayOf(flight);
    return {
      key: String(record.id),
      label: flightLabel(flight),
      tone: `bay-${bay}`,
      cells: {
        picture: <FlightImage flight={flight} isSmall />,
        craft: (
          <>
            <b className="code mono">
              <bdi>{record.automated_checked ? record.aircraft : unknownCode}</bdi>
            </b>
            <span className="dim small">{text.title(record.id)}</span>
          </>
        ),
        subject: (
          <>
            <span className="code mono">
              <bdi>{record.icao_out || unknownCode}</bdi> <em>▸</em> <bdi>{record.icao_in || unknownCode}</bdi>
            </span>
            <span className="dim small">
              <bdi>{flight.fileName}</bdi> {bytes(flight.sizeBytes)}
            </span>
          </>
        ),
        progress: (
          <>
            <SegmentTrack states={segmentsOf(flight)} />
            <span className="stage small">{text.stages[bay]}</span>
          </>
        ),
        who: (
          <>
            <bdi>{names.pilot(flight.pilot)}</bdi>
            <bdi className="dim small">{names.application(flight.clientId)}</bdi>
          </>
        ),
        when:
          record.season_points === null ? (
            flight.dueAt === null ? (
              <span className="dim">{text.manual[bay]}</span>
            ) : (
              <DueIn atMs={Date.parse(flight.dueAt)} />
            )
          ) : (
            <b>{signed(Number(record.season_points))}</b>
          ),
      },
    };
  };

  return (
    <ListView
      opened={opened}
      label={messages.views.flights}
      groups={bays
        .map((bay) => ({ id: bay, title: text.bays[bay], items: flights.filter((one) => bayOf(one) === bay) }))
        .filter(({ items }) => items.length > 0)}
      keyOf={({ record }) => String(record.id)}
      renderRow={row}
      rowHigh={62}
      tools={
        <Tools title={messages.views.flights}>
          {page === null || page.next === null ? null : (
            <>
              <span className="dim">{text.newest(flights.length)}</span>
              <Button onClick={() => store.showMore('flights')}>{messages.showMore}</Button>
            </>
          )}
          <Button onClick={() => setMaking(true)}>{text.make}</Button>
          {isMaking ? <MakeFlights onClose={() => setMaking(false)} /> : null}
        </Tools>
      }
      empty={
        page === null ? null : (
          <Empty title={text.none}>
            <p>{text.tryThis}</p>
          </Empty>
        )
      }
      detail={open && <FlightDetail key={opened.openKey} flight={open} onClose={opened.close} />}
    />
  );
}

/** `Flight 4711, A20N, EDDF to LPPT, Completed`, for screen readers. */
function flightLabel(flight: FlightView): string {
  const { record, fileName } = flight;
  const bay = text.bays[bayOf(flight)];
  if (!record.automated_checked) return text.strip(record.id, visible(fileName), bay);
  const [aircraft, out, into] = [record.aircraft, record.icao_out, record.icao_in].map(visible);
  return text.checkedStrip(record.id, aircraft!, out!, into!, bay);
}

const stages = {
  fresh: {},
  moderator: { automatedChecked: true, needsModerator: true },
  completed: { automatedChecked: true, needsModerator: false },
  archived: { isArchived: true },
};

type Stage = keyof typeof stages;

function MakeFlights({ onClose }: { readonly onClose: () => void }) {
  const store = useStore();
  const parties = useParties();
  return (
    <Dialog title={text.make} onClose={onClose}>
      <Form
        fields={[
          { name: 'count', label: text.howMany, input: { type: 'number', min: 1, max: 10_000, required: true } },
          ...parties,
          { name: 'stage', label: text.howFar, choices: Object.entries(text.stageNames) },
        ]}
        first={{ count: '3', stage: 'fresh' }}
        submit={text.makeThem}
        onCancel={onClose}
        onSubmit={async (draft) => {
          const count = Number(draft['count']);
          const wanted = { count, ...partiesOf(draft), ...stages[draft['stage'] as Stage] };
          await store.call('flights.add', wanted);
          store.notify('done', text.made(count));
          onClose();
        }}
      />
    </Dialog>
  );
}
