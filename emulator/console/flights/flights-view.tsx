// The flights in their bays, and the open one.
import type { FlightView } from '../../api-types.ts';
import { CallButton } from '../elements/call-form.tsx';
import { Empty, ListView, Tools, useOpened } from '../elements/list.tsx';
import type { ListRow } from '../elements/list.tsx';
import { bytes, signed } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { useNames, usePart } from '../store/use-store.ts';
import { bayOf, bays, bayTones, DueIn, FlightDetail, FlightImage } from './flight.tsx';
import './flights.css';

const text = messages.flights;
const unknownCode = '····';

export function FlightsView() {
  const names = useNames();
  const page = usePart('flights');
  const opened = useOpened('flights');
  const flights = page?.items ?? [];
  const open = flights.find(({ record }) => String(record.id) === opened.openKey);

  const row = (flight: FlightView): ListRow => {
    const { record } = flight;
    const bay = bayOf(flight);
    return {
      key: String(record.id),
      tone: bayTones[bay],
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
        who: (
          <>
            <bdi>{names.pilot(flight.pilot)}</bdi>
            <bdi className="dim small">{names.application(flight.clientId)}</bdi>
          </>
        ),
        when:
          record.season_points !== null ? (
            <b>{signed(Number(record.season_points))}</b>
          ) : flight.dueAt !== null ? (
            <DueIn atMs={Date.parse(flight.dueAt)} />
          ) : null,
      },
    };
  };

  return (
    <ListView
      opened={opened}
      groups={bays
        .map((bay) => ({ id: bay, title: text.bays[bay], items: flights.filter((one) => bayOf(one) === bay) }))
        .filter(({ items }) => items.length > 0)}
      keyOf={({ record }) => String(record.id)}
      renderRow={row}
      rowHigh={62}
      tools={
        <Tools title={messages.views.flights}>
          {page === null || page.next === null ? null : <span className="dim">{text.newest(flights.length)}</span>}
          <CallButton
            call="flights.add"
            title={text.make}
            members={['count', 'pilot', 'clientId', 'automatedChecked', 'needsModerator', 'isArchived']}
            first={{ count: '3' }}
          />
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
