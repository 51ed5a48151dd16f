import { expect, it } from 'vitest';
import { changesIn, draftOf } from '../../../emulator/console/flights/figures-form.tsx';
import type { FlightFigures } from '../../../emulator/emulator.ts';

const figures = { pax: 120, aircraft: 'A20N' } as FlightFigures;

it.each(['many', 'NaN', 'Infinity', '-Infinity', '1e999'])('sends an invalid number as typed: %s', (typed) => {
  const changes = changesIn({ ...draftOf(figures), pax: typed }, figures);
  expect(JSON.parse(JSON.stringify(changes))).toEqual({ pax: typed });
});

it('sends a number as a number', () => {
  expect(changesIn({ ...draftOf(figures), pax: ' 118 ' }, figures)).toEqual({ pax: 118 });
});
