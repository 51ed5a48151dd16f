// Flights and their moderation.

import { z } from 'zod';
import { figuresSchema } from '../../world/figures-schema.ts';
import {
  duration,
  flag,
  id,
  listOf,
  members,
  dateTime,
  page,
  switched,
  text,
  wholeNumber,
} from '../../options/input-schemas.ts';
import { longestWaitMs } from '../waits/waiting.ts';
import { call } from './call.ts';
import * as views from './views.ts';

const one = members({ id });
const figures = figuresSchema.partial();
const correction = members({ id, ...figures.shape });

const seed = {
  pilot: text.optional(),
  clientId: text.optional(),
  fileName: text.optional(),
  createdAt: dateTime.optional(),
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

/** `records` decides which of the two schemas applies, so that errors are about that one only. */
const flightsToMake = z.unknown().transform((given, context): z.output<typeof alike> | z.output<typeof each> => {
  const schema = typeof given === 'object' && given !== null && 'records' in given ? each : alike;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: given } as z.core.$ZodRawIssue);
  return z.NEVER;
});

const flightMatch = members({
  id: id.optional(),
  pilot: text.optional(),
  clientId: text.optional(),
  fileName: text.optional(),
  sha256: text.optional(),
  needsModerator: flag.optional(),
  automatedChecked: flag.optional(),
  moderatorChecked: flag.optional(),
  isArchived: flag.optional(),
});

const flights = views.pageOf(views.flight);

export const flightCalls = {
  'flights.list': call({
    method: 'GET',
    path: '/flights',
    summary: 'List flights, oldest first',
    input: members({ ...page, pilot: text.optional(), newestFirst: switched.optional() }),
    answer: flights,
    run: (controls, input) => controls.flights.list(input),
  }),
  'flights.add': call({
    method: 'POST',
    path: '/flights',
    summary: 'Create flights without an upload: `count` identical ones, or `records`',
    input: flightsToMake,
    described: z.union([alike, each]),
    isStep: true,
    answer: flights,
    example: { records: [{ pilot: 'second', figures: { icao_out: 'EDDF' }, needsModerator: true }] },
    run: (controls, input) => controls.flights.add(input),
  }),
  'flights.read': call({
    method: 'GET',
    path: '/flights/:id',
    summary: 'Read a flight',
    input: one,
    answer: views.flight,
    run: (controls, input) => controls.flights.read(input),
  }),
  'flights.wait': call({
    method: 'POST',
    path: '/wait/flights',
    summary: 'Wait for flights that match, such as one that is checked',
    input: members({
      match: flightMatch.optional(),
      atLeast: wholeNumber(1, mostAtOnce).optional(),
      count: wholeNumber(0, mostAtOnce).optional(),
      timeout: duration(longestWaitMs).optional(),
    }).refine(({ atLeast, count }) => atLeast === undefined || count === undefined, {
      path: ['atLeast'],
      error: 'count or atLeast, not both',
    }),
    answer: flights,
    example: { match: { id: 4701, moderatorChecked: true }, timeout: '5s' },
    run: (controls, input) => controls.flights.wait(input),
  }),
  'flights.check': call({
    method: 'POST',
    path: '/flights/:id/check',
    summary: 'Run the automatic check now, with the figures it should find',
    input: correction,
    isStep: true,
    answer: views.flight,
    example: { pax: 118 },
    run: (controls, input) => controls.flights.check(input),
  }),
  'flights.moderate': call({
    method: 'POST',
    path: '/flights/:id/moderate',
    summary: 'Approve a flight as the moderator, with corrected figures',
    input: correction,
    isStep: true,
    answer: views.flight,
    example: { season_points: 42 },
    run: (controls, input) => controls.flights.moderate(input),
  }),
  'flights.archive': call({
    method: 'POST',
    path: '/flights/:id/archive',
    summary: 'Archive a flight, as a moderator who rejects the report does',
    input: one,
    isStep: true,
    answer: views.flight,
    run: (controls, input) => controls.flights.archive(input),
  }),
  'flights.image': call({
    method: 'GET',
    path: '/flights/:id/image',
    summary: 'Download the uploaded image while it is kept in memory',
    input: one,
    answer: 'image',
    run: (controls, input) => controls.flights.image(input),
  }),
};
