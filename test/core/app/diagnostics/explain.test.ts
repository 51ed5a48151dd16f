// What a file is explained by: its report, its name or its content. For paths: explain-path.test.ts.
import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ExplainInput } from '../../../../main/contract/explanation.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { message } from '../../../../main/messages/message.ts';
import { setUpProfile } from './explained-profile.ts';
import { accountPath } from '../../../../main/core/decisions/decision-entries.ts';
import type { DecisionRule } from '../../../../main/core/decisions/decision-log.ts';
import type { Figures } from '../../../../main/core/storage/tables/log/decisions.ts';

const { context, addJob, told, at } = setUpProfile();
const sha256 = 'c'.repeat(64);
const added = message('history.added', { source: 'dropped', folder: '' });

test.each<[string, ExplainInput, ReturnType<typeof failures.notFound>]>([
  ['a report that is not there', { stripId: 'job-9' }, failures.notFound('report')],
  ['a strip of no report', { stripId: 'flight-1' }, failures.notFound('report')],
  ['nothing', {}, failures.wrongInput(message('failure.fileNotNamed'))],
  ['only a name', { name: 'a.png' }, failures.wrongInput(message('failure.fileNotNamed'))],
])('%s is not explained', async (_what, input, failure) => {
  addJob();
  expect(await context.explain(context.runtime, input)).toEqual({ ok: false, failure });
});

test('a report is explained with its file’s decisions and its own history', async () => {
  const path = '/shots/a.png';
  context.decisions.record({ path, rule: 'growing' });
  await context.clock.advance(1_000);
  const job = addJob({ name: 'a.png', originalPath: path });
  context.decisions.record({ path, rule: 'added', jobId: job.id, figures: { jobId: job.id } });
  context.stores.history.add({ jobId: job.id }, context.clock.now(), { what: 'added', source: { kind: 'dropped' } });
  expect(await told({ stripId: `job-${job.id}` })).toEqual({
    name: 'a.png',
    path,
    lacksText: null,
    looksLike: null,
    state: 'waiting',
    headline: message('explain.queued'),
    advice: null,
    stripId: `job-${job.id}`,
    lines: [
      { at: context.clock.now() - 1_000, message: message('decision.growing') },
      { at: context.clock.now(), message: added },
    ],
  });
});

test('a report leaves out decisions that led to another report', async () => {
  const path = '/shots/a.png';
  const [first, second] = [
    addJob({ name: 'a.png', originalPath: path }),
    addJob({ name: 'a.png', originalPath: path }),
  ];
  context.decisions.record({ path, rule: 'existing', jobId: second.id });
  expect((await told({ stripId: `job-${first.id}` })).lines).toEqual([]);
  expect((await told({ stripId: `job-${second.id}` })).lines).toMatchObject([
    { message: message('decision.existing') },
  ]);
});

test.each([
  ['its original path is another file’s', '/shots/b.png'],
  ['it has no original path', null],
])('a report is explained by its name if %s', async (_why, originalPath) => {
  const job = addJob({ name: 'a.png', originalPath });
  context.decisions.record({ path: 'a.png', rule: 'existing', jobId: job.id });
  context.decisions.record({ path: '/shots/b.png', rule: 'gone', jobId: job.id });
  expect(await told({ stripId: `job-${job.id}` })).toMatchObject({
    name: 'a.png',
    path: null,
    lines: [{ message: message('decision.existing') }],
  });
});

test('content that is a report is that report, under any name', async () => {
  const job = addJob({ name: 'a.png', sha256 });
  const found = { state: 'waiting', path: null, stripId: `job-${job.id}` };
  expect(await told({ sha256 })).toMatchObject({ ...found, name: 'a.png', lines: [] });
  expect(await told({ sha256, name: 'a.png' })).toMatchObject({ ...found, name: 'a.png', lines: [] });
  expect(await told({ sha256, name: 'b.png' })).toMatchObject({
    ...found,
    name: 'b.png',
    headline: message('explain.sameAs', { name: 'a.png' }),
    lines: [{ at: null, message: { id: 'explain.queued' } }],
  });
});

test('another pilot’s report is not this pilot’s content', async () => {
  const { accountOf } = context.stores;
  const [anna, bob] = [accountOf('anna'), accountOf('bob')];
  addJob({ accountId: anna, sha256 });
  context.accountId = bob;
  expect(await told({ sha256 })).toMatchObject({ state: 'not-added', stripId: null });
  context.accountId = anna;
  expect(await told({ sha256 })).toMatchObject({ state: 'waiting' });
});

test('content that was rejected is explained by the log', async () => {
  const reason = message('failure.fileSkipped', { name: 'a.png' });
  context.decisions.record({ path: '/shots/a.png', rule: 'rejected', sha256, figures: { message: reason } });
  expect(await told({ sha256 })).toMatchObject({
    name: 'a.png',
    path: null,
    state: 'not-added',
    headline: reason,
    lines: [{ message: reason }],
  });
});

test('content that nobody knows is named by its hash, or as it was given', async () => {
  const answer = { headline: message('explain.neverAdded'), advice: message('explain.dropToUpload'), lines: [] };
  expect(await told({ sha256, name: 'a.png' })).toMatchObject({ ...answer, name: 'a.png' });
  // Without a name there is no extension either.
  expect(await told({ sha256 })).toMatchObject({ name: sha256, headline: { id: 'failure.notAReport' } });
});

test('a name of unknown content lists at most three files of exactly that name', async () => {
  for (const folder of ['/1', '/2', '/3', '/4']) {
    context.decisions.record({ path: `${folder}/a.png`, rule: 'existing' });
    await context.clock.advance(10);
  }
  context.decisions.record({ path: '/5/ba.png', rule: 'existing' }, { path: '/a.png/c.png', rule: 'existing' });
  const lines = ['/4', '/3', '/2'].map((folder) => ({
    at: null,
    message: message('explain.namesake', { path: `${folder}/a.png` }),
  }));
  expect((await told({ path: 'a.png' })).lines).toEqual(lines);
  expect((await told({ sha256, name: 'a.png' })).lines).toEqual(lines);
});

test('a file that came as bytes is known by its name', async () => {
  const job = addJob({ name: 'a.png', originalPath: null });
  context.decisions.record({ path: 'a.png', rule: 'added', jobId: job.id, figures: { jobId: job.id } });
  expect(await told({ path: 'a.png' })).toMatchObject({ path: null, state: 'waiting', stripId: `job-${job.id}` });
  context.decisions.record({ path: 'b.png', rule: 'skipped' });
  expect(await told({ path: 'b.png' })).toMatchObject({ state: 'not-added', stripId: null });
});

/** Records decisions, each a second after the one before. */
async function decide(path: string, ...rules: readonly (DecisionRule | [DecisionRule, Figures])[]) {
  for (const one of rules) {
    const [rule, figures] = typeof one === 'string' ? [one, {}] : one;
    context.decisions.record({ path, rule, figures });
    await context.clock.advance(1_000);
  }
}
const begun = Date.UTC(2026, 4, 12, 12);
/** The lines of a path, as seconds since the test began and ids. */
const linesOf = async (path: string) =>
  (await told({ path })).lines.map((line) => [((line.at ?? 0) - begun) / 1_000, line.message.id]);

describe('the lines', () => {
  test('a repeated decision says how often, and when last', async () => {
    const at = (seconds: number) => begun + seconds * 1_000;
    await decide('/shots/a.png', 'growing', 'growing', 'growing', 'existing');
    expect((await told({ path: '/shots/a.png' })).lines).toEqual([
      { at: at(0), message: message('decision.growing'), times: 3, until: at(2) },
      { at: at(3), message: message('decision.existing') },
    ]);
  });

  test('that a report was added is told by its history, and by the log for a report that is gone', async () => {
    const job = addJob({ name: 'a.png', originalPath: at('a.png') });
    await decide(at('a.png'), ['added', { jobId: job.id }], ['added', { jobId: 99 }], ['gone', { jobId: job.id }]);
    context.stores.history.add({ jobId: job.id }, begun, { what: 'added', source: { kind: 'dropped' } });
    expect(await linesOf(at('a.png'))).toEqual([
      [0, 'history.added'],
      [1, 'decision.added'],
      [2, 'decision.gone'],
    ]);
  });

  test('a report’s history includes that of its flight', async () => {
    const accountId = context.stores.accountOf('anna');
    const job = addJob({ accountId, name: 'a.png', originalPath: at('a.png') });
    context.stores.jobs.change(job.id, 1, { state: 'uploaded', evidence: 'answered', flightId: 7, uploadedAt: begun });
    context.stores.history.add({ accountId, flightId: 7 }, begun, { what: 'archived' });
    context.stores.history.add({ accountId, flightId: 8 }, begun, { what: 'completed' });
    expect(await linesOf(at('a.png'))).toEqual([[0, 'history.archived']]);
  });
});

describe('the lines of a folder', () => {
  const ofFolder: DecisionRule[] = ['watched', 'folder-away', 'folder-back', 'signed-out', 'unwatched'];

  test('tell a file that was not added when it was watched and when it was away', async () => {
    await decide(context.folder, ...ofFolder);
    expect(await linesOf(at('a.png'))).toEqual([
      [0, 'decision.watched'],
      [1, 'decision.folderAway'],
      [2, 'decision.folderBack'],
      [4, 'decision.unwatched'],
    ]);
  });

  test('tell a file that was added only when it was away', async () => {
    await decide(context.folder, ...ofFolder);
    addJob({ name: 'a.png', originalPath: at('a.png') });
    expect(await linesOf(at('a.png'))).toEqual([
      [1, 'decision.folderAway'],
      [2, 'decision.folderBack'],
    ]);
  });

  test('are left out for a folder, and for a file without a path', async () => {
    await decide(context.folder, ...ofFolder);
    mkdirSync(at('inner'));
    expect(await linesOf(at('inner'))).toEqual([]);
    expect(await linesOf('a.png')).toEqual([]);
  });

  test('are the last twenty, by time with the others', async () => {
    for (let times = 0; times < 15; times += 1) await decide(context.folder, 'folder-away', 'folder-back');
    context.decisions.record({ path: at('a.png'), rule: 'existing' });
    const lines = await linesOf(at('a.png'));
    expect(lines).toHaveLength(21);
    expect(lines[0]).toEqual([10, 'decision.folderAway']);
    expect(lines.at(-1)).toEqual([30, 'decision.existing']);
  });
});

describe('the lines of the sign-in', () => {
  const away = (seconds: number) => [seconds, 'decision.signedOut'];
  const back = (seconds: number) => [seconds, 'decision.signedInAgain'];

  /** A report that was seen at 2 s and, if a time is given, uploaded then. */
  function report(uploadedAt: number | null = null) {
    const job = addJob({ name: 'a.png', originalPath: at('a.png') });
    context.stores.history.add({ jobId: job.id }, begun + 2_000, { what: 'added', source: { kind: 'dropped' } });
    if (uploadedAt !== null) {
      context.stores.jobs.change(job.id, 1, {
        state: 'uploaded',
        evidence: 'answered',
        uploadedAt: begun + uploadedAt * 1_000,
      });
    }
  }
  const found = async () => (await linesOf(at('a.png'))).filter(([, id]) => id !== 'history.added');

  test.each<[string, DecisionRule[], number | null, (string | number)[][]]>([
    [
      'began and ended while it waited',
      ['signed-in', 'signed-in', 'growing', 'signed-out', 'signed-in'],
      null,
      [away(3), back(4)],
    ],
    ['has not ended', ['signed-in', 'growing', 'signed-in', 'signed-out'], null, [away(3)]],
    ['began before it was seen', ['signed-out', 'signed-out', 'signed-out', 'signed-in'], null, [away(2), back(3)]],
    ['ended when it was seen', ['growing', 'signed-out', 'signed-in'], null, []],
    ['began when it was uploaded', ['growing', 'gone', 'growing', 'signed-out', 'signed-in'], 3, []],
    ['began before it was uploaded', ['growing', 'gone', 'growing', 'signed-out', 'signed-in'], 4, [away(3), back(4)]],
  ])('a time without one that %s', async (_when, rules, uploadedAt, lines) => {
    await decide(accountPath, ...rules);
    report(uploadedAt);
    expect(await found()).toEqual(lines);
  });

  test('are those of the last twenty times', async () => {
    report();
    await context.clock.advance(3_000);
    for (let times = 0; times < 25; times += 1) await decide(accountPath, 'signed-out', 'signed-in');
    const lines = await found();
    expect(lines).toHaveLength(40);
    expect(lines[0]).toEqual(away(13));
    expect(lines.at(-1)).toEqual(back(52));
  });
});
