import { describe, expect, it } from 'vitest';
import { runDay } from './day.ts';
import { delaysOf } from './delays.ts';

describe.each([
  ['60 requests a minute', 60, true, 20],
  ['10 requests a minute', 10, false, 0],
])('an hour of the day with %s', (_words, perMinute, hasSubscription, uploads) => {
  it('is never refused for the minute’s sake, and shows each change within two polls of all that is followed', async () => {
    const day = await runDay({ seed: 3, hours: 1, uploads, followed: 120, hasSubscription });
    expect(day.counts.rateLimited).toBe(0);
    expect(day.uploaded).toBe(uploads);
    expect(day.wrong).toBe(0);
    const delays = delaysOf(day.changes, perMinute, 3_600_000);
    expect(delays.unseen).toBe(0);
    // With the subscription one poll of all is a second or two; old flights are looked at every ten.
    expect(delays.seconds.worst).toBeLessThan(hasSubscription ? 15 : 24);
  });
});
