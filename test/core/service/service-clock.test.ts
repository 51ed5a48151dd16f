import { describe, expect, it, beforeEach } from 'vitest';
import { createServiceClock, type ServiceClock } from '../../../main/core/service/times.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

const hour = 3_600_000;
let clock: VirtualClock;
let service: ServiceClock;
/** How far the service is ahead of our wall clock of the beginning. */
let aheadMs: number;
let startWall: number;

const serviceNow = () => startWall + clock.monotonic() + aheadMs;
/** An answer that took so long; its `Date` is of the middle. */
async function answer(tookMs: number) {
  const askedAt = clock.monotonic();
  await clock.advance(tookMs / 2);
  const date = new Date(serviceNow()).toUTCString();
  await clock.advance(tookMs / 2);
  service.answered(date, askedAt);
}
const now = () => service.at(clock.monotonic());
const widthMs = () => now()!.until - now()!.from;

beforeEach(() => {
  clock = createVirtualClock();
  startWall = clock.now();
  aheadMs = -2 * hour + 377;
  service = createServiceClock(clock);
});

describe("the service's clock", () => {
  it('is not known before an answer has a date', () => {
    expect(now()).toBeNull();
    service.answered(undefined, 0);
    service.answered('soon', 0);
    expect(now()).toBeNull();
  });

  it('lies between the bounds that the answers set, which become narrower', async () => {
    await answer(400);
    const first = widthMs();
    expect(first).toBeLessThanOrEqual(1_400);
    for (let answers = 0; answers < 20; answers += 1) {
      await clock.advance(737);
      await answer(100);
      expect(now()!.from).toBeLessThanOrEqual(serviceNow());
      expect(now()!.until).toBeGreaterThanOrEqual(serviceNow());
    }
    expect(widthMs()).toBeLessThan(first / 2);
  });

  it('is known of an earlier moment as well', async () => {
    const before = clock.monotonic();
    await answer(0);
    await clock.advance(5_000);
    expect(service.at(before)!.from).toBe(now()!.from - 5_000);
  });

  it('follows the newest answer where two contradict each other', async () => {
    await answer(100);
    aheadMs += 3 * hour;
    await answer(100);
    expect(now()!.from).toBeLessThanOrEqual(serviceNow());
    expect(now()!.until).toBeGreaterThanOrEqual(serviceNow());
  });

  it('is forgotten when our clock was set or the machine slept, until the next answer', async () => {
    await answer(100);
    const before = clock.monotonic();
    await clock.advance(1);
    clock.setWall(clock.now() + 2_000);
    expect(now()).toBeNull();
    await answer(100);
    expect(now()).not.toBeNull();
    expect(service.at(before)).toBeNull();
  });

  it('learns nothing from an answer whose request began before the clock was set', async () => {
    const askedAt = clock.monotonic();
    await clock.advance(100);
    clock.setWall(clock.now() - hour);
    service.answered(new Date(serviceNow()).toUTCString(), askedAt);
    expect(now()).toBeNull();
  });
});
