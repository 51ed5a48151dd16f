import { describe, expect, it } from 'vitest';
import { createNewestFlight } from '../../../main/core/uploads/newest-flight.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { flightOf } from '../sample-flight.ts';

const page = (ids: number[], unreadIds: number[] = []) => ({ flights: ids.map((id) => flightOf({ id })), unreadIds });

describe('the newest record', () => {
  it('is unknown before the first listing, and known for a quarter of an hour after it', async () => {
    const clock = createVirtualClock();
    const newest = createNewestFlight(clock);
    expect([newest.id(), newest.isSure()]).toEqual([0, false]);
    newest.listed(page([]), true);
    expect([newest.id(), newest.isSure()]).toEqual([0, true]);
    await clock.advance(15 * 60_000 + 1);
    expect(newest.isSure()).toBe(false);
  });

  it('may be one that cannot be read: counted as none, it was matched to the next report whose answer was lost', () => {
    const newest = createNewestFlight(createVirtualClock());
    newest.listed(page([41, 40], [42]), true);
    expect([newest.id(), newest.isSure()]).toEqual([42, true]);
    newest.listed(page([41, 40], [Number.POSITIVE_INFINITY]), true);
    expect([newest.id(), newest.isSure()]).toEqual([42, false]);
  });

  it('comes from the first page, and a later page does not replace it', () => {
    const newest = createNewestFlight(createVirtualClock());
    newest.listed(page([41]), false);
    expect([newest.id(), newest.isSure()]).toEqual([41, false]);
    newest.listed(page([43, 42]), true);
    newest.listed(page([41], [Number.POSITIVE_INFINITY]), false);
    expect([newest.id(), newest.isSure()]).toEqual([43, true]);
  });
});
