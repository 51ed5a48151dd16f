// What one process knows of its own requests and of those of the others, as time passes.
import { beforeEach, expect, test } from 'vitest';
import type { Clock } from '../../../main/core/platform/ports.ts';
import { createRequestWindow, type RequestWindow } from '../../../main/core/pacing/request-window.ts';
import type { RequestKind } from '../../../main/core/storage/tables/requests.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

let clock: VirtualClock;
let stores: FreshStores;
let accountId: number;
beforeEach(() => {
  clock = createVirtualClock();
  stores = freshStores();
  accountId = stores.accountOf('anna');
});

const open = (own: Clock = clock) => createRequestWindow({ clock: own, accountId, requests: stores.requests });
const begin = (window: RequestWindow, kind: RequestKind = 'read') => window.begin(kind, () => clock.monotonic())!;
const end = (window: RequestWindow, id: number, outcome = 'page') => window.end(id, outcome, () => {});

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
  const window = open();
  const id = begin(window);
  const broken = () =>
    window.end(id, 'page', () => {
      throw new Error('database or disk is full');
    });
  expect(broken).toThrow('full');
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
