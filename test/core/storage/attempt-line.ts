import type { AttemptLine } from '../../../main/core/storage/files/attempt-journal.ts';

/** The beginning of an attempt, for the journal. */
export const attemptLine: AttemptLine = {
  at: 1,
  what: 'began',
  profile: 'demo',
  jobId: 1,
  accountId: null,
  subject: null,
  sha256: 'a'.repeat(64),
  name: 'a.png',
  attempt: 1,
  flightId: null,
  baselineId: null,
};
