// The requests of the last minutes and what pacing has learned, kept across restarts:
// a new start must not forget what the service still counts.
import type { Database } from './database.ts';

export type StoredRequest = { readonly endedAt: number; readonly kind: 'upload' | 'read'; readonly outcome: string };

export type Requests = ReturnType<typeof createRequests>;

const KEEP_MS = 5 * 60_000;

export function createRequests(database: Database) {
  const insert = database.prepare('INSERT INTO requests (account_id, ended_at, kind, outcome) VALUES (?, ?, ?, ?)');
  const trim = database.prepare('DELETE FROM requests WHERE account_id = ? AND ended_at < ?');
  const since = database.prepare(
    'SELECT ended_at AS endedAt, kind, outcome FROM requests WHERE account_id = ? AND ended_at >= ? ORDER BY ended_at',
  );
  const readMemory = database.prepare('SELECT memory FROM pacing WHERE account_id = ?');
  const writeMemory = database.prepare(
    'INSERT INTO pacing (account_id, memory) VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET memory = excluded.memory',
  );
  return {
    add(account: number, request: StoredRequest) {
      insert.run(account, Math.round(request.endedAt), request.kind, request.outcome);
      trim.run(account, Math.round(request.endedAt - KEEP_MS));
    },
    since: (account: number, at: number) => since.all(account, Math.round(at)) as unknown as StoredRequest[],
    memory(account: number): unknown {
      const text = readMemory.get(account)?.['memory'];
      return typeof text === 'string' ? JSON.parse(text) : null;
    },
    keepMemory: (account: number, memory: unknown) => void writeMemory.run(account, JSON.stringify(memory)),
  };
}
