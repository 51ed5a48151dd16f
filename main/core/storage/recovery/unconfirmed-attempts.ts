// Compares a database that may have lost changes with the attempt journal and the spool. A report that was uploaded is
// not sent again, one that may have been is looked up first or the pilot is asked, and an image in the spool without a
// report becomes a held report.
import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { failures } from '../../messages/failures.ts';
import type { Database } from '../database/database.ts';
import type { AttemptLine, AttemptJournalFile } from '../files/attempt-journal.ts';
import type { Attempt } from '../tables/job.ts';

export type UnconfirmedAttempts = {
  /** Reports whose rows were lost: from the spool, or from the journal. */
  readonly restored: number;
  /** Reports that may have been sent. */
  readonly outcomeUnknown: number;
};

/** `at` is when the attempt began, `lastAt` when its last line was written. */
type LastLine = AttemptLine & { readonly lastAt: number };
type Image = { readonly sha256: string; readonly spool: string; readonly bytes: number; readonly at: number };

/**
 * `knownUntil`: when the database was complete (epoch ms), such as that of a backup. `profile` is for images of which
 * nothing else is known.
 */
export function settleUnconfirmedAttempts(
  database: Database,
  given: { journal: AttemptJournalFile; spoolDir: string; knownUntil: number; profile: string; now: number },
): UnconfirmedAttempts {
  const { journal, now } = given;
  const lines = lastLines(journal);
  const images = new Map(imagesIn(given.spoolDir).map((image) => [image.sha256, image]));
  let restored = 0;
  let outcomeUnknown = 0;
  bringBackAccounts(database, lines);

  // Written as in the indexes of images and contents: there may be thousands of lines.
  const ofImage = database.prepare(
    `SELECT id, state, attempts, added_at AS addedAt FROM jobs
     WHERE profile = :profile AND IFNULL(account_id, 0) IN (0, :account) AND removed_at IS NULL
       AND (IFNULL(image_hash, sha256) IN (:imageHash, :sha256) OR sha256 = :sha256)
     ORDER BY account_id IS NULL, id DESC LIMIT 1`,
  );
  const keyOf = (profile: unknown, sha256: unknown, accountId: unknown) => JSON.stringify([profile, sha256, accountId]);
  const removedAt = new Map(
    database
      .prepare(
        `SELECT profile, sha256, account_id AS accountId, MAX(removed_at) AS at FROM jobs
         WHERE removed_at IS NOT NULL GROUP BY profile, sha256, account_id`,
      )
      .all()
      .map((row) => [keyOf(row['profile'], row['sha256'], row['accountId']), Number(row['at'])]),
  );
  /** When each image was named last; infinite while a report names it. */
  const namedUntil = new Map(
    database
      .prepare('SELECT sha256, MAX(IFNULL(removed_at, 9e15)) AS until FROM jobs GROUP BY sha256')
      .all()
      .map((row) => [String(row['sha256']), Number(row['until'])]),
  );
  // It was sent as this pilot: it must not go to the next pilot who signs in.
  const own = database.prepare(
    'UPDATE jobs SET account_id = :account WHERE id = :id AND account_id IS NULL AND EXISTS (SELECT 1 FROM accounts WHERE id = :account)',
  );
  const unconfirm = database.prepare(
    "UPDATE jobs SET state = 'unconfirmed', since = ?, reason = ?, attempt = ?, flight_id = NULL, evidence = NULL WHERE id = ?",
  );
  // Declined: a folder whose ledger is older does not add its file again.
  const remove = database.prepare("UPDATE jobs SET state = 'declined', removed_at = ? WHERE id = ?");

  /** `waiting`, `rejected`: the service does not have it. `held` means that nothing tells. */
  const isOpen = ({ what }: AttemptLine) => !['uploaded', 'removed', 'waiting', 'rejected'].includes(what);

  function settleRow(row: Record<string, unknown>, line: LastLine) {
    const id = Number(row['id']);
    const attempts = Number(row['attempts']);
    own.run({ id, account: line.accountId });
    if (line.what === 'removed') {
      // One that was added after that stays.
      if (Number(row['addedAt']) < line.lastAt) remove.run(line.lastAt, id);
      return;
    }
    const isUploaded = row['state'] === 'uploaded';
    if (line.what === 'uploaded') {
      if (attempts < line.attempt || (attempts === line.attempt && !isUploaded)) markUploaded(database, id, line, now);
    } else if (attempts < line.attempt) {
      database.prepare('UPDATE jobs SET attempts = ? WHERE id = ?').run(line.attempt, id);
      if (!isOpen(line)) return;
      outcomeUnknown += 1;
      unconfirm.run(now, JSON.stringify(failures.answerLost(null)), JSON.stringify(attemptOf(line, now)), id);
    }
  }

  const hasAccount = database.prepare('SELECT 1 FROM accounts WHERE id = ? AND profile = ?');
  const insert = database.prepare(
    `INSERT OR IGNORE INTO jobs (profile, account_id, sha256, image_hash, name, bytes, media_type, spool, source, added_at, state, since, reason, attempts, attempt)
     VALUES (:profile, :account, :sha256, :imageHash, :name, :bytes, :mediaType, :spool, '{"kind":"dropped"}', :addedAt, 'held', :now, :reason, :attempts, :attempt)`,
  );
  function insertHeld(image: Image, line: LastLine | null, attempt: Attempt | null): number | null {
    const isOwned = line?.accountId != null && hasAccount.get(line.accountId, line.profile) !== undefined;
    const { changes, lastInsertRowid } = insert.run({
      profile: line?.profile ?? given.profile,
      account: isOwned ? line.accountId : null,
      sha256: image.sha256,
      imageHash: line?.imageHash ?? null,
      name: line?.name ?? `screenshot-${image.sha256.slice(0, 8)}${extname(image.spool)}`,
      bytes: image.bytes,
      mediaType: image.spool.endsWith('.png') ? 'image/png' : 'image/jpeg',
      spool: image.spool,
      addedAt: Math.round(image.at),
      now,
      reason: JSON.stringify(attempt ? failures.rescuedUnconfirmed() : failures.rescuedUnsent()),
      attempts: attempt ? (line?.attempt ?? 0) : 0,
      attempt: attempt && JSON.stringify(attempt),
    });
    return changes === 1 ? Number(lastInsertRowid) : null;
  }

  for (const line of lines) {
    const { profile, sha256, imageHash, accountId } = line;
    const row = ofImage.get({ profile, sha256, imageHash: imageHash ?? sha256, account: accountId ?? 0 });
    if (row) {
      settleRow(row, line);
      continue;
    }
    const isKnown = (removedAt.get(keyOf(profile, sha256, accountId)) ?? 0) >= line.lastAt;
    if (isKnown || line.what === 'waiting' || line.what === 'rejected') continue;
    const image = images.get(sha256) ?? { sha256, spool: line.spool, bytes: line.bytes, at: line.at };
    const id = insertHeld(image, line, attemptOf(line, now));
    if (id === null) continue;
    if (line.what === 'removed') {
      remove.run(line.lastAt, id);
      namedUntil.set(sha256, Math.max(namedUntil.get(sha256) ?? 0, line.lastAt));
      continue;
    }
    namedUntil.set(sha256, Number.POSITIVE_INFINITY);
    restored += 1;
    if (line.what === 'uploaded') markUploaded(database, id, line, now);
    else outcomeUnknown += 1;
  }

  // Without a journal since then, nothing tells which waiting reports were sent.
  if (journal.began === null || journal.began > given.knownUntil) {
    const { changes } = database
      .prepare(
        `UPDATE jobs SET state = 'held', reason = ?, since = ?,
           attempt = json_object('startedAt', since, 'endedAt', ?, 'baselineId', 0, 'lookups', 0)
         WHERE state = 'waiting' AND removed_at IS NULL`,
      )
      .run(JSON.stringify(failures.rescuedUnconfirmed()), now, now);
    outcomeUnknown += Number(changes);
  }

  const byContent = new Map(lines.map((line) => [line.sha256, line]));
  for (const image of images.values()) {
    if ((namedUntil.get(image.sha256) ?? 0) >= image.at) continue;
    // A removed report was never sent. A clock that was set back, or a copied folder, makes an image look older, never
    // younger than the journal.
    const line = byContent.get(image.sha256) ?? null;
    const wasNeverSent = line !== null || (journal.began !== null && image.at >= journal.began);
    const attempt = { startedAt: Math.round(image.at), endedAt: now, baselineId: 0, lookups: 0 };
    if (insertHeld(image, line, wasNeverSent ? null : attempt) === null) continue;
    restored += 1;
    if (!wasNeverSent) outcomeUnknown += 1;
  }
  return { restored, outcomeUnknown };
}

/** The last line of each report. */
function lastLines(journal: AttemptJournalFile): LastLine[] {
  const last = new Map<string, LastLine>();
  for (const line of journal.lines) {
    const key = `${line.profile} ${line.sha256} ${line.accountId}`;
    const before = last.get(key);
    last.set(key, {
      ...line,
      // The end of an attempt has no baseline.
      baselineId: line.baselineId ?? before?.baselineId ?? null,
      at: line.what === 'began' ? line.at : (before?.at ?? line.at),
      lastAt: line.at,
    });
  }
  return [...last.values()];
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
function markUploaded(database: Database, id: number, line: LastLine, now: number) {
  const { flightId, accountId } = line;
  const evidence = line.evidence ?? 'unknown';
  const isFlightUsed =
    flightId === null ||
    database
      .prepare('SELECT 1 FROM jobs WHERE account_id = ? AND flight_id = ? AND removed_at IS NULL AND id <> ?')
      .get(accountId, flightId, id) !== undefined;
  database
    .prepare(
      `UPDATE jobs SET state = 'uploaded', evidence = ?, agreed_at = ?, since = ?, reason = NULL, attempt = NULL,
         attempts = ?, flight_id = ?, uploaded_at = ? WHERE id = ?`,
    )
    .run(
      evidence,
      // The journal has what the service answered, and what the pilot said.
      evidence === 'answered' ? null : line.lastAt,
      now,
      line.attempt,
      isFlightUsed ? null : flightId,
      line.at,
      id,
    );
  // The service tells the rest of its record, or the pilot enters it.
  database
    .prepare(
      `INSERT OR IGNORE INTO flights (account_id, id, record, stage, stage_since, first_seen_at, polled_at)
       SELECT account_id, flight_id, json_object('id', flight_id), 'automatic-check', uploaded_at, uploaded_at, uploaded_at
       FROM jobs WHERE id = ? AND flight_id IS NOT NULL`,
    )
    .run(id);
}

const spooledName = /^([0-9a-f]{2})[\\/](\1[0-9a-f]{62})\.(png|jpg)$/;

function imagesIn(spoolDir: string): Image[] {
  return spooledNames(spoolDir).flatMap((spool) => {
    const sha256 = spooledName.exec(spool)?.[2];
    const info = sha256 === undefined ? undefined : statSync(join(spoolDir, spool), { throwIfNoEntry: false });
    return sha256 !== undefined && info?.isFile() ? [{ sha256, spool, bytes: info.size, at: info.mtimeMs }] : [];
  });
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
