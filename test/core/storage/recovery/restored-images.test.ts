// Images in the spool that no report names become held reports.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { AttemptLine } from '../../../../main/core/storage/files/attempt-journal.ts';
import {
  settleUnconfirmedAttempts,
  spooledNames,
} from '../../../../main/core/storage/recovery/unconfirmed-attempts.ts';
import { attemptLine } from '../attempt-line.ts';
import { newJob } from '../fresh-stores.ts';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();
const sha256 = 'ab'.repeat(32);
let spoolDir: string;
beforeEach(() => {
  spoolDir = mkdtempSync(join(tmpdir(), 'spool-'));
  return () => rmSync(spoolDir, { recursive: true });
});

function put(name = `${sha256}.png`, at = 100_000, folder = name.slice(0, 2)) {
  mkdirSync(join(spoolDir, folder), { recursive: true });
  writeFileSync(join(spoolDir, folder, name), '12345');
  utimesSync(join(spoolDir, folder, name), at / 1000, at / 1000);
}
const line = (more: Partial<AttemptLine> = {}): AttemptLine => ({
  ...attemptLine,
  at: 200_000,
  accountId: 1,
  subject: 'anna',
  sha256,
  attempt: 2,
  baselineId: 7,
  ...more,
});
const settle = (lines: AttemptLine[], began: number | null = 50_000) =>
  settleUnconfirmedAttempts(context.stores.database, {
    journal: { began, lines },
    spoolDir,
    knownUntil: 900_000,
    profile: 'demo',
    now: 900_000,
  });
const rows = () =>
  context.stores.database.prepare('SELECT media_type, name, spool, bytes, state, attempts FROM jobs').all();
const job = () => context.stores.jobs.inStates('held', 'uploaded')[0];

describe('an image that no report names', () => {
  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
  ])('is restored with the type of its extension: %s', (extension, mediaType) => {
    put(`${sha256}.${extension}`);
    expect(settle([])).toEqual({ restored: 1, outcomeUnknown: 0 });
    expect(rows()).toEqual([
      {
        media_type: mediaType,
        name: `screenshot-abababab.${extension}`,
        spool: join('ab', `${sha256}.${extension}`),
        bytes: 5,
        state: 'held',
        attempts: 0,
      },
    ]);
    expect(job()).toMatchObject({ reason: failures.rescuedUnsent(), attempt: null, addedAt: 100_000 });
  });

  it.each([
    ['is as old as the journal', 100_000, 0, null],
    ['is older than the journal', 100_001, 1, 0],
    ['is in no certain journal', null, 1, 0],
  ])('may have been sent if it %s', (_words, began, outcomeUnknown, baselineId) => {
    put();
    expect(settle([], began)).toEqual({ restored: 1, outcomeUnknown });
    expect(job()?.attempt?.baselineId ?? null).toBe(baselineId);
  });

  it('has what the journal knows of its attempt', () => {
    put();
    expect(settle([line()])).toEqual({ restored: 1, outcomeUnknown: 1 });
    expect(job()).toMatchObject({
      state: 'held',
      name: 'a.png',
      accountId: 1,
      attempts: 2,
      attempt: { startedAt: 200_000, endedAt: 900_000, baselineId: 7 },
      reason: failures.rescuedUnconfirmed(),
    });
  });

  it('is uploaded if its answer came', () => {
    put();
    const lines = [
      line(),
      line({ at: 300_000, what: 'uploaded', evidence: 'answered', flightId: 9, baselineId: null }),
    ];
    expect(settle(lines)).toEqual({ restored: 1, outcomeUnknown: 0 });
    expect(job()).toMatchObject({ state: 'uploaded', flightId: 9, uploadedAt: 200_000, attempt: null });
  });

  it('stays removed if it was removed after it was added, and is unsent otherwise', () => {
    put();
    const removed = [line(), line({ what: 'removed', at: 100_000 })];
    expect(settle(removed)).toEqual({ restored: 0, outcomeUnknown: 0 });
    put(undefined, 100_001);
    expect(settle(removed)).toEqual({ restored: 1, outcomeUnknown: 0 });
    expect(job()).toMatchObject({ name: 'a.png', attempts: 0, attempt: null });
  });

  it.each(['waiting', 'rejected'] as const)('is unsent if the journal has it as %s', (what) => {
    put();
    expect(settle([line(), line({ at: 300_000, what })])).toEqual({ restored: 1, outcomeUnknown: 0 });
    expect(job()).toMatchObject({ state: 'held', attempt: null });
  });

  it('is not restored if it is named, or is no image of the spool', () => {
    put();
    context.stores.jobs.add(newJob({ sha256 }));
    put('notes.txt', 1, 'cd');
    put(`${'cd'.repeat(32)}.png`, 1, 'ef');
    put(`${'ef'.repeat(32)}.png`, 1, 'other');
    put(`${'0e'.repeat(32)}.png`, 1, '100e');
    expect(
      spooledNames(spoolDir)
        .map((name) => dirname(name))
        .toSorted(),
    ).toEqual(['ab', 'cd', 'ef']);
    mkdirSync(join(spoolDir, '01', `${'01'.repeat(32)}.png`), { recursive: true });
    if (process.platform !== 'win32') symlinkSync('gone', join(spoolDir, '01', `${'01'.repeat(32)}.jpg`));
    expect(settle([])).toEqual({ restored: 0, outcomeUnknown: 0 });
  });
});
