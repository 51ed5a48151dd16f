import { describe, expect, it } from 'vitest';
import { runDay } from './day.ts';
import { delaysOf } from './delays.ts';

describe.each([
  ['60 requests a minute', { perMinute: 60, hasSubscription: true, uploads: 20, followed: 120, older: 700 }],
  ['10 requests a minute', { perMinute: 10, hasSubscription: false, uploads: 0, followed: 120, older: 700 }],
])('an hour of the day with %s', (_words, { perMinute, hasSubscription, uploads, followed, older }) => {
  it('never exceeds the rate limit, shows each change within two polls of all that is followed, and loads all older flights', async () => {
    const day = await runDay({ seed: 3, hours: 1, uploads, followed, older, hasSubscription });
    expect(day.counts.rateLimited).toBe(0);
    expect(day.uploaded).toBe(uploads);
    expect(day.wrong).toBe(0);
    expect(day.loaded).toBe(older);
    const delays = delaysOf(day.changes, perMinute, 3_600_000);
    expect(delays.unseen).toBe(0);
    // Reads yield to the twenty uploads, which are seconds apart.
    expect(delays.seconds.worst).toBeLessThan(24);
  });
});
