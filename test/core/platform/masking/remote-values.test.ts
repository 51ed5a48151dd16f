import { describe, expect, test } from 'vitest';
import {
  displayName,
  documentedCode,
  isAircraft,
  isAirport,
  isFigure,
  mediaType,
  retryAfterValue,
  subjectOf,
} from '../../../../main/core/platform/masking/remote-values.ts';
import { fc } from '../../../support/fast-check.ts';

const bytes = (least: number, most = least) => fc.uint8Array({ minLength: least, maxLength: most });
/** As services make them: 128 bits or more, in the usual alphabets. */
const token = fc.oneof(
  bytes(16, 48).map((some) => Buffer.from(some).toString('hex')),
  bytes(16, 48).map((some) => Buffer.from(some).toString('base64url')),
  fc.uuid(),
  bytes(24).map((some) => `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(some).toString('base64url')}.sig`),
  fc.stringMatching(/^[a-z]{32,64}$/),
  fc.stringMatching(/^[0-9]{20,40}$/),
);

test('no token fits in a value that is kept of another program', () => {
  fc.assert(
    fc.property(token, fc.constantFrom('', 'user ', ' is not known'), (value, around) => {
      const text = `${around}${value}`;
      expect(documentedCode(text)).toBe('other');
      expect(mediaType(`application/${text}`)).toBe('other');
      expect(retryAfterValue(text)).toBeNull();
      expect([isFigure(text), isAircraft(text), isAirport(text)]).toEqual([false, false, false]);
      // A shorter one can look like two words by chance.
      expect(value.length < 32 || displayName(text) === null).toBe(true);
      expect(subjectOf(text)).not.toContain(value);
    }),
    { numRuns: 2_000 },
  );
});

describe('what pilots and services use fits', () => {
  test.each(['UNKNOWN', '', 'A20N', 'B738', 'Boeing 737-800', 'Cessna 172 Skyhawk', 'D-AIBC', 'Ил-96', 'MD-11 (F)'])(
    'the aircraft %s',
    (text) => expect(isAircraft(text)).toBe(true),
  );
  test.each(['', 'EDDF', 'KJFK', 'US-0571'])('the airport %s', (text) => expect(isAirport(text)).toBe(true));
  test.each(['', '12', '-3.5', '01:32', '1,250 kg', '98.5 %'])('the figure %s', (text) =>
    expect(isFigure(text)).toBe(true),
  );
  test.each([
    'Ana María López-Cruz',
    "Conor O'Brien",
    'pilot_737',
    'ana@example.com',
    'Đặng Thị Hồng Nhung',
    '佐藤 花子',
    'J. R. Smith',
  ])('the name %s', (name) => expect(displayName(name)).toBe(name));
  test.each(['', '   ', 'a'.repeat(21), '12345', 'x\u202ey', 'two\nlines', '<b>Ana</b>', 'Ana '.repeat(20)])(
    'but not the name %j',
    (name) => expect(displayName(name)).toBeNull(),
  );
});

test('codes, media types and waits are kept as they are documented', () => {
  expect(documentedCode(' too_fast ')).toBe('too_fast');
  expect(documentedCode('marker_of_mine')).toBe('other');
  expect(mediaType('text/HTML; charset=utf-8')).toBe('text/html');
  expect(mediaType('')).toBeNull();
  expect(retryAfterValue(' 30 ')).toBe('30');
  expect(retryAfterValue('Wed, 21 Oct 2026 07:28:00 GMT')).toBe('Wed, 21 Oct 2026 07:28:00 GMT');
  expect(retryAfterValue('Wed, 21 Oct 2026 07:28:00 marker GMT')).toBeNull();
  expect(subjectOf('pilot-1')).toBe('pilot-1');
});
