import { beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { accountSubject } from '../../../main/core/storage/tables/learned-facts.ts';
import { createUploadHold } from '../../../main/core/uploads/upload-hold.ts';
import type { Hold } from '../../../main/core/uploads/upload-hold.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

const hourMs = 3_600_000;
const failure = failures.serviceError('The service', 'HTTP 500');
const forPilot = failures.signInEnded('unauthorized');

let clock: VirtualClock;
let facts: FreshStores['facts'];
let told: (Hold | null)[];
beforeEach(async () => {
  clock = createVirtualClock();
  await clock.advance(hourMs);
  facts = freshStores().facts;
  told = [];
});
const log = { debug() {}, info() {}, warn() {}, error() {} };
const create = (deps = { facts }) =>
  createUploadHold({ clock, log, accountId: 1, onChange: (hold) => void told.push(hold), ...deps });
const onDisk = () => facts.read(accountSubject(1), 'hold');
const until = (ms: number) => clock.monotonic() + ms;

describe('a hold of the queue', () => {
  it('is stored, and read by another process with the remaining time', async () => {
    const own = create();
    own.set(null, 3);
    own.set({ failure, until: until(60_000) });
    expect(told).toEqual([{ failure, until: until(60_000) }]);
    await clock.advance(20_000);
    const other = create();
    expect(other.current()).toEqual({ failure, until: until(40_000) });
    expect(other.consecutiveFailures()).toBe(3);
    await clock.advance(50_000);
    expect(other.current()).toEqual({ failure, until: until(0) });
  });

  it('is over here where its end cannot be stored, as on a full disk', () => {
    const own = create();
    own.set({ failure, until: until(60_000) });
    const full = create({
      facts: {
        ...facts,
        write() {
          throw new Error('database or disk is full');
        },
      },
    });
    full.resume();
    full.forget();
    expect(full.current()).toBeNull();
  });

  it('lasts no longer than it was set for after the clock was set back', () => {
    create().set({ failure, until: until(60_000) });
    clock.setWall(clock.now() - 24 * hourMs);
    expect(create().current()).toEqual({ failure, until: until(60_000) });
  });

  it.each([
    ['expires after a while', failure, true],
    ['stays while the pilot has to act', forPilot, false],
  ])('%s', async (_what, why, isGone) => {
    create().set({ failure: why, until: until(1_000) });
    await clock.advance(48 * hourMs);
    expect(create().current() === null).toBe(isGone);
  });

  it('without an end is not stored', () => {
    const own = create();
    own.set({ failure: forPilot, until: Number.POSITIVE_INFINITY });
    expect(onDisk()).toBeNull();
    expect(own.current()).toEqual({ failure: forPilot, until: Number.POSITIVE_INFINITY });
    own.follow();
    expect(own.current()).not.toBeNull();
  });

  it('of another process is adopted once', () => {
    create().set({ failure, until: until(60_000) });
    const next = create();
    next.resume();
    facts.write(accountSubject(1), 'hold', null, clock.now());
    next.resume();
    expect(next.current()).toEqual({ failure, until: until(60_000) });
  });

  it('ends when it is cleared, here and in the process that uploads', () => {
    const own = create();
    own.set({ failure, until: until(60_000) });
    own.follow();
    expect(own.current()).not.toBeNull();
    const other = create();
    other.forget();
    expect(onDisk()).toBeNull();
    own.follow();
    expect(own.current()).toBeNull();
    expect(own.consecutiveFailures()).toBe(0);
    own.set({ failure, until: until(60_000) });
    own.forget();
    expect(own.current()).toBeNull();
    expect(told.map((hold) => hold === null)).toEqual([false, true, false, true]);
  });

  it('that is null is reported once', () => {
    const own = create();
    own.set(null);
    own.set(null);
    expect(told).toEqual([]);
  });
});
