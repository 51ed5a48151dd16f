// Whether an attempt may have made a record (0020). Pure, and closed: a new outcome does not compile until it is
// answered.
import type { UploadOutcome } from './flight-client.ts';

/** True if the service may have a record of it: then nothing is sent again without a lookup or the pilot's decision. */
export function outcomeUnknown(outcome: UploadOutcome): boolean {
  switch (outcome.kind) {
    case 'accepted-unread':
    case 'lost':
    case 'not-permitted':
    case 'absent':
    case 'server-error':
    case 'refused-by-gateway':
    case 'captive-portal':
    case 'not-understood':
      return true;
    case 'unauthorized':
      return outcome.outcomeUnknown === true;
    case 'stopped':
      return outcome.mayHaveArrived;
    case 'accepted':
    case 'unreachable':
    case 'too-fast':
    case 'rate-limited':
    case 'scope-missing':
    case 'write-not-enabled':
    case 'file-rejected':
    case 'file-too-large':
      return false;
  }
}
