// The labels of a flight; unknown values are shown as such.
import type { FlightView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { countdown } from '../format/span.ts';
import { messages } from '../messages/messages.ts';
import { bayOf } from './stage.ts';

export const aircraftOf = ({ record }: FlightView): string =>
  record.automated_checked ? record.aircraft : messages.unknownCode;

export const routeEndsOf = ({ record }: FlightView): [string, string] => [
  record.icao_out || messages.unknownCode,
  record.icao_in || messages.unknownCode,
];

/** `flight 4711, A20N, EDDF to LPPT, completed`, for screen readers. */
export function flightLabel(flight: FlightView): string {
  const { record } = flight;
  const known = record.automated_checked
    ? [record.aircraft, messages.flights.route(record.icao_out, record.icao_in)]
    : [flight.fileName];
  return [messages.flights.number(record.id), ...known.map(visible), messages.flights.bays[bayOf(flight)]].join(', ');
}

/** The time until the next check. */
export const dueLabel = (leftMs: number): string =>
  leftMs <= 0 ? messages.flights.dueNow : messages.flights.dueIn(countdown(leftMs));
