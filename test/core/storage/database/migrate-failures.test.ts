// Failures that earlier versions stored are read under their present kinds and message ids.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../main/core/storage/database/database.ts';
import { migrations } from '../../../../main/core/storage/database/migrations.ts';
import { createRepositories } from '../../../../main/core/storage/repositories.ts';

const beforeRename = migrations.findIndex((step) => step.includes("'file-rejected-by-service'"));

it('a file that the service rejected, of a stored reason and of an answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  const path = join(folder, 'companion.db');
  const opened = (steps?: readonly string[]) => {
    const result = openDatabase(path, steps);
    if (!result.ok) throw new Error(result.failure.code);
    return result.value;
  };
  try {
    const before = opened(migrations.slice(0, beforeRename));
    const failure = { kind: 'file-refused-by-service', message: { id: 'failure.fileRefusedByService', params: {} } };
    const attempt = { startedAt: 1, endedAt: 2, baselineId: 3, lookups: 0, answered: { failure, says: 'rejected' } };
    before.exec("INSERT INTO accounts VALUES (1, 'demo', 'anna', 'Anna', 1, 2, 0)");
    before
      .prepare(
        `INSERT INTO jobs (id, profile, account_id, sha256, name, bytes, media_type, spool, source, added_at, state, since, reason, attempt)
         VALUES (1, 'demo', 1, ?, 'a.png', 9, 'image/png', 'aa/x.png', '{"kind":"dropped"}', 3, 'rejected', 4, ?, ?)`,
      )
      .run('a'.repeat(64), JSON.stringify(failure), JSON.stringify(attempt));
    before.close();
    const database = opened();
    const present = { kind: 'file-rejected-by-service', message: { id: 'failure.fileRejectedByService', params: {} } };
    expect(createRepositories(database, 'demo').jobs.byId(1)).toMatchObject({
      reason: present,
      attempt: { lookups: 0, answered: { failure: present, outcome: 'rejected' } },
    });
    database.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
