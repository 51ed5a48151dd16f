import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDecisionLog } from '../../../main/core/decisions/decision-log.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { DecisionStore } from '../../../main/core/storage/tables/log/decisions.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';

let stores: FreshStores;
let clock: VirtualClock;
let warnings: string[];
beforeEach(() => {
  stores = freshStores();
  clock = createVirtualClock();
  warnings = [];
});
afterEach(() => stores.database.close());

const log = () => ({ debug() {}, info() {}, warn: (message: string) => void warnings.push(message), error() {} });
const openLog = (more: { maxRows?: number; store?: DecisionStore } = {}) =>
  createDecisionLog({ clock, log: log(), store: stores.decisions, ...more });
const rulesOf = (path: string, decisions = openLog()) => decisions.of(path)?.decisions.map((one) => one.rule);

describe('the decision log', () => {
  it('makes one row of equal decisions, with the first time, the last and a count; what grows shows its newest size', async () => {
    const decisions = openLog();
    const began = clock.now();
    for (let look = 0; look < 40; look += 1) {
      decisions.record({ path: '/shots/a.png', rule: 'waiting', figures: { message: 'not whole', bytes: look } });
      await clock.advance(30_000);
    }
    expect(decisions.of('/shots/a.png')?.decisions).toEqual([
      {
        rule: 'waiting',
        figures: { message: 'not whole', bytes: 39 },
        firstAt: began,
        lastAt: began + 39 * 30_000,
        times: 40,
      },
    ]);
    expect(stores.decisions.count()).toBe(1);
  });

  it('continues the same row after a restart', async () => {
    const first = openLog();
    first.record({ path: '/a.png', rule: 'waiting', figures: { message: 'cloud' } });
    first.stop();
    await clock.advance(60_000);
    const second = openLog();
    second.record({ path: '/a.png', rule: 'waiting', figures: { message: 'cloud' } });
    expect(second.of('/a.png')?.decisions).toMatchObject([{ times: 2 }]);
  });

  it('writes scans with the same result every few minutes, not each time', async () => {
    let writes = 0;
    const store = {
      ...stores.decisions,
      putAll: (...given: Parameters<DecisionStore['putAll']>) => {
        writes += 1;
        return stores.decisions.putAll(...given);
      },
    };
    const decisions = openLog({ store });
    for (let look = 0; look < 20; look += 1) {
      decisions.record({ path: '/a.png', rule: 'waiting', figures: { message: 'cloud' } });
      await clock.advance(30_000);
    }
    expect(writes).toBeLessThanOrEqual(3);
    expect(decisions.of('/a.png')?.file.last.times).toBe(20);
  });

  it('writes nothing while a scan records a whole folder, but later, in pieces', async () => {
    const pieces: number[] = [];
    const store = {
      ...stores.decisions,
      putAll: (batch: Parameters<DecisionStore['putAll']>[0]) => {
        pieces.push(batch.length);
        return stores.decisions.putAll(batch);
      },
    };
    const decisions = openLog({ store });
    decisions.recordAll(
      Array.from({ length: 5_000 }, (_, n) => ({ path: `/shots/${n}.png`, rule: 'existing' as const })),
    );
    expect(pieces).toEqual([]);
    await clock.advance(2_000);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(1_000);
    expect(pieces.reduce((a, b) => a + b, 0)).toBe(5_000);
    expect(stores.decisions.count()).toBe(5_000);
  });

  it('blocks nothing while the disk is full, reports it once, and writes when there is space', async () => {
    let isFull = true;
    const store = {
      ...stores.decisions,
      putAll: (batch: Parameters<DecisionStore['putAll']>[0]) => {
        if (isFull) throw new Error('database or disk is full');
        return stores.decisions.putAll(batch);
      },
    };
    const decisions = openLog({ store });
    for (let n = 0; n < 5; n += 1) {
      decisions.record({ path: `/${n}.png`, rule: 'existing' });
      await clock.advance(60_000);
    }
    expect(warnings).toEqual(['decisions could not be written']);
    isFull = false;
    await clock.advance(60_000);
    expect(stores.decisions.count()).toBe(5);
  });

  it('moves the report of a file to its new name', () => {
    const decisions = openLog();
    const jobId = stores.jobs.add(newJob());
    decisions.record({ path: '/old.png', rule: 'added', jobId, sha256: 'cd' });
    decisions.record({ path: '/new.png', rule: 'carried-over', from: '/old.png', figures: { from: 'old.png' } });
    expect(decisions.of('/new.png')?.file).toMatchObject({ jobId, sha256: 'cd' });
  });

  it('truncates the parameters of a message, and leaves figures that are short', () => {
    const decisions = openLog();
    const { message } = failures.fileUnreadable('x'.repeat(5_000), 'EIO');
    decisions.record({ path: '/a.png', rule: 'rejected', figures: { message, jobId: 7, at: null, code: 'EIO' } });
    const name = `${'x'.repeat(200)}…`;
    expect(decisions.of('/a.png')?.file.last.figures).toEqual({
      message: { id: message.id, params: { ...message.params, name } },
      jobId: 7,
      at: null,
      code: 'EIO',
    });
  });

  it('keeps what was repeated when another decision follows, and writes nothing after it has stopped', async () => {
    const decisions = openLog();
    for (let look = 0; look < 3; look += 1) decisions.record({ path: '/a.png', rule: 'waiting' });
    decisions.record({ path: '/a.png', rule: 'added' });
    expect(decisions.of('/a.png')?.decisions).toMatchObject([{ rule: 'waiting', times: 3 }, { rule: 'added' }]);
    decisions.record({ path: '/b.png', rule: 'added' });
    decisions.stop();
    expect(stores.decisions.find('/b.png')).not.toBeNull();
    decisions.record({ path: '/c.png', rule: 'added' });
    await clock.advance(60_000);
    expect(stores.decisions.find('/c.png')).toBeNull();
  });

  it('writes other decisions each time, also equal ones', async () => {
    const written: string[] = [];
    const store = {
      ...stores.decisions,
      putAll: (batch: Parameters<DecisionStore['putAll']>[0]) => {
        written.push(...batch.map((one) => one.decision.rule));
        return stores.decisions.putAll(batch);
      },
    };
    const decisions = openLog({ store });
    for (const rule of ['later', 'existing', 'growing', 'skipped', 'waiting'] as const) {
      for (let n = 0; n < 2; n += 1) {
        decisions.record({ path: `/${rule}.png`, rule });
        await clock.advance(10_000);
      }
    }
    expect(written).toEqual(['later', 'existing', 'existing', 'growing', 'skipped', 'skipped', 'waiting']);
  });

  it('remembers the repeated decisions of five thousand files, and loses none of the others', async () => {
    const written = new Map<string, number>();
    const store = {
      ...stores.decisions,
      putAll: (batch: Parameters<DecisionStore['putAll']>[0]) => {
        for (const { path, decision } of batch) written.set(path, (written.get(path) ?? 0) + decision.times);
      },
    };
    const decisions = openLog({ store });
    const record = (name: string) => decisions.record({ path: name, rule: 'waiting' });
    record('first');
    record('first');
    await clock.advance(1_000);
    expect(written.get('first')).toBe(1);
    for (let n = 0; n < 5_000; n += 1) record(`file ${n}`);
    await clock.advance(10_000);
    // The oldest made room, with the repetition that was not written yet.
    expect(written.get('first')).toBe(2);
  });

  it('keeps the latest hundred thousand while the disk fails', async () => {
    let isFull = true;
    const written: string[] = [];
    const store = {
      ...stores.decisions,
      putAll: (batch: Parameters<DecisionStore['putAll']>[0]) => {
        if (isFull) throw new Error('database or disk is full');
        written.push(...batch.map(({ path }) => path));
      },
      count: () => 0,
    };
    const decisions = openLog({ store, maxRows: 1_000_000 });
    decisions.recordAll(Array.from({ length: 100_005 }, (_, n) => ({ path: `${n}`, rule: 'existing' as const })));
    await clock.advance(1_000);
    isFull = false;
    decisions.flush();
    expect(written).toHaveLength(100_000);
    expect(written[0]).toBe('5');
  });
});

describe('the size of the log', () => {
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
