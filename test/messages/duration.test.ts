import { expect, test } from 'vitest';
import { core } from '../../main/messages/catalogue.ts';
import { durationMessage, hoursMessage } from '../../main/messages/duration.ts';
import { createFormatter } from '../../main/messages/formatter.ts';
import { fc } from '../support/fast-check.ts';

const { text } = createFormatter({ catalogue: core, locale: 'en-GB' });
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [-5, '0 s', '0 s', '0 ms'],
  [350, '0 s', '0 s', '350 ms'],
  [20 * second, '20 s', '20 s', '20 s'],
  [4 * minute, '4 min', '4 min', '4 min'],
  [4 * minute + 5 * second, '4 min', '4 min 5 s', '4 min 5 s'],
  [2 * hour, '2 h', '2 h', '2 h'],
  [2 * hour + 10 * minute + 59 * second, '2 h 10 min', '2 h 10 min', '2 h 10 min'],
  [3 * day + 4 * hour, '3 d 4 h', '3 d 4 h', '3 d 4 h'],
  [60 * day + 4 * hour, '60 d', '60 d', '60 d'],
  [10_512_000 * minute, '19 years', '19 years', '19 years'],
])('%i ms is said as "%s", with seconds as "%s", with milliseconds as "%s"', (ms, plain, seconds, milliseconds) => {
  expect(text(durationMessage(ms))).toBe(plain);
  expect(text(durationMessage(ms, 'seconds'))).toBe(seconds);
  expect(text(durationMessage(ms, 'milliseconds'))).toBe(milliseconds);
});

test('no duration below a thousand years has a number above 1,000', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 365_000 * day, noNaN: true }), (ms) => {
      for (const [number] of text(durationMessage(ms, 'milliseconds')).replaceAll(',', '').matchAll(/\d+/g))
        expect(Number(number)).toBeLessThanOrEqual(1_000);
    }),
  );
});

test('the time of flights stays in hours', () => {
  expect([48, 120, 7_805].map((one) => text(hoursMessage(one)))).toEqual(['48 min', '2 h', '130 h 5 min']);
});
