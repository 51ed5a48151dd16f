import { expect, it } from 'vitest';
import { exactMoment } from '../../../main/node/cli/date-format.ts';

const zone = 'Europe/Berlin';
const now = Date.UTC(2026, 10, 21, 14, 0, 0);

it.each([
  ['today', now - 3_600_000, '14:00:00'],
  ['yesterday by the pilot’s zone, though today in UTC', Date.UTC(2026, 10, 20, 22, 30), '20 November 23:30:00'],
  ['today by the pilot’s zone, though yesterday in UTC', Date.UTC(2026, 10, 20, 23, 30), '00:30:00'],
  ['last year', Date.UTC(2025, 4, 12, 12, 2, 11), '12 May 2025 14:02:11'],
])('a moment is in the pilot’s zone, with its date where it is not today: %s', (_what, at, exact) => {
  expect(exactMoment(at, now, zone)).toBe(exact);
});
