// Files to be moved or put in the trash after their upload: written with the upload, kept until done.
import * as z from 'zod/mini';
import type { Failure } from '../../../contract/failure.ts';
import { jsonColumn, jsonColumnOrNull, storedAfterUploadSchema, storedFailureSchema } from '../database/stored.ts';
import type { AfterUpload } from '../../../contract/folder-rules.ts';
import type { Database } from '../database/database.ts';
import { settledSql } from './job.ts';

const dueSchema = z.object({
  jobId: z.number(),
  accountId: z.nullable(z.number()),
  folderId: z.string(),
  folderPath: z.string(),
  afterUpload: jsonColumn(storedAfterUploadSchema),
  /** Its new name, noted before it is used. */
  target: z.nullable(z.string()),
  name: z.string(),
  sha256: z.string(),
  originalPath: z.string(),
  reason: jsonColumnOrNull(storedFailureSchema),
  since: z.number(),
});
/** A file to be filed, with its report. */
export type DueFile = z.infer<typeof dueSchema>;

export type FilingQueue = ReturnType<typeof createFilingQueue>;

export function createFilingQueue(database: Database, profile: string) {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO filing_queue (job_id, folder_id, after_upload, state, since) VALUES (?, ?, ?, 'due', ?)`,
  );
  // What was only inferred waits until the pilot agrees.
  const due = database.prepare(
    `SELECT p.job_id AS jobId, jobs.account_id AS accountId, p.folder_id AS folderId, f.path AS folderPath,
       p.after_upload AS afterUpload, p.target, jobs.name, jobs.sha256, jobs.original_path AS originalPath, p.reason, p.since
     FROM filing_queue p JOIN folders f ON f.id = p.folder_id JOIN jobs ON jobs.id = p.job_id
     WHERE p.state = 'due' AND f.profile = ? AND jobs.state = 'uploaded' AND ${settledSql} ORDER BY p.job_id`,
  );
  const target = database.prepare('UPDATE filing_queue SET target = ? WHERE job_id = ?');
  const reason = database.prepare('UPDATE filing_queue SET reason = ? WHERE job_id = ?');
  const end = database.prepare('UPDATE filing_queue SET state = ?, reason = ?, since = ? WHERE job_id = ?');
  const forget = database.prepare("DELETE FROM filing_queue WHERE folder_id = ? AND state = 'due' AND target IS NULL");
  const shown = database.prepare(
    `SELECT j.name, p.reason FROM filing_queue p JOIN jobs j ON j.id = p.job_id
     WHERE p.folder_id = ? AND p.reason IS NOT NULL AND (p.state = 'due' OR (p.state = 'kept' AND p.since > ?))
     ORDER BY p.since DESC, p.job_id DESC LIMIT ?`,
  );
  const write = (failure: Failure | null) => failure && JSON.stringify(failure);
  return {
    /** Runs in the transaction that marks the report as uploaded. */
    note: (jobId: number, folderId: string, after: AfterUpload, now: number) =>
      void insert.run(jobId, folderId, JSON.stringify(after), now),
    due: (): DueFile[] => due.all(profile).map((row) => dueSchema.parse(row)),
    setTarget: (jobId: number, path: string) => void target.run(path, jobId),
    /** Why it is not done yet. */
    setReason: (jobId: number, failure: Failure | null) => void reason.run(write(failure), jobId),
    /** `kept`: it is left in place. */
    end: (jobId: number, state: 'done' | 'kept', failure: Failure | null, now: number) =>
      void end.run(state, write(failure), now, jobId),
    /** The pilot changed the rule: files that were not begun stay where they are. */
    forgetDue: (folderId: string) => void forget.run(folderId),
    /** Files of a folder that were not moved, with the reason; those that stay only since then. Newest first. */
    notFiled: (folderId: string, since: number, limit: number) =>
      shown.all(folderId, since, limit).map((row) => ({
        name: String(row['name']),
        failure: storedFailureSchema.parse(JSON.parse(String(row['reason']))),
      })),
  };
}
