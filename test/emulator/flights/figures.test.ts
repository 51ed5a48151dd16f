import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { aircraftTypes, figuresFor, airports, distanceNm } from '../../../emulator/flights/figures.ts';
import { flightRecord } from '../../../emulator/api-types.ts';
import { figuresSchema } from '../../../emulator/world/world.ts';
import { sampleReport } from '../images.ts';

const airport = (icao: string) => airports.find((other) => other.icao === icao)!;

it('a moderator can set every member of the record that a check finds', () => {
  const ofService = ['id', 'created_at', 'automated_checked', 'moderator_checked', 'is_archived'];
  const found = Object.keys(flightRecord.shape).filter((name) => !ofService.includes(name));
  expect(Object.keys(figuresSchema.shape).toSorted()).toEqual(found.toSorted());
});

describe('figures derived from an image', () => {
  it('are repeatable and plausible', () => {
    fc.assert(
      fc.property(fc.string(), (fingerprint) => {
        const figures = figuresFor(fingerprint, null);
        expect(figuresFor(fingerprint, null)).toEqual(figures);
        const type = aircraftTypes.find(({ designator }) => designator === figures.aircraft)!;
        const nm = distanceNm(airport(figures.icao_out), airport(figures.icao_in));
        expect(nm).toBeLessThanOrEqual(type.rangeNm);
        expect(figures.pax).toBeLessThanOrEqual(type.seats);
        expect(figures.cargo_kg).toBeLessThanOrEqual(type.cargoKg);
        expect(figures.en_route).toBeGreaterThan((nm / type.cruiseKt) * 60 * 0.95);
        expect(figures.en_route).toBeLessThan((nm / type.cruiseKt) * 60 * 1.1 + 35);
        expect(figures.total_ft).toBeGreaterThan(figures.en_route);
        expect(Number.isInteger(figures.en_route + figures.pax + figures.cargo_kg + figures.delay_min)).toBe(true);
        expect(Number.isInteger(figures.season_points)).toBe(true);
      }),
    );
  });

  it('connect every airport to another', () => {
    for (const from of airports) {
      const reachable = airports.filter((to) => {
        const nm = distanceNm(from, to);
        return nm >= 60 && nm <= 7600 && aircraftTypes.some((type) => nm >= type.leastNm && nm <= type.rangeNm);
      });
      expect(reachable.length).toBeGreaterThan(5);
    }
  });

  it('contain real distances', () => {
    expect(distanceNm(airport('EDDF'), airport('LPPT'))).toBeCloseTo(1012, -1.5);
    expect(distanceNm(airport('OMDB'), airport('YSSY'))).toBeCloseTo(6505, -2);
  });
});

describe('figures embedded in an image', () => {
  const fingerprint = 'a screenshot';

  it('are used when valid', () => {
    expect(figuresFor(fingerprint, { ...sampleReport, total_ft: 190 })).toMatchObject({
      ...sampleReport,
      total_ft: 190,
    });
  });

  it.each([
    ['aircraft', '<script>'],
    ['aircraft', 'a20n'],
    ['icao_out', 'FRANKFURT'],
    ['icao_in', 7],
    ['en_route', -5],
    ['en_route', 1.5],
    ['en_route', '168'],
    ['pax', 1e9],
    ['cargo_kg', Number.NaN],
    ['delay_min', null],
    ['date', '2026-13-40T00:00:00'],
    ['date', 'yesterday'],
  ])('ignore %s %s and keep the rest', (name, value) => {
    const derived = figuresFor(fingerprint, { ...sampleReport, [name]: undefined });
    expect(figuresFor(fingerprint, { ...sampleReport, [name]: value })).toEqual(derived);
  });

  it('ignore anything malformed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.anything()), fc.integer(), fc.constant(null)), (value) => {
        expect(figuresFor(fingerprint, value)).toEqual(figuresFor(fingerprint, null));
      }),
    );
  });
});
