// Determines afterwards at which point a kill happened, from the disk and the emulator's journal.
import type { FlightView, JournalEntry } from '../../../emulator/api-types.ts';
import type { KeptJob } from './kept-jobs.ts';

export const hits = [
  'idle or waiting',
  'while files were added',
  'while a sign-in was refreshed',
  'while a lost answer was looked up',
  'before the upload began',
  'while the body was sent',
  'while the answer was sent',
  'between the answer and the disk',
] as const;
export type Hit = (typeof hits)[number];

/** The emulator writes whole milliseconds, and its clock is set again after each kill. */
const clocksApartMs = 1_000;

/** `lately`: the journal's entries of this run of the companion. */
export function whereItHit(
  jobs: readonly KeptJob[],
  flights: readonly FlightView[],
  lately: readonly JournalEntry[],
  isTakingIn: boolean,
): Hit {
  const uploading = jobs.find((job) => job.state === 'uploading');
  const last = lately.at(-1);
  if (uploading) {
    const upload = lately.findLast((entry) => entry.method === 'POST' && entry.path === '/api/v1/flights');
    const hasRecord = flights.some((flight) => flight.sha256 === uploading.sha256);
    if (upload?.outcome === 'gone') return hasRecord ? 'while the answer was sent' : 'while the body was sent';
    if (hasRecord) return 'between the answer and the disk';
    // An answer to this attempt: a rejection, or one from a fault.
    const { startedAt = 0 } = JSON.parse(uploading.attempt ?? '{}') as { startedAt?: number };
    const isOfAttempt = upload !== undefined && Date.parse(upload.at) >= startedAt - clocksApartMs;
    return isOfAttempt ? 'between the answer and the disk' : 'before the upload began';
  }
  if (last?.outcome === 'gone' && last.path === '/oauth/token') return 'while a sign-in was refreshed';
  if (last?.outcome === 'gone' && jobs.some((job) => job.state === 'unconfirmed')) {
    return 'while a lost answer was looked up';
  }
  if (jobs.some((job) => job.state === 'unconfirmed') && last?.method === 'GET')
    return 'while a lost answer was looked up';
  return isTakingIn ? 'while files were added' : 'idle or waiting';
}
