// The flights in their bays, and the moderation panel.
import { useState } from 'react';
import { Empty } from '../elements/empty.tsx';
import { number } from '../format/number.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { ModerationPanel } from './moderation-panel.tsx';
import { FlightStrip } from './flight-strip.tsx';
import { MakeFlights } from './make-flights.tsx';
import { bayOf, bays } from './stage.ts';
import { moveInStrips } from './flight-strip.tsx';

export function FlightsView() {
  const store = useConsole();
  const page = usePart('flights').value;
  const [openId, setOpenId] = useState<number | null>(null);
  const flights = page?.items ?? [];
  const open = flights.find(({ record }) => record.id === openId);
  const close = () => {
    setOpenId(null);
    document.querySelector<HTMLElement>('.strip[data-selected="true"] [data-strip]')?.focus();
  };
  return (
    <div className="beside" data-open={open !== undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows go from strip to strip */}
      <div className="page board" onKeyDown={moveInStrips}>
        <div className="page-head">
          <h2>{messages.views.flights}</h2>
          <MakeFlights />
        </div>
        {page !== null && flights.length === 0 ? (
          <Empty title={messages.flights.none}>
            <p>{messages.flights.tryThis}</p>
          </Empty>
        ) : null}
        {bays.map((bay) => {
          const inBay = flights.filter((flight) => bayOf(flight) === bay);
          if (inBay.length === 0) return null;
          return (
            <section key={bay} aria-label={messages.flights.bays[bay]}>
              <h3 className={`bay-name bay-${bay}`}>
                {messages.flights.bays[bay]} <span>{number(inBay.length)}</span>
              </h3>
              <ul className="strips">
                {inBay.map((flight) => (
                  <FlightStrip
                    key={flight.record.id}
                    flight={flight}
                    isOpen={flight.record.id === openId}
                    onOpen={setOpenId}
                  />
                ))}
              </ul>
            </section>
          );
        })}
        {page === null || page.next === null ? null : (
          <p className="more">
            <button type="button" className="button" onClick={store.wantMoreFlights}>
              {messages.showMore}
            </button>
            <span className="dim">{messages.flights.newest(flights.length)}</span>
          </p>
        )}
      </div>
      {open === undefined ? null : <ModerationPanel key={open.record.id} flight={open} onClose={close} />}
    </div>
  );
}
