// What is said of a report that the service has not answered for: the same words wherever it is shown.
import { isInferred } from '../../contract/evidence.ts';
import { message, type Message } from '../../messages/message.ts';

type Report = Parameters<typeof isInferred>[0] & { readonly flightId: number | null };

/** Null if the service answered, or if it isn't uploaded at all. */
export function unansweredMessage(report: Report): Message | null {
  const { state, evidence, flightId: flight } = report;
  if (isInferred(report)) return message('explain.inferred', { flight: flight ?? 0 });
  return state === 'uploaded' && evidence === 'unknown' ? message('explain.confirmedByPilot') : null;
}
