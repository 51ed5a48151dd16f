// A flight record as it is right after an upload, with a test's changes.
import { emptyFlight, type Flight } from '../../main/contract/flight.ts';

export const flightOf = (more: Partial<Flight> = {}): Flight => ({
  ...emptyFlight,
  id: 1,
  date: '2026-05-12T11:58:00',
  dateAt: Date.UTC(2026, 4, 12, 11, 58),
  aircraft: 'UNKNOWN',
  createdAtText: '2026-05-12T12:00:00',
  createdAt: Date.UTC(2026, 4, 12, 12, 0),
  ...more,
});
