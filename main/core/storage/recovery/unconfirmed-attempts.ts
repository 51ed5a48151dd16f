// Compares a database that may have lost commits with the attempt journal and the spool. A report that may have been
// sent is not sent again before a lookup or the pilot's decision; an image in the spool without a report becomes a held
// report.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failures } from '../../messages/failures.ts';
import type { Database } from '../database/database.ts';
import type { AttemptLine, AttemptJournalFile } from '../files/attempt-journal.ts';
import type { Attempt } from '../tables/jobs.ts';

export type UnconfirmedAttempts = {
  /** Reports restored from the spool. */
  readonly restored: number;
  /** Reports that may have been sent. */
  readonly outcomeUnknown: number;
};

/** `at` is when the attempt began, `lastAt` when its last line was written. */
type LastLine = AttemptLine & { readonly lastAt: number };

/**
 * `isTailLost`: the last commits may be missing, so that images in the spool may have no report. `profile` is for
 * images of which nothing else is known.
 */
export function settleUnconfirmedAttempts(
  database: Database,
  given: { journal: AttemptJournalFile; spoolDir: string; isTailLost: boolean; profile: string; now: number },
): UnconfirmedAttempts {
  const { journal, now } = given;
  const last = new Map<string, LastLine>();
  for (const line of journal.lines) {
    const key = `${line.profile} ${line.sha256} ${line.accountId}`;
    const before = last.get(key);
    // The end of an attempt has no baseline.
    last.set(key, {
      ...line,
      baselineId: line.baselineId ?? before?.baselineId ?? null,
      at: line.what === 'began' ? line.at : (before?.at ?? line.at),
      lastAt: line.at,
    });
  }
  bringBackAccounts(database, last.values());
  let outcomeUnknown = 0;
  const ofContent = database.prepare(
    `SELECT id, state, attempts FROM jobs WHERE profile = ? AND sha256 = ? AND removed_at IS NULL
     AND (account_id IS ? OR account_id IS NULL) ORDER BY account_id IS NULL, id DESC LIMIT 1`,
  );
  // It was sent as this pilot: it must not go to the next pilot who signs in.
  const own = database.prepare(
    'UPDATE jobs SET account_id = :account WHERE id = :id AND account_id IS NULL AND EXISTS (SELECT 1 FROM accounts WHERE id = :account)',
  );
  for (const line of last.values()) {
    const row = ofContent.get(line.profile, line.sha256, line.accountId);
    if (!row || row['state'] === 'uploaded') continue;
    const id = Number(row['id']);
    own.run({ id, account: line.accountId });
    if (line.what === 'uploaded') {
      // The answer came, and only the database lost it.
      if (Number(row['attempts']) <= line.attempt) markUploaded(database, id, line, now);
    } else if (Number(row['attempts']) < line.attempt) {
      // `waiting`, `rejected`: the service does not have it. `held` means that nothing tells.
      const isOpen = line.what !== 'waiting' && line.what !== 'rejected' && line.what !== 'removed';
      database.prepare('UPDATE jobs SET attempts = ? WHERE id = ?').run(line.attempt, id);
      if (!isOpen) continue;
      outcomeUnknown += 1;
      database
        .prepare("UPDATE jobs SET state = 'unconfirmed', since = ?, reason = ?, attempt = ? WHERE id = ?")
        .run(now, JSON.stringify(failures.answerLost(null)), JSON.stringify(attemptOf(line, now)), id);
    }
  }

  if (given.isTailLost && journal.began === null) {
    // Without a journal, nothing tells which waiting reports were sent.
    const { changes } = database
      .prepare(
        `UPDATE jobs SET state = 'held', reason = ?, since = ?,
           attempt = json_object('startedAt', since, 'endedAt', ?, 'baselineId', 0, 'lookups', 0)
         WHERE state = 'waiting' AND removed_at IS NULL`,
      )
      .run(JSON.stringify(failures.rescuedUnconfirmed()), now, now);
    outcomeUnknown += Number(changes);
  }
  const back = given.isTailLost
    ? restoreFromSpool(database, given, [...last.values()])
    : { restored: 0, outcomeUnknown: 0 };
  return { restored: back.restored, outcomeUnknown: outcomeUnknown + back.outcomeUnknown };
}

/** A restored account is the same pilot's at the next sign-in; otherwise the same image would be sent again. */
function bringBackAccounts(database: Database, lines: Iterable<AttemptLine>) {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO accounts (id, profile, subject, created_at, used_at, signed_out) VALUES (?, ?, ?, 0, 0, 1)',
  );
  const name = database.prepare(
    'UPDATE OR IGNORE accounts SET subject = ? WHERE id = ? AND profile = ? AND subject IS NULL AND used_at = 0',
  );
  for (const { accountId, profile, subject } of lines) {
    if (accountId === null) continue;
    insert.run(accountId, profile, subject);
    if (subject !== null) name.run(subject, accountId, profile);
  }
}

const attemptOf = (line: AttemptLine, now: number): Attempt => ({
  startedAt: line.at,
  endedAt: now,
  baselineId: line.baselineId ?? 0,
  lookups: 0,
});

/** A record belongs to one report. */
function markUploaded(database: Database, id: number, line: AttemptLine, now: number) {
  const { flightId, accountId } = line;
  const isFlightUsed =
    flightId === null ||
    database
      .prepare('SELECT 1 FROM jobs WHERE account_id = ? AND flight_id = ? AND removed_at IS NULL')
      .get(accountId, flightId) !== undefined;
  database
    .prepare(
      `UPDATE jobs SET state = 'uploaded', evidence = 'answered', since = ?, reason = NULL, attempt = NULL, attempts = ?,
         flight_id = ?, uploaded_at = ? WHERE id = ?`,
    )
    .run(now, line.attempt, isFlightUsed ? null : flightId, line.at, id);
}

const spooledName = /^([0-9a-f]{2})[\\/](\1[0-9a-f]{62})\.(png|jpg)$/;

/** Images in the spool that no report names, in any profile, even one that was removed. */
function restoreFromSpool(
  database: Database,
  given: { journal: AttemptJournalFile; spoolDir: string; profile: string; now: number },
  lines: readonly LastLine[],
): UnconfirmedAttempts {
  const { journal, spoolDir, now } = given;
  const byContent = new Map(lines.map((line) => [line.sha256, line]));
  // A removed report names the image of that time, not one that was added again later.
  const isNamed = database.prepare(
    'SELECT 1 FROM jobs WHERE sha256 = ? AND (removed_at IS NULL OR removed_at >= ?) LIMIT 1',
  );
  const hasAccount = database.prepare('SELECT 1 FROM accounts WHERE id = ? AND profile = ?');
  const insert = database.prepare(
    `INSERT INTO jobs (profile, account_id, sha256, name, bytes, media_type, spool, source, added_at, state, since, reason, attempts, attempt)
     VALUES (:profile, :accountId, :sha256, :name, :bytes, :mediaType, :spool, '{"kind":"dropped"}', :addedAt, 'held', :now, :reason, :attempts, :attempt)`,
  );
  let restored = 0;
  let outcomeUnknown = 0;
  for (const spool of spooledNames(spoolDir)) {
    const [, , sha256, extension] = spooledName.exec(spool) ?? [];
    if (sha256 === undefined) continue;
    const info = statSync(join(spoolDir, spool), { throwIfNoEntry: false });
    if (!info?.isFile() || isNamed.get(sha256, info.mtimeMs)) continue;
    const known = byContent.get(sha256) ?? null;
    if (known?.what === 'removed' && known.lastAt >= info.mtimeMs) continue;
    // A removed report was never sent, and neither was an image added after that.
    const line = known?.what === 'removed' ? null : known;
    // A clock that was set back, or a copied folder, makes an image look older, never younger than the journal.
    const wasNeverSent = line === null && journal.began !== null && info.mtimeMs >= journal.began;
    const attempt = line
      ? attemptOf(line, now)
      : { startedAt: Math.round(info.mtimeMs), endedAt: now, baselineId: 0, lookups: 0 };
    const isOwned = known?.accountId != null && hasAccount.get(known.accountId, known.profile) !== undefined;
    const { lastInsertRowid } = insert.run({
      profile: known?.profile ?? given.profile,
      accountId: isOwned ? known.accountId : null,
      sha256,
      name: known?.name ?? `screenshot-${sha256.slice(0, 8)}.${extension}`,
      bytes: info.size,
      mediaType: extension === 'png' ? 'image/png' : 'image/jpeg',
      spool,
      addedAt: Math.round(info.mtimeMs),
      now,
      reason: JSON.stringify(wasNeverSent ? failures.rescuedUnsent() : failures.rescuedUnconfirmed()),
      attempts: line?.attempt ?? 0,
      attempt: wasNeverSent ? null : JSON.stringify(attempt),
    });
    restored += 1;
    if (line?.what === 'uploaded' && isOwned) markUploaded(database, Number(lastInsertRowid), line, now);
    else if (!wasNeverSent) outcomeUnknown += 1;
  }
  return { restored, outcomeUnknown };
}

/** The files in the spool, as `ab/abcd….png`, as jobs name them. */
export function spooledNames(spoolDir: string): string[] {
  const namesIn = (folder: string) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  return namesIn(spoolDir)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => namesIn(join(spoolDir, name)).map((file) => join(name, file)));
}
