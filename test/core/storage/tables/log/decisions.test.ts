import { describe, expect, it } from 'vitest';
import { failures } from '../../../../../main/core/messages/failures.ts';
import { createDecisionStore, type NewDecision } from '../../../../../main/core/storage/tables/log/decisions.ts';
import { newJob } from '../../fresh-stores.ts';
import { setUpStores } from '../../stores-of-each-test.ts';

const context = setUpStores();
const store = () => context.stores.decisions;

function put(path: string, more: Partial<NewDecision['decision']> & Partial<Omit<NewDecision, 'decision'>> = {}) {
  const { rule = 'existing', figures = {}, firstAt = 1, lastAt = firstAt, times = 1, ...file } = more;
  const decision = { rule, figures, firstAt, lastAt, times };
  store().putAll([{ subject: 'file', path, sha256: null, jobId: null, from: null, ...file, decision }]);
}
const pathsOf = (query: Partial<Parameters<ReturnType<typeof store>['page']>[0]>) =>
  store()
    .page({ limit: 10, ...query })
    .files.map(({ path }) => path);

describe('the decisions about a file', () => {
  it('are one row while they are equal, with the newest size and completeness, though the report is not named again', () => {
    const jobId = context.stores.jobs.add(newJob());
    put('/a', { rule: 'waiting', figures: { bytes: 1, isWhole: false, why: 'x' }, firstAt: 1, jobId, sha256: 'ab' });
    put('/a', { rule: 'waiting', figures: { bytes: 2, isWhole: true, why: 'x' }, firstAt: 5, lastAt: 9, times: 3 });
    put('/a', { rule: 'waiting', figures: { bytes: 3, why: 'x' }, firstAt: 10, jobId });
    expect(store().find('/a')).toEqual({
      id: 1,
      subject: 'file',
      path: '/a',
      sha256: 'ab',
      jobId,
      last: { rule: 'waiting', figures: { bytes: 3, why: 'x' }, firstAt: 1, lastAt: 10, times: 5 },
    });
    expect(store().count()).toBe(1);
  });

  it('are rows of their own with another rule, other figures or another report', () => {
    const jobs = [context.stores.jobs.add(newJob()), context.stores.jobs.add(newJob())];
    put('/a', { rule: 'waiting', figures: { why: 'x' }, firstAt: 1 });
    put('/a', { rule: 'waiting', figures: { why: 'y' }, firstAt: 2 });
    put('/a', { rule: 'added', figures: { why: 'y' }, firstAt: 3, jobId: jobs[0]!, sha256: 'ab' });
    put('/a', { rule: 'added', figures: { why: 'y' }, firstAt: 4, jobId: jobs[1]! });
    const file = store().find('/a')!;
    expect(file).toMatchObject({ jobId: jobs[1], sha256: 'ab', last: { firstAt: 4 } });
    expect(
      store()
        .before(file)
        .map(({ firstAt }) => firstAt),
    ).toEqual([1, 2, 3]);
    expect(store().count()).toBe(4);
  });

  it('are found by content, the most recent first', () => {
    for (const [path, firstAt] of [
      ['/a', 2],
      ['/b', 3],
      ['/c', 1],
    ] as const)
      put(path, { sha256: 'ab', firstAt });
    put('/d', { sha256: 'cd' });
    expect(store().byContent('ab')).toEqual(['/b', '/a', '/c'].map((path) => store().find(path)));
  });

  it('are shown with the newest two hundred before', () => {
    for (let n = 1; n <= 203; n += 1) put('/a', { rule: `${n}`, firstAt: n });
    const before = store().before(store().find('/a')!);
    expect([before.length, before[0]!.firstAt, before.at(-1)!.firstAt]).toEqual([200, 3, 202]);
  });

  it('continue under a new name, and its own report counts first', () => {
    const [old, own] = [context.stores.jobs.add(newJob()), context.stores.jobs.add(newJob())];
    put('/old', { jobId: old, sha256: 'ab' });
    put('/new', { from: '/old' });
    put('/other', { from: '/old', jobId: own, sha256: 'cd' });
    put('/unknown', { from: '/never' });
    expect(['/new', '/other', '/unknown'].map((path) => store().find(path))).toMatchObject([
      { jobId: old, sha256: 'ab' },
      { jobId: own, sha256: 'cd' },
      { jobId: null, sha256: null },
    ]);
    expect(
      store()
        .byContent('ab')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/new', '/old']);
    expect(store().find('/never')).toBeNull();
  });
});

describe('a search', () => {
  it('ignores case, and takes signs of patterns literally', () => {
    for (const path of ['/A_b.png', '/aXb.png', '/50%.png', '/500.png', '/back\\slash.png']) put(path);
    expect(pathsOf({ text: 'a_B' })).toEqual(['/A_b.png']);
    expect(pathsOf({ text: ' 50% ' })).toEqual(['/50%.png']);
    expect(pathsOf({ text: 'k\\s' })).toEqual(['/back\\slash.png']);
    expect(pathsOf({ text: ' ' })).toHaveLength(5);
  });

  it('finds by rule and by time, the most recent first, page by page', () => {
    for (let n = 1; n <= 5; n += 1) put(`/${n}`, { firstAt: Math.ceil(n / 2), rule: n === 3 ? 'skipped' : 'existing' });
    expect(pathsOf({})).toEqual(['/5', '/4', '/3', '/2', '/1']);
    expect(pathsOf({ rule: 'skipped' })).toEqual(['/3']);
    expect(pathsOf({ from: 2, to: 3 })).toEqual(['/4', '/3']);
    const first = store().page({ limit: 2 });
    expect(first).toMatchObject({ next: '2:4', total: 5 });
    expect(pathsOf({ limit: 3, after: first.next })).toEqual(['/3', '/2', '/1']);
    expect(store().page({ limit: 3, after: first.next }).next).toBeNull();
    expect(store().page({ limit: 5 }).next).toBeNull();
    for (const after of ['nothing', 'x2:4', '2:4x', null]) expect(pathsOf({ after })).toHaveLength(5);
  });

  it('finds by the state of the report', () => {
    const { jobs } = context.stores;
    const states = ['waiting', 'uploading', 'unconfirmed', 'held', 'rejected', 'uploaded', 'declined'] as const;
    const withReport = (path: string, change: Parameters<typeof jobs.change>[2]) => {
      const jobId = jobs.add(newJob());
      jobs.change(jobId, 5, change);
      put(path, { jobId });
      return jobId;
    };
    for (const state of states) withReport(`/${state}`, { state, evidence: state === 'uploaded' ? 'answered' : null });
    const inferred = withReport('/inferred', { state: 'uploaded', evidence: 'inferred' });
    withReport('/asked', { state: 'held', reason: failures.approvalNeeded() });
    withReport('/removed', { removedAt: 5 });
    put('/none');
    const found = (state: Parameters<typeof pathsOf>[0]['state']) => pathsOf({ state }).toSorted();
    expect(found('waiting')).toEqual(['/unconfirmed', '/uploading', '/waiting']);
    expect(found('needs-attention')).toEqual(['/held', '/rejected']);
    expect([found('inferred'), found('uploaded')]).toEqual([['/inferred'], ['/uploaded']]);
    expect(found('approval')).toEqual(['/asked']);
    expect(found('not-added')).toEqual(['/declined', '/none', '/removed']);
    expect(pathsOf({ limit: 20 })).toHaveLength(11);
    jobs.change(inferred, 6, { agreedAt: 6 });
    expect(found('uploaded')).toEqual(['/inferred', '/uploaded']);
  });

  it('finds files of its profile only, and neither folders nor accounts', () => {
    put('/mine');
    put('/folder', { subject: 'folder' });
    put('anna', { subject: 'account' });
    const other = createDecisionStore(context.stores.database, 'other');
    expect(other.page({ limit: 10 })).toEqual({ files: [], next: null, total: 0 });
    expect(other.find('/mine')).toBeNull();
    expect(pathsOf({})).toEqual(['/mine']);
  });

  it('continues after times and ids of several digits', () => {
    for (let n = 1; n <= 12; n += 1) put(`/${n}`, { firstAt: 1_000 });
    const { next } = store().page({ limit: 2 });
    expect(next).toBe('1000:11');
    expect(pathsOf({ limit: 3, after: next })).toEqual(['/10', '/9', '/8']);
    expect(pathsOf({ limit: 20, after: '1000:1' })).toEqual([]);
  });

  it('counts up to a thousand', () => {
    for (let n = 0; n < 1_003; n += 1) put(`/${n}`);
    expect(store().page({ limit: 1 }).total).toBe(1_000);
  });
});

it('when the log is too long earlier decisions go before files, those of completed files first', () => {
  const waiting = context.stores.jobs.add(newJob());
  for (const path of ['/waits', '/done']) {
    for (const rule of ['growing', 'waiting', 'added'])
      put(path, { rule, ...(path === '/waits' && { jobId: waiting }) });
  }
  put('/folder', { subject: 'folder' });
  const left = () =>
    ['/waits', '/done'].map((path) => (store().find(path) ? store().before(store().find(path)!).length : null));
  const steps = [0, 1, 1, 1, 1, 1].map((rows) => {
    store().drop(rows);
    return left();
  });
  expect(steps).toEqual([
    [2, 2],
    [2, 1],
    [2, 0],
    [1, 0],
    [0, 0],
    [0, null],
  ]);
  store().drop(5);
  expect(left()).toEqual([null, null]);
  expect(store().find('/folder')).not.toBeNull();
});
