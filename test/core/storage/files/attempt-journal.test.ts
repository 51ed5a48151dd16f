import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  attemptJournalPath,
  createAttemptJournal,
  readAttemptJournal,
  type AttemptLine,
} from '../../../../main/core/storage/files/attempt-journal.ts';
import { attemptLine } from '../attempt-line.ts';

let folder: string;
let path: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = attemptJournalPath(folder);
  now = 100;
  return () => rmSync(folder, { recursive: true });
});
const line = (attempt: number, more: Partial<AttemptLine> = {}): AttemptLine => ({
  ...attemptLine,
  at: 5,
  accountId: 1,
  subject: 'anna',
  attempt,
  baselineId: 7,
  ...more,
});
const older = () => join(folder, 'attempts.older.log');
/** Writes these attempts in a run of its own. */
function written(...attempts: number[]) {
  const journal = createAttemptJournal(path, () => now);
  for (const attempt of attempts) journal.write(line(attempt), attempt % 2 === 0);
  journal.close();
}
const read = () => {
  const { began, lines } = readAttemptJournal(path);
  return { began, attempts: lines.map(({ attempt }) => attempt) };
};

describe('the journal of attempts', () => {
  it('is not certain before it was begun', () => {
    expect(read()).toEqual({ began: null, attempts: [] });
    const journal = createAttemptJournal(path, () => now);
    journal.begin();
    journal.begin();
    journal.close();
    expect(read()).toEqual({ began: 100, attempts: [] });
  });

  it('has every attempt in its order, across runs', () => {
    written(1, 2);
    now = 200;
    written(3);
    expect(read()).toEqual({ began: 100, attempts: [1, 2, 3] });
    expect(readAttemptJournal(path).lines[0]).toEqual(line(1));
  });

  it('is certain without its last line, which was cut off, and not without another', () => {
    written(1, 2);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.slice(0, -10));
    expect(read()).toEqual({ began: 100, attempts: [1] });
    writeFileSync(path, whole.replace('"attempt":1,', '"attempt":x,'));
    expect(read()).toEqual({ began: null, attempts: [2] });
    writeFileSync(path, whole.slice(whole.indexOf('\n') + 1));
    expect(read()).toEqual({ began: null, attempts: [1, 2] });
    // A beginning counts on the first line only.
    writeFileSync(path, `${whole}{"began":300}\n`);
    expect(read()).toEqual({ began: null, attempts: [1, 2] });
  });

  it('has a second file beyond four megabytes, and the one before', () => {
    written(1);
    truncateSync(path, 4 * 1024 * 1024);
    now = 200;
    written(2);
    expect(existsSync(older())).toBe(false);
    now = 300;
    written(3);
    expect(existsSync(older())).toBe(true);
    expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toHaveLength(2);
    expect(readAttemptJournal(path).lines.at(-1)?.attempt).toBe(3);
    // From the beginning of the older file, if that can be read.
    writeFileSync(older(), `{"began":50}\n${JSON.stringify(line(9))}\n`);
    expect(read()).toEqual({ began: 50, attempts: [9, 3] });
    writeFileSync(older(), 'damaged\n');
    expect(read()).toEqual({ began: null, attempts: [3] });
  });

  it('is not certain without its own beginning, even if the file before it has one', () => {
    writeFileSync(older(), `{"began":50}\n${JSON.stringify(line(1))}\n`);
    writeFileSync(path, `${JSON.stringify(line(2))}\n`);
    expect(read()).toEqual({ began: null, attempts: [1, 2] });
    rmSync(path);
    expect(read()).toEqual({ began: null, attempts: [1] });
  });

  it('is opened again for a line after it was closed', () => {
    const journal = createAttemptJournal(path, () => now);
    journal.close();
    journal.write(line(1), false);
    journal.close();
    journal.write(line(2), false);
    journal.close();
    journal.close();
    expect(read()).toEqual({ began: 100, attempts: [1, 2] });
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
    written(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('stays readable after it was tried whether there is room', () => {
    const journal = createAttemptJournal(path, () => now);
    journal.tryRoom();
    journal.write(line(1), false);
    journal.tryRoom();
    journal.close();
    written(2);
    expect(read()).toEqual({ began: 100, attempts: [1, 2] });
  });
});
