import { describe, expect, it } from 'vitest';
import { usageAt } from '../../../emulator/console/people/limit.tsx';

const start = Date.UTC(2026, 4, 12, 12);
const at = (s: number) => new Date(start + s * 1000).toISOString();
const limit = {
  clientId: 'app',
  pilot: 'demo',
  limit: 2,
  windowMs: 60_000,
  used: 2,
  requestsAt: [at(0), at(10)],
  mayRequestAt: at(60),
  lastFlightId: 4700,
  minGapMs: 5000,
  mayUploadAt: at(15),
};

describe('the remaining requests of a limit', () => {
  it.each([
    [10, { used: 2, tone: 'refused', requestInMs: 50_000, uploadInMs: 50_000 }],
    [60, { used: 1, tone: 'well', requestInMs: 0, uploadInMs: 0 }],
    [70, { used: 0, tone: 'well', requestInMs: 0, uploadInMs: 0 }],
  ] as const)('are what the last minute leaves, at %i s', (s, usage) => {
    expect(usageAt(limit, start + s * 1000)).toEqual(usage);
  });

  it('delays an upload by the minimum gap even when the window has room', () => {
    const wide = { ...limit, limit: 60, mayRequestAt: at(10) };
    expect(usageAt(wide, start + 12_000)).toMatchObject({ requestInMs: 0, uploadInMs: 3000 });
  });
});
