import { describe, expect, it } from 'vitest';
import { freshStores, newJob } from '../storage/fresh-stores.ts';
import { stores, clock, openLog, rulesOf, names, setUpDecisions } from './decision-log-under-test.ts';

setUpDecisions();

describe('the size of the log', () => {
  it('counts rows, not how often one was written', () => {
    const decisions = openLog({ maxRows: 10 });
    decisions.record({ path: '/other.png', rule: 'growing' }, { path: '/other.png', rule: 'skipped' });
    for (let n = 0; n < 30; n += 1) {
      decisions.record({ path: '/a.png', rule: 'existing' });
      decisions.flush();
    }
    expect(rulesOf('/other.png', decisions)).toEqual(['growing', 'skipped']);
    expect(decisions.of('/a.png')?.file.last.times).toBe(30);
  });

  it('stays within its bound: earlier decisions of settled files go first, and the last decision of each file stays', () => {
    const decisions = openLog({ maxRows: 100 });
    const waiting = stores.jobs.add(newJob());
    decisions.record({ path: '/waits.png', rule: 'growing' }, { path: '/waits.png', rule: 'added', jobId: waiting });
    for (let n = 0; n < 45; n += 1) {
      decisions.record({ path: `/${n}.png`, rule: 'growing' }, { path: `/${n}.png`, rule: 'skipped' });
    }
    decisions.flush();
    for (let n = 45; n < 70; n += 1) decisions.record({ path: `/${n}.png`, rule: 'existing' });
    decisions.flush();
    expect(stores.decisions.count()).toBeLessThanOrEqual(100);
    for (let n = 0; n < 70; n += 1)
      expect(rulesOf(`/${n}.png`, decisions)?.at(-1)).toBe(n < 45 ? 'skipped' : 'existing');
    expect(rulesOf('/waits.png', decisions)).toEqual(['growing', 'added']);
    expect(rulesOf('/0.png', decisions)).toEqual(['skipped']);
  });

  it('drops whole files only when nothing else is left, those with an unfinished report last', () => {
    const decisions = openLog({ maxRows: 50 });
    const waiting = stores.jobs.add(newJob());
    decisions.record({ path: '/waits.png', rule: 'added', jobId: waiting });
    decisions.flush();
    for (let n = 0; n < 200; n += 1) {
      decisions.record({ path: `/${n}.png`, rule: 'existing' });
      decisions.flush();
    }
    expect(stores.decisions.count()).toBeLessThanOrEqual(50);
    expect(rulesOf('/waits.png', decisions)).toEqual(['added']);
    expect(rulesOf('/199.png', decisions)).toEqual(['existing']);
    expect(decisions.of('/0.png')).toBeNull();
  });
});

describe('looking through the log', () => {
  it('finds a part of the name in any case and any script, and treats % and _ literally', () => {
    const decisions = openLog();
    for (const name of ['EDDF-LPPT.png', 'Снимок 1.png', 'Cafe\u0301.png', '100%_sure.png', '100 sure.png']) {
      decisions.record({ path: `/shots/${name}`, rule: 'existing' });
    }
    const found = (text: string) => names(decisions.page({ text, limit: 10 }));
    expect(found('eddf')).toEqual(['/shots/EDDF-LPPT.png']);
    expect(found('снимок')).toEqual(['/shots/Снимок 1.png']);
    expect(found('CAF\u00c9')).toEqual(['/shots/Cafe\u0301.png']);
    expect(found('100%_')).toEqual(['/shots/100%_sure.png']);
    expect(found('/shots/')).toHaveLength(5);
    expect(found('nothing')).toEqual([]);
  });

  it('finds by rule, by time and by the outcome of the report', async () => {
    const decisions = openLog();
    const [waits, held, sent] = ['waiting', 'held', 'uploaded'].map((state) => {
      const id = stores.jobs.add(newJob());
      stores.jobs.change(id, 1, { state: state as 'waiting', evidence: 'answered' });
      decisions.record({ path: `/${state}.png`, rule: 'added', jobId: id });
      return id;
    });
    expect([waits, held, sent]).not.toContain(undefined);
    await clock.advance(10_000);
    const later = clock.now();
    decisions.record({ path: '/left.png', rule: 'existing' });
    expect(names(decisions.page({ state: 'waiting', limit: 10 }))).toEqual(['/waiting.png']);
    expect(names(decisions.page({ state: 'needs-attention', limit: 10 }))).toEqual(['/held.png']);
    expect(names(decisions.page({ state: 'uploaded', limit: 10 }))).toEqual(['/uploaded.png']);
    expect(names(decisions.page({ state: 'not-added', limit: 10 }))).toEqual(['/left.png']);
    expect(names(decisions.page({ rule: 'added', limit: 10 }))).toHaveLength(3);
    expect(names(decisions.page({ from: later, limit: 10 }))).toEqual(['/left.png']);
    expect(names(decisions.page({ to: later, limit: 10 }))).toHaveLength(3);
  });

  it('is paged, most recent decision first, each file once', async () => {
    const decisions = openLog();
    for (let n = 0; n < 25; n += 1) {
      decisions.record({ path: `/${n}.png`, rule: 'existing' });
      if (n % 3 === 0) await clock.advance(1_000);
    }
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: ReturnType<typeof decisions.page> = decisions.page({ after, limit: 10 });
      expect(page.total).toBe(25);
      seen.push(...names(page));
      after = page.next;
    } while (after !== null);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    expect(seen[0]).toBe('/24.png');
  });

  it('holds folders and sign-ins too, but lists files only, and each profile its own', () => {
    const decisions = openLog();
    decisions.record({ path: '/shots', subject: 'folder', rule: 'watched' });
    decisions.record({ path: '/shots/a.png', rule: 'existing' });
    const other = freshStores('other', stores.database);
    expect(names(decisions.page({ limit: 10 }))).toEqual(['/shots/a.png']);
    expect(other.decisions.page({ limit: 10 }).files).toEqual([]);
    expect(decisions.of('/shots')?.file.subject).toBe('folder');
  });
});
