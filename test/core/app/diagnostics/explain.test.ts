// What a file is explained by: its report, its name or its content. For paths: explain-path.test.ts.
import { expect, test } from 'vitest';
import type { ExplainInput } from '../../../../main/contract/explanation.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { message } from '../../../../main/messages/message.ts';
import { setUpProfile } from './explained-profile.ts';

const { context, addJob, told } = setUpProfile();
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
    lines: [{ at: null, message: message('explain.sameAs', { name: 'a.png' }) }],
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
  const answer = {
    headline: message('explain.neverAdded'),
    advice: message('explain.dropToUpload'),
    lines: [],
  };
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

test('files of the same name are not listed where the content is known', async () => {
  context.decisions.record({ path: '/1/a.png', rule: 'existing' });
  context.decisions.record({ path: '/2/b.png', rule: 'gone', sha256 });
  expect((await told({ sha256, name: 'a.png' })).lines).toMatchObject([{ message: message('decision.gone') }]);
  const job = addJob({ sha256: 'd'.repeat(64), name: 'a.png' });
  expect(await told({ sha256: job.sha256, name: 'a.png' })).toMatchObject({ stripId: `job-${job.id}`, lines: [] });
});

test('a file that came as bytes is known by its name', async () => {
  const job = addJob({ name: 'a.png', originalPath: null });
  context.decisions.record({ path: 'a.png', rule: 'added', jobId: job.id, figures: { jobId: job.id } });
  expect(await told({ path: 'a.png' })).toMatchObject({ path: null, state: 'waiting', stripId: `job-${job.id}` });
  context.decisions.record({ path: 'b.png', rule: 'skipped' });
  expect(await told({ path: 'b.png' })).toMatchObject({ state: 'not-added', stripId: null });
});
