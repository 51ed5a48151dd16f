import { expect, it } from 'vitest';
import { dateWords, exactMoment, momentWords, whenWords } from '../../../main/core/messages/date-format.ts';

const zone = 'Europe/Berlin';
const now = Date.UTC(2026, 10, 21, 14, 0, 0);

it.each([
  ['today', now - 3_600_000, '14:00', 'at 14:00', '14:00:00', null],
  [
    'yesterday by the pilot’s zone, though today in UTC',
    Date.UTC(2026, 10, 20, 22, 30),
    '20 November, 23:30',
    'on 20 November, 23:30',
    '20 November 23:30:00',
    '20 November',
  ],
  [
    'today by the pilot’s zone, though yesterday in UTC',
    Date.UTC(2026, 10, 20, 23, 30),
    '00:30',
    'at 00:30',
    '00:30:00',
    null,
  ],
  [
    'last year',
    Date.UTC(2025, 4, 12, 12, 2, 11),
    '12 May 2025, 14:02',
    'on 12 May 2025, 14:02',
    '12 May 2025 14:02:11',
    '12 May 2025',
  ],
])(
  'a moment is in the pilot’s zone, with its date where it is not today: %s',
  (_what, at, moment, when, exact, date) => {
    expect(momentWords(at, now, zone)).toBe(moment);
    expect(whenWords(at, now, zone)).toBe(when);
    expect(exactMoment(at, now, zone)).toBe(exact);
    expect(dateWords(at, now, zone)).toBe(date);
  },
);
