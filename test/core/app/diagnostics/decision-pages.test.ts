// The decision log in pages for a window, and redacted for diagnostics.
import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { decisionsForDiagnostics, decisionsPage } from '../../../../main/core/app/diagnostics/decision-pages.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { HistoryEvent } from '../../../../main/core/storage/tables/log/history.ts';
import { message } from '../../../../main/messages/message.ts';
import { setUpProfile } from './explained-profile.ts';

const { context, addJob } = setUpProfile();
const begun = Date.UTC(2026, 4, 12, 12);
const page = (limit = 10, after: string | null = null) => decisionsPage(context.runtime, { limit, after });

/** A file that became a report. */
function added(path = '/shots/a.png') {
  const job = addJob({ name: 'a.png', originalPath: path });
  context.decisions.record({ path, rule: 'added', jobId: job.id, sha256: job.sha256 });
  return job;
}
const happened = (jobId: number, event: HistoryEvent) =>
  context.stores.history.add({ jobId }, context.clock.now(), event);

describe('a page of the decision log', () => {
  test('has a line for each file, and continues after the last', async () => {
    context.decisions.record({ path: '/shots/a.png', rule: 'existing' });
    await context.clock.advance(10);
    context.decisions.record({ path: '/shots/b.png', rule: 'skipped' });
    const { next, ...first } = page(1);
    expect(first).toEqual({
      total: 2,
      files: [
        {
          name: 'b.png',
          path: '/shots/b.png',
          state: 'not-added',
          at: begun + 10,
          rule: 'skipped',
          message: message('failure.fileSkipped', { name: 'b.png' }),
          stripId: null,
          pilot: null,
        },
      ],
    });
    expect(page(1, next)).toMatchObject({ next: null, files: [{ name: 'a.png', at: begun }] });
  });

  test('says whose report it is, where there are several pilots', () => {
    const { stores, decisions } = context;
    const pilot = (name: string) => stores.accounts.signedIn('demo', { subject: name, name }, 1, name).id;
    context.accountId = pilot('anna');
    const report = (path: string, accountId: number) =>
      decisions.record({ path, rule: 'added', jobId: addJob({ accountId, originalPath: path, sha256: path }).id });
    report('/shots/a.png', context.accountId);
    expect(page().files).toMatchObject([{ pilot: null }]);
    report('/shots/b.png', pilot('ben'));
    expect(page().files.map(({ name, pilot }) => [name, pilot])).toEqual(
      expect.arrayContaining([
        ['a.png', 'anna'],
        ['b.png', 'ben'],
      ]),
    );
  });

  test('of a report says what happened last', () => {
    const job = added();
    const stripId = `job-${job.id}`;
    expect(page().files).toMatchObject([{ state: 'waiting', stripId, message: message('decision.added') }]);
    happened(job.id, { what: 'added', source: { kind: 'dropped' } });
    expect(page().files).toMatchObject([{ message: message('decision.added') }]);
    happened(job.id, { what: 'approval-needed', bytes: 1, maxBytes: 2 });
    happened(job.id, { what: 'declined' });
    expect(page().files).toMatchObject([{ message: message('history.declined') }]);
  });

  test('says of a later decision about a report’s file that decision', () => {
    const job = added();
    happened(job.id, { what: 'declined' });
    context.decisions.record({ path: '/shots/a.png', rule: 'gone' });
    expect(page().files).toMatchObject([{ message: message('decision.gone'), stripId: `job-${job.id}` }]);
  });

  test('leaves out a report that was removed', () => {
    const job = added();
    happened(job.id, { what: 'removed' });
    context.stores.jobs.change(job.id, begun, { removedAt: begun });
    expect(page().files).toMatchObject([{ state: 'not-added', stripId: null, message: message('decision.added') }]);
  });

  test.each([
    [true, 'waiting'],
    [null, 'waiting'],
    [false, 'needs-attention'],
  ])('shows a lost answer, where flights can be read: %s, as %s', (canRead, state) => {
    const job = added();
    context.stores.jobs.change(job.id, begun, { state: 'unconfirmed', reason: failures.answerLost(null) });
    context.canRead = canRead;
    expect(page().files).toMatchObject([{ state }]);
  });

  test('shows a lost answer as waiting while nobody is signed in', () => {
    const job = added();
    context.stores.jobs.change(job.id, begun, { state: 'unconfirmed' });
    Object.assign(context.runtime, { workers: () => null });
    expect(page().files).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('the decisions in the diagnostics', () => {
  const files = (options = {}) => decisionsForDiagnostics(context.runtime, options).files as Record<string, unknown>[];
  const many = (count: number) =>
    context.decisions.recordAll(Array.from({ length: count }, (_, id) => ({ path: `/s/${id}.png`, rule: 'existing' })));

  test('have all of a file: its decisions, its report and the report’s history', async () => {
    const path = `${homedir()}/shots/a.png`;
    context.decisions.record({ path, rule: 'growing', figures: { bytes: 5 } });
    await context.clock.advance(10);
    context.decisions.record({ path, rule: 'growing', figures: { bytes: 6 } });
    const job = added(path);
    context.stores.jobs.change(job.id, begun, { attempts: 2 });
    happened(job.id, { what: 'uploading', attempt: 1 });
    const now = begun + 10;
    expect(decisionsForDiagnostics(context.runtime)).toEqual({
      isCut: false,
      files: [
        {
          path: '~/shots/a.png',
          sha256: job.sha256,
          report: job.id,
          decisions: [
            { rule: 'growing', figures: { bytes: 6 }, firstAt: begun, lastAt: now, times: 2 },
            { rule: 'added', figures: {}, firstAt: now, lastAt: now, times: 1 },
          ],
          history: [{ at: now, until: now, times: 1, what: 'uploading', details: { attempt: 1 } }],
          state: 'waiting',
          attempts: 2,
          evidence: null,
          agreedAt: null,
        },
      ],
    });
  });

  test.each([
    [3, 5, 3, true],
    [5, 5, 5, false],
    [150, 250, 150, true],
    [250, 250, 250, false],
    [undefined, 501, 500, true],
  ])('are of at most %s files: of %d, %d', (maxFiles, count, listed, isCut) => {
    many(count);
    const found = decisionsForDiagnostics(context.runtime, maxFiles === undefined ? {} : { maxFiles });
    expect([found.files.length, found.isCut]).toEqual([listed, isCut]);
  });

  test('are of at most about the allowed bytes', () => {
    many(3);
    const sizes = files().map((one) => JSON.stringify(one).length);
    const two = sizes[0]! + sizes[1]!;
    expect(decisionsForDiagnostics(context.runtime, { maxBytes: two })).toMatchObject({ isCut: true, files: [{}, {}] });
    expect(files({ maxBytes: two })).toHaveLength(2);
    expect(files({ maxBytes: two - 1 })).toHaveLength(1);
  });
});
