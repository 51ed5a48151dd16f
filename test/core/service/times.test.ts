import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { retryAfterMs, serviceTime } from '../../../main/core/service/times.ts';

const now = Date.UTC(2026, 4, 12, 12, 0, 0);

describe('Retry-After', () => {
  it.each([
    [undefined, null],
    ['0', 0],
    ['7', 7_000],
    [' 120 ', 120_000],
    ['Tue, 12 May 2026 12:00:30 GMT', 30_000],
    ['Tue, 12 May 2026 11:59:00 GMT', 0],
    ['', null],
    ['-3', null],
    ['1.5', null],
    ['soon', null],
    ['12345678901', null],
    ['2026-05-12T12:00:30Z', null],
    ['Tue, 12 May 2026 12:00:30 +0200', null],
    ['GMT', null],
  ])('%j is %j', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it('is never negative and never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => (retryAfterMs(text, now) ?? 0) >= 0));
    fc.assert(fc.property(fc.string(), (text) => (retryAfterMs(`${text} GMT`, now) ?? 0) >= 0));
  });
});

describe("a time in the service's format (A7)", () => {
  it.each([
    // without an offset: the service's zone
    ['2026-05-12T12:00:00', 'UTC', '2026-05-12T12:00:00.000Z'],
    ['2026-05-12 12:00:00', 'UTC', '2026-05-12T12:00:00.000Z'],
    ['2026-05-12T12:00', 'UTC', '2026-05-12T12:00:00.000Z'],
    ['2026-05-12T12:00:00.5', 'UTC', '2026-05-12T12:00:00.500Z'],
    ['2026-05-12T12:00:00.123456789', 'UTC', '2026-05-12T12:00:00.123Z'],
    ['2026-05-12T12:00:00,25', 'UTC', '2026-05-12T12:00:00.250Z'],
    ['2026-05-12T12:00:00', 'Europe/Berlin', '2026-05-12T10:00:00.000Z'],
    ['2026-01-12T12:00:00', 'Europe/Berlin', '2026-01-12T11:00:00.000Z'],
    ['2026-05-12T12:00:00', 'Asia/Kathmandu', '2026-05-12T06:15:00.000Z'],
    ['2026-05-12T00:30:00', 'Pacific/Auckland', '2026-05-11T12:30:00.000Z'],
    ['2026-05-12T12:00:00', 'America/New_York', '2026-05-12T16:00:00.000Z'],
    // around the start of summer time, 2026-03-29 01:00 UTC
    ['2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    // and its end, 2026-10-25 01:00 UTC
    ['2026-10-25T01:59:59', 'Europe/Berlin', '2026-10-24T23:59:59.000Z'],
    ['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-05-12T12:00:00', 'No/Such_Zone', '2026-05-12T12:00:00.000Z'],
    // an explicit offset takes precedence over the zone
    ['2026-05-12T12:00:00Z', 'Europe/Berlin', '2026-05-12T12:00:00.000Z'],
    ['2026-05-12T12:00:00+02:00', 'Asia/Tokyo', '2026-05-12T10:00:00.000Z'],
    ['2026-05-12T12:00:00-0530', 'UTC', '2026-05-12T17:30:00.000Z'],
    ['2024-02-29T00:00:00', 'UTC', '2024-02-29T00:00:00.000Z'],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(new Date(serviceTime(text, zone) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '2026-05-12',
    '12:00:00',
    '2026-13-01T00:00:00',
    '2026-00-10T00:00:00',
    '2026-02-30T00:00:00',
    '2026-05-12T25:00:00',
    '2026-05-12T12:61:00',
    '0000-00-00T00:00:00',
    '0001-01-01T00:00:00',
    '2026-05-12T12:00:00+99:99',
    '2026-05-12T12:00:00 Europe/Berlin',
  ])('%j is not a time, and is not guessed', (text) => {
    expect(serviceTime(text, 'UTC')).toBeNull();
  });

  it('reads back every time written in the zone, outside the hour that occurs twice', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2035, 0, 1) }), (time) => {
        const at = Math.floor(time / 1000) * 1000;
        const written = format.format(at);
        const isTwice = [at - 3_600_000, at + 3_600_000].some((other) => format.format(other) === written);
        fc.pre(!isTwice);
        expect(serviceTime(written, 'Europe/Berlin')).toBe(at);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, zone) => {
        serviceTime(text, zone);
      }),
    );
  });
});
