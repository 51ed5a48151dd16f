import { beforeEach, describe, expect, it, test } from 'vitest';
import { fc } from '../../support/fast-check.ts';
import type { Clock } from '../../../main/core/platform/ports.ts';
import { earliestWithinLimit } from '../../../main/core/pacing/rate-limit.ts';
import { createRequestWindow, type RequestWindow } from '../../../main/core/pacing/request-window.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { fullestMinute } from '../flight-service-fake.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';
import type { RequestKind } from '../../../main/core/storage/tables/requests.ts';

const limit = 5;
let clock: VirtualClock;
let stores: FreshStores;
let accountId: number;
beforeEach(() => {
  clock = createVirtualClock();
  stores = freshStores();
  accountId = stores.accountOf('anna');
});

/** A process as far as the window is concerned: its own monotonic clock, and timers that end with it. */
function processOf(startedAtMs = 0, requests = stores.requests) {
  const timers = new Set<() => void>();
  const own: Clock = {
    ...clock,
    monotonic: () => clock.monotonic() + startedAtMs,
    schedule(delayMs, action) {
      const undo = clock.schedule(delayMs, action);
      timers.add(undo);
      return undo;
    },
  };
  const window = createRequestWindow({ clock: own, accountId, requests });
  const earliest = () => earliestWithinLimit(window.ends(), limit, own.monotonic());
  return {
    window,
    begin: () => window.begin('read', earliest),
    freeInMs() {
      window.read();
      return earliest() - own.monotonic();
    },
    kill() {
      for (const undo of timers) undo();
    },
  };
}
const end = (window: RequestWindow, id: number | null, outcome = 'page') => window.end(id!, outcome, null);

describe('the window of requests', () => {
  it('is one for all processes: requests in progress in one count for the other', () => {
    const [one, other] = [processOf(), processOf(1e6)];
    for (let count = 0; count < limit; count += 1) expect((count % 2 ? one : other).begin()).not.toBeNull();
    expect(one.begin()).toBeNull();
    expect(other.begin()).toBeNull();
  });

  it('neither counts what the disk rolled back nor keeps reporting it as in progress', async () => {
    let isFull = true;
    let touches = 0;
    const { window, begin, freeInMs } = processOf(0, {
      ...stores.requests,
      touch: () => (touches += 1),
      inTransaction: (work) =>
        stores.requests.inTransaction(() => {
          const value = work();
          if (isFull) throw new Error('database or disk is full');
          return value;
        }),
    });
    for (let count = 0; count < limit; count += 1) expect(begin).toThrow('full');
    await clock.advance(600_000);
    expect(freeInMs()).toBe(0);
    expect([touches, window.ends()]).toEqual([0, []]);
    isFull = false;
    for (let count = 0; count < limit; count += 1) expect(begin()).not.toBeNull();
    expect(window.ends()).toHaveLength(limit);
  });

  it('returns whether other processes have written since the last read', () => {
    const [one, other] = [processOf(), processOf()];
    one.begin();
    expect([other.window.read(), other.window.read()]).toEqual([true, false]);
  });

  it('counts nothing for the end of a request that is not known', () => {
    const { window } = processOf();
    end(window, 99);
    expect(window.ends()).toEqual([]);
  });

  it('does not count what was never sent', () => {
    const [one, other] = [processOf(), processOf()];
    const ids = Array.from({ length: limit }, () => one.begin()!);
    one.window.end(ids[0]!, 'unreachable', null);
    expect(other.begin()).not.toBeNull();
    expect(one.begin()).toBeNull();
  });

  it('is not moved by a changed wall clock', async () => {
    const [one, other] = [processOf(), processOf()];
    Array.from({ length: limit }, () => one.begin()).forEach((id) => end(one.window, id));
    other.freeInMs();
    for (const moveMs of [86_400_000, -2 * 86_400_000]) {
      clock.setWall(clock.now() + moveMs);
      await clock.advance(10_000);
      expect(one.begin()).toBeNull();
      expect(other.begin()).toBeNull();
    }
    await clock.advance(40_000);
    expect(one.begin()).not.toBeNull();
  });

  it('never lets any 60 s hold more than the limit, for any mix of processes, latencies and crashes', async () => {
    const step = fc.record({
      process: fc.nat(2),
      what: fc.constantFrom('begin', 'begin', 'begin', 'end', 'die'),
      passMs: fc.oneof(fc.constant(0), fc.nat(3_000), fc.nat(40_000)),
      countedAt: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        clock = createVirtualClock();
        stores = freshStores();
        accountId = stores.accountOf('anna');
        const processes = [processOf(), processOf(7e6), processOf(-3e5)];
        const inProgress: { id: number; process: number; begunAt: number; countedAt: number }[] = [];
        const counted: number[] = [];
        const settle = ({ begunAt, countedAt }: (typeof inProgress)[number]) =>
          counted.push(begunAt + (clock.monotonic() - begunAt) * countedAt);
        for (const { process, what, passMs, countedAt } of steps) {
          if (passMs > 0) await clock.advance(passMs);
          const { begin, window, kill } = processes[process]!;
          if (what === 'begin') {
            const id = begin();
            if (id !== null) inProgress.push({ id, process, begunAt: clock.monotonic(), countedAt });
          } else if (what === 'end') {
            const index = inProgress.findIndex((one) => one.process === process);
            if (index === -1) continue;
            const [ended] = inProgress.splice(index, 1);
            end(window, ended!.id);
            settle(ended!);
          } else {
            kill();
            for (const one of inProgress.filter((lost) => lost.process === process)) {
              inProgress.splice(inProgress.indexOf(one), 1);
              settle(one);
            }
            processes[process] = processOf(passMs * 100);
          }
        }
        inProgress.forEach(settle);
        expect(fullestMinute(counted)).toBeLessThanOrEqual(limit);
        stores.database.close();
      }),
      { numRuns: 60 },
    );
  });
});

const open = (own: Clock = clock) => createRequestWindow({ clock: own, accountId, requests: stores.requests });
const begin = (window: RequestWindow, kind: RequestKind = 'read') => window.begin(kind, () => clock.monotonic())!;

/** Another process writes, so that the next read is not skipped. */
const writeElsewhere = () => end(open(), begin(open(), 'read'), 'unreachable');

test('a request of this process counts as ending now, also after its heartbeats and once it takes minutes', async () => {
  const [one, other] = [open(), open()];
  const id = begin(one);
  for (const afterMs of [16_000, 100_000, 200_000]) {
    await clock.advance(afterMs - clock.monotonic());
    end(other, begin(other), 'unreachable');
    one.read();
    expect(one.ends()).toEqual([afterMs]);
  }
  await clock.advance(1_000);
  end(one, id);
  await clock.advance(30_000);
  expect(one.ends()).toEqual([201_000]);
});

test('a request of another process counts for 20 s longer than its last heartbeat, which is every 15 s', async () => {
  const [one, other] = [open(), open()];
  begin(one);
  for (const [afterMs, heartbeatMs] of [
    [0, 0],
    [14_000, 0],
    [50_000, 45_000],
    [100_000, 90_000],
  ] as const) {
    await clock.advance(afterMs - clock.monotonic());
    writeElsewhere();
    other.read();
    expect(other.ends()).toEqual([heartbeatMs + 20_000]);
  }
});

test('a request of another process that began and ended in one millisecond is known to have ended', () => {
  const [one, other] = [open(), open()];
  const id = begin(one, 'upload');
  other.read();
  expect(other.uploads()).toMatchObject([{ outcome: null }]);
  end(one, id, 'accepted');
  other.read();
  expect(other.uploads()).toMatchObject([{ outcome: 'accepted' }]);
  expect(other.ends()).toEqual([0]);
});

test('uploads of the last two minutes are known, the one that ended first in front', async () => {
  const [one, other] = [open(), open()];
  const [slow, quick] = [begin(one, 'upload'), begin(one, 'upload')];
  end(one, begin(one, 'upload'), 'unreachable');
  end(one, begin(one));
  await clock.advance(1_000);
  end(one, quick, 'accepted');
  await clock.advance(4_000);
  end(one, slow, 'too-fast');
  const outcomes = (window: RequestWindow) => window.uploads().map(({ outcome }) => outcome);
  for (const [afterMs, expected] of [
    [5_000, ['accepted', 'too-fast']],
    [120_900, ['accepted', 'too-fast']],
    [121_000, ['too-fast']],
    [125_000, []],
  ] as const) {
    await clock.advance(afterMs - clock.monotonic());
    writeElsewhere();
    for (const window of [one, other]) {
      window.read();
      expect(outcomes(window)).toEqual(expected);
    }
  }
});

test('the ends of one kind are those of that kind, oldest first, for a minute', async () => {
  const window = open();
  const [first, second] = [begin(window, 'read'), begin(window, 'read')];
  const upload = begin(window, 'upload');
  await clock.advance(1_000);
  end(window, second);
  await clock.advance(1_000);
  end(window, upload, 'accepted');
  await clock.advance(1_000);
  end(window, first);
  expect([window.ends(), window.ends('read'), window.ends('upload')]).toEqual([
    [1_000, 2_000, 3_000],
    [1_000, 3_000],
    [2_000],
  ]);
  await clock.advance(58_000);
  expect(window.ends()).toEqual([2_000, 3_000]);
});

test('an end that cannot be stored is known here all the same', async () => {
  const requests = {
    ...stores.requests,
    end() {
      throw new Error('database or disk is full');
    },
  };
  const window = createRequestWindow({ clock, accountId, requests });
  const id = begin(window);
  expect(() => end(window, id)).toThrow('full');
  await clock.advance(10_000);
  expect(window.ends()).toEqual([0]);
});

test('heartbeats go on after one that could not be stored, and stop with the request', async () => {
  const touched: number[] = [];
  const requests = {
    ...stores.requests,
    touch() {
      touched.push(clock.monotonic());
      if (touched.length === 1) throw new Error('database is locked');
    },
  };
  const window = createRequestWindow({ clock, accountId, requests });
  const id = begin(window);
  await clock.advance(31_000);
  expect(touched).toEqual([15_000, 30_000]);
  end(window, id);
  expect(clock.pending).toBe(0);
});
