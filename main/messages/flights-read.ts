// How much of the flights has been read, as a message for the window and the command line.
import { message, type Message } from './message.ts';

/**
 * Returns null where there is nothing to add.
 * @param isAllowed whether the sign-in allows reading @param dayText writes a day such as `2026-10-12`
 */
export function flightsReadMessage(
  {
    status,
    flights,
    readAfter,
  }: { readonly status: string; readonly flights: number; readonly readAfter: string | null },
  isAllowed: boolean,
  dayText: (day: string) => string,
): Message | null {
  if (status === 'local') return message('shared.flights.local', { why: isAllowed ? null : 'permission' });
  if (status !== 'loading') return null;
  const day = readAfter === null ? '' : dayText(readAfter);
  return message('shared.flights.loading', { n: flights, hasDay: day !== '', day });
}
