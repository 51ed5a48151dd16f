// The strips of the bays: pages in order, changes by events, and pages overtaken by events.
import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  applyPage,
  applyProgress,
  type BayLists,
  findStrip,
  noLists,
} from '../../../renderer/store/bay-lists.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';

const none = new Map();
const waiting = (order: number) => wholeStrip(`job-${order}`, 'waiting');
const settled = (order: number) => wholeStrip(`flight-${order}`, 'completed');
const ids = (lists: BayLists, bay: 'queue' | 'completed' | 'under-review') => lists[bay].strips.map((s) => s.id);
const page = (strips: ReturnType<typeof waiting>[], next: string | null = null) => ({ strips, next });

const read = (lists: BayLists = noLists) =>
  applyPage(
    applyPage(applyPage(lists, 'queue', page([waiting(1), waiting(2)]), none, true), 'completed', page([]), none, true),
    'under-review',
    page([]),
    none,
    true,
  );

describe('a bay', () => {
  it('has the oldest report on top in the queue, and the newest elsewhere', () => {
    let lists = read();
    lists = applyChanges(lists, [waiting(3), settled(7), settled(9), settled(8)], []);
    expect(ids(lists, 'queue')).toEqual(['job-1', 'job-2', 'job-3']);
    expect(ids(lists, 'completed')).toEqual(['flight-9', 'flight-8', 'flight-7']);
  });

  it('moves a strip to another bay and never shows it twice', () => {
    const lists = applyChanges(read(), [wholeStrip('job-1', 'automatic-check')], []);
    expect(ids(lists, 'queue')).toEqual(['job-2']);
    expect(ids(lists, 'under-review')).toEqual(['job-1']);
  });

  it('drops removed strips', () => {
    expect(ids(applyChanges(read(), [], ['job-1']), 'queue')).toEqual(['job-2']);
  });

  it('leaves a strip below the last one read to a later page', () => {
    const partly = applyPage(noLists, 'queue', page([waiting(1), waiting(2)], 'job-2'), none, true);
    expect(ids(applyChanges(partly, [waiting(60)], []), 'queue')).toEqual(['job-1', 'job-2']);
    expect(ids(applyChanges(partly, [{ ...waiting(60), order: 1.5 }], []), 'queue')).toEqual([
      'job-1',
      'job-60',
      'job-2',
    ]);
  });

  it('keeps every strip it shows when all of them change together, and leaves the rest to a later page', () => {
    const partly = applyPage(noLists, 'queue', page([waiting(1), waiting(2)], 'job-2'), none, true);
    const all = [1, 2, 3, 4].map((order) => ({ ...waiting(order), uploadsAt: order }));
    expect(ids(applyChanges(partly, all, []), 'queue')).toEqual(['job-1', 'job-2']);
    const heard = new Map(all.map((strip) => [strip.id, strip]));
    const again = applyPage(partly, 'queue', page([waiting(1), waiting(2)], 'job-2'), heard, true);
    expect(ids(again, 'queue')).toEqual(['job-1', 'job-2']);
  });

  it('remembers how far it was read when all its strips are gone', () => {
    const partly = applyPage(noLists, 'queue', page([waiting(1), waiting(2)], 'job-2'), none, true);
    const gone = applyChanges(partly, [], ['job-1', 'job-2']);
    const back = applyChanges(gone, [waiting(2), waiting(3)], []);
    expect(ids(back, 'queue')).toEqual(['job-2']);
  });

  it('stays unread until its first page has come', () => {
    expect(ids(applyChanges(noLists, [waiting(1)], []), 'queue')).toEqual([]);
  });

  it('adds the next page without duplicating strips of events', () => {
    const partly = applyPage(noLists, 'queue', page([waiting(1)], 'job-1'), none, true);
    const whole = applyPage(partly, 'queue', page([waiting(1), waiting(2)]), none, false);
    expect(ids(whole, 'queue')).toEqual(['job-1', 'job-2']);
    expect(whole.queue.next).toBeNull();
  });

  it('prefers events to a page that was requested before them', () => {
    const latest = new Map([
      ['job-1', wholeStrip('job-1', 'automatic-check')],
      ['job-2', null],
      ['job-4', waiting(4)],
    ]);
    const lists = applyPage(noLists, 'queue', page([waiting(1), waiting(2), waiting(3)]), latest, true);
    expect(ids(lists, 'queue')).toEqual(['job-3', 'job-4']);
  });

  it('shows progress on its strip and ignores progress of unknown strips', () => {
    const lists = read();
    expect(findStrip(applyProgress(lists, 'job-2', 5, 10), 'job-2')?.progress).toEqual({
      sentBytes: 5,
      totalBytes: 10,
    });
    expect(applyProgress(lists, 'job-77', 5, 10)).toBe(lists);
  });
});
