// The colour and the label of the outcome of a request.
import type { JournalEntry } from '../../api-types.ts';
import { messages } from '../messages/messages.ts';

/** `well`: success, `refused`: error, `fault`: a fault applied, `open`: in progress. */
type Tone = 'well' | 'refused' | 'fault' | 'open';

export function toneOf(entry: JournalEntry): Tone {
  if (entry.outcome === 'open') return 'open';
  if (entry.fault !== null) return 'fault';
  return isRefused(entry) ? 'refused' : 'well';
}

export const isRefused = ({ status, outcome, path, rule }: JournalEntry): boolean => {
  if (outcome === 'open') return false;
  if (outcome !== 'answered' || status === null || status >= 400) return true;
  // Authorization errors are redirects with an error code (RFC 6749 §4.1.2.1).
  return status >= 300 && path === '/oauth/authorize' && refusedSignIn.test(rule ?? '');
};

const refusedSignIn = /^(?:invalid_|unsupported_|unauthorized_|access_denied|server_error|temporarily_)/;

/** `200`, `dropped`, `in progress` */
export function statusLabel({ status, outcome }: JournalEntry): string {
  if (outcome === 'answered') return String(status ?? messages.requests.outcomes.answered);
  return messages.requests.outcomes[outcome];
}
