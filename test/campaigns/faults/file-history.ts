// The history of a report, to find out why it was lost or is stuck: the companion's records next to the service's. Read
// from the files: what is on disk, not what is shown.
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { attemptJournalPath, readAttemptJournal } from '../../../main/core/storage/files/attempt-journal.ts';

export type Step = { readonly at: number; readonly message: string };
type ServiceSide = {
  records(): readonly { readonly id: number; readonly name: string }[];
  stepsOf(name: string): readonly Step[];
  stepsBetween(from: number, until: number): readonly Step[];
};
type Row = Record<string, SQLOutputValue>;

/** This much around the time at which a record was matched to another report is included. */
const aroundMs = 60_000;

export function createFileStories(dataDir: string, service: ServiceSide) {
  function rows(query: string, ...values: (string | number)[]): Row[] {
    const database = new DatabaseSync(join(dataDir, 'companion.db'), { readOnly: true });
    try {
      return database.prepare(query).all(...values);
    } finally {
      database.close();
    }
  }

  /** Each account, with how many of its reports are in which state. */
  function accounts(): string[] {
    const jobs = rows(
      'SELECT account_id, state, COUNT(*) AS n FROM jobs WHERE removed_at IS NULL GROUP BY account_id, state',
    );
    return rows('SELECT * FROM accounts ORDER BY id').map((account) => {
      const own = jobs.filter((job) => job['account_id'] === account['id']);
      const states = own.map((job) => `${text(job['n'])} ${text(job['state'])}`).join(', ');
      const who = account['subject'] === null ? 'without a name' : text(account['subject']);
      return `account ${text(account['id'])} (${who}), last used ${time(account['used_at'])}: ${states}`;
    });
  }

  /** The reports of one name, with their state and events, line by line in the order of the clock. */
  function of(name: string): string[] {
    const jobs = rows('SELECT * FROM jobs WHERE name = ? ORDER BY id', name);
    const steps = [...service.stepsOf(name), ...attemptsOf(name), ...jobs.flatMap(historyOf)];
    const lines = steps.toSorted((a, b) => a.at - b.at).map(({ at, message }) => `${time(at)}  ${message}`);
    return [...jobs.map(present), ...lines, ...jobs.flatMap((job) => takenFrom(job, name))];
  }

  const attemptsOf = (name: string): Step[] =>
    readAttemptJournal(attemptJournalPath(dataDir))
      .lines.filter((one) => one.name === name)
      .map(({ at, what, baselineId, accountId }) => ({
        at,
        message: `book: ${what}, account ${accountId}, records up to ${baselineId} known`,
      }));

  const historyOf = (job: Row): Step[] =>
    rows('SELECT * FROM history WHERE job_id = ? ORDER BY at, id', Number(job['id'])).map((row) => ({
      at: Number(row['at']),
      message: `companion: ${text(row['what'])} ${text(row['details'])}, account ${text(row['account_id'])}, ${text(row['times'])} times`,
    }));

  const present = (job: Row) =>
    ['id', 'state', 'account_id', 'flight_id', 'attempts', 'attempt', 'reason', 'removed_at']
      .map((column) => `${column} ${text(job[column])}`)
      .join(', ');

  /** If its record belongs to another report: that report's history, and all requests about that time. */
  function takenFrom(job: Row, name: string): string[] {
    const record = service.records().find(({ id }) => id === job['flight_id']);
    if (!record || record.name === name) return [];
    const at = Number(job['since']);
    const around = service.stepsBetween(at - aroundMs, at + aroundMs);
    return [
      `its record ${record.id} is of ${record.name}:`,
      ...of(record.name).map((line) => `    ${line}`),
      'all about that time:',
      ...around.map((step) => `    ${time(step.at)}  ${step.message}`),
    ];
  }

  return { accounts, of };
}

const text = (value: SQLOutputValue | undefined) => String(value ?? 'none');
const time = (at: SQLOutputValue | undefined) =>
  typeof at === 'number' ? new Date(at).toISOString().slice(5, 23) : '';
