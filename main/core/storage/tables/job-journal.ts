// Writes the beginning and the end of each attempt to the attempt journal, before the database: its record of an
// attempt may be lost.
import type { Database } from '../database/database.ts';
import type { AttemptJournal } from '../files/attempt-journal.ts';
import type { JobChange } from './job.ts';

export function createJobJournal(database: Database, profile: string, journal: AttemptJournal) {
  const attempted = database.prepare(
    `SELECT account_id AS accountId, sha256, image_hash AS imageHash, name, bytes, spool, state, attempts
     FROM jobs WHERE profile = :profile AND id = :id`,
  );
  const subjectOf = database.prepare('SELECT subject FROM accounts WHERE id = ?');

  return (id: number, now: number, change: JobChange) => {
    const isMoved = change.removedAt !== undefined;
    if (change.state === undefined && !isMoved) return;
    // The attempt's end is still not known.
    if (change.evidence === 'inferred') return;
    const row = attempted.get({ profile, id });
    if (!row) return;
    const isBeginning = change.state === 'uploading';
    const isEnd =
      isMoved || change.state === 'uploaded' || row['state'] === 'uploading' || row['state'] === 'unconfirmed';
    if (!isBeginning && !isEnd) return;
    const accountId = change.accountId ?? (row['accountId'] as number | null);
    const subject = subjectOf.get(accountId)?.['subject'] as string | null | undefined;
    journal.write(
      {
        at: now,
        what: isBeginning ? 'began' : isMoved && change.removedAt !== null ? 'removed' : (change.state ?? 'waiting'),
        profile,
        jobId: id,
        accountId,
        subject: subject ?? null,
        sha256: String(row['sha256']),
        imageHash: row['imageHash'] as string | null,
        name: String(row['name']),
        bytes: Number(row['bytes']),
        spool: String(row['spool']),
        attempt: change.attempts ?? Number(row['attempts']),
        flightId: change.flightId ?? null,
        evidence: change.evidence ?? null,
        baselineId: change.attempt?.baselineId ?? null,
      },
      isBeginning,
    );
  };
}
