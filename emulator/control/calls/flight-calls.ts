// Flights and the moderator's desk.

import { z } from 'zod';
import { figuresSchema } from '../../world/figures-schema.ts';
import { flag, id, listOf, members, moment, page, switched, text, wholeNumber } from '../../options/input-schemas.ts';
import { call } from './call.ts';

const one = members({ id });
const figures = figuresSchema.partial();
const correction = members({ id, ...figures.shape });

const seed = {
  pilot: text.optional(),
  clientId: text.optional(),
  fileName: text.optional(),
  createdAt: moment.optional(),
  figures: members(figures.shape).optional(),
  needsModerator: flag.optional(),
  automatedChecked: flag.optional(),
  moderatorChecked: flag.optional(),
  isArchived: flag.optional(),
};

const mostAtOnce = 10_000;
const alike = members({ count: wholeNumber(1, mostAtOnce), ...seed });
const each = members({
  records: listOf(members(seed), 'a list of flights').max(mostAtOnce, { error: `at most ${mostAtOnce} flights` }),
});

/** Which of the two it is shows by `records`; what is wrong is said of that one alone. */
const flightsToMake = z.unknown().transform((given, context): z.output<typeof alike> | z.output<typeof each> => {
  const schema = typeof given === 'object' && given !== null && 'records' in given ? each : alike;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: given } as z.core.$ZodRawIssue);
  return z.NEVER;
});

export const flightCalls = {
  'flights.list': call({
    method: 'GET',
    path: '/flights',
    summary: 'the flights, oldest first',
    input: members({ ...page, pilot: text.optional(), newestFirst: switched.optional() }),
    run: (controls, input) => controls.flights.list(input),
  }),
  'flights.add': call({
    method: 'POST',
    path: '/flights',
    summary: 'makes some without an upload: `count` alike, or `records`',
    input: flightsToMake,
    described: z.union([alike, each]),
    isStep: true,
    run: (controls, input) => controls.flights.add(input),
  }),
  'flights.read': call({
    method: 'GET',
    path: '/flights/:id',
    summary: 'one flight',
    input: one,
    run: (controls, input) => controls.flights.read(input),
  }),
  'flights.check': call({
    method: 'POST',
    path: '/flights/:id/check',
    summary: 'the automatic check now, with the figures that it is to find',
    input: correction,
    isStep: true,
    run: (controls, input) => controls.flights.check(input),
  }),
  'flights.moderate': call({
    method: 'POST',
    path: '/flights/:id/moderate',
    summary: 'the moderator accepts it now, with figures corrected',
    input: correction,
    isStep: true,
    run: (controls, input) => controls.flights.moderate(input),
  }),
  'flights.archive': call({
    method: 'POST',
    path: '/flights/:id/archive',
    summary: 'the report is refused or put away',
    input: one,
    isStep: true,
    run: (controls, input) => controls.flights.archive(input),
  }),
  'flights.image': call({
    method: 'GET',
    path: '/flights/:id/image',
    summary: 'the uploaded image itself, as long as it is kept',
    input: one,
    answers: 'image',
    run: (controls, input) => controls.flights.image(input),
  }),
};
