// The labels of a flight; unknown values are shown as such.
import type { FlightView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { messages } from '../messages/messages.ts';
import { bayOf } from './stage.ts';

const unknownCode = '····';

export const aircraftOf = ({ record }: FlightView): string =>
  record.automated_checked ? record.aircraft : unknownCode;

export const routeEndsOf = ({ record }: FlightView): [string, string] => [
  record.icao_out || unknownCode,
  record.icao_in || unknownCode,
];

/** `Flight 4711, A20N, EDDF to LPPT, Completed`, for screen readers. */
export function flightLabel(flight: FlightView): string {
  const { record, fileName } = flight;
  const bay = messages.flights.bays[bayOf(flight)];
  return record.automated_checked
    ? messages.flights.checkedStrip(
        record.id,
        visible(record.aircraft),
        visible(record.icao_out),
        visible(record.icao_in),
        bay,
      )
    : messages.flights.strip(record.id, visible(fileName), bay);
}
