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
  imageHash: null,
  name: 'a.png',
  bytes: 5,
  spool: `aa/${'a'.repeat(64)}.png`,
  attempt: 1,
  flightId: null,
  evidence: null,
  baselineId: null,
};
