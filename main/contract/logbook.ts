// The logbook: every flight of a pilot, filtered, sorted, counted and drawn. One filter serves list, totals, map,
// statistics and export. The process computes everything; the window only draws it.
import * as z from 'zod/mini';
import { completenessSchema } from './completeness.ts';
import { exportFormats } from './export-formats.ts';
import { issueOf } from '../messages/input-issue.ts';
import { message } from '../messages/message.ts';
import { flightSchema, isDay } from './flight.ts';
import { ownEntrySchema, ownFigures } from './own-entry.ts';
import { historyEntrySchema, looksLikeSchema, stageNames, stripSchema } from './strip.ts';

/** A day as the record has it, `2026-10-12`, never converted between time zones. */
const daySchema = z.string().check(z.refine(isDay, issueOf(message('input.day'))));

/**
 * `completed` and `archived` as the service has it; everything before is under review. `uploaded`: flights can't be read,
 * so nothing more is known.
 */
export const flightStatuses = ['under-review', 'completed', 'archived', 'uploaded'] as const;
export type FlightStatus = (typeof flightStatuses)[number];

/** Long enough for anything a service sends instead of a code. */
const codeSchema = z.string().check(z.maxLength(200));

/** Aircraft types and airports are codes in capitals. Empty lists do not restrict. */
export const logbookFilterSchema = z.strictObject({
  /** `active`: of the pilot whose new reports are; `shown`: of whom the window shows; `all`: of everyone who ever signed in here. */
  pilots: z._default(z.enum(['active', 'shown', 'all']), 'active'),
  /** The first and the last day. A flight whose date cannot be read matches neither. */
  from: z._default(z.nullable(daySchema), null),
  to: z._default(z.nullable(daySchema), null),
  types: z._default(z.array(codeSchema).check(z.maxLength(100)), []),
  /** Departure or arrival. */
  airports: z._default(z.array(codeSchema).check(z.maxLength(100)), []),
  /** Both ends, in either direction. */
  route: z._default(z.nullable(z.tuple([codeSchema, codeSchema])), null),
  /** Empty: all but archived, which are shown only where they are named. */
  statuses: z._default(z.array(z.enum(flightStatuses, issueOf(message('input.flightStatus')))), []),
  /** Only flights whose image looks like another route than the flight has. */
  differs: z._default(z.boolean(), false),
  /** Free text, each part of which must match: airport, its name, `LLBG-LOWG`, type, `Oct 30 2026`, number, file name. */
  q: z._default(z.string().check(z.maxLength(200)), ''),
});
export type LogbookFilter = z.infer<typeof logbookFilterSchema>;
/** What a caller may leave out. */
export type LogbookFilterInput = z.input<typeof logbookFilterSchema>;

export const logbookSorts = [
  'day',
  'from',
  'to',
  'route',
  'aircraft',
  'minutes',
  'distance',
  'pax',
  'cargo',
  'delay',
  'points',
  'rating',
  'status',
  'block',
  'checks',
  'created',
  'id',
  'file',
] as const;
export type LogbookSort = (typeof logbookSorts)[number];

/** By the cities of both airports for `route`. Rows with an unknown value come last in either direction. */
export const logbookOrderSchema = z.strictObject({ by: z.enum(logbookSorts), descending: z.boolean() });
export type LogbookOrder = z.infer<typeof logbookOrderSchema>;

/** An airport that the table knows. `country` is its ISO 3166 code, such as `AT`. */
export const placeSchema = z.object({ code: z.string(), name: z.string(), city: z.string(), country: z.string() });
export type Place = z.infer<typeof placeSchema>;

const logbookRowSchema = z.extend(flightSchema, {
  /** Of the strip that shows it: `job-12` or `flight-4711`. Opens detail and image. */
  stripId: z.string(),
  /** Null if the record's date cannot be read. */
  day: z.nullable(z.string()),
  /** Of a known type, such as Boeing 787-9. */
  aircraftName: z.nullable(z.string()),
  /** Empty: not known yet. */
  from: z.string(),
  to: z.string(),
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  /** Shown if there is no room for the airports' names. */
  fromCity: z.nullable(z.string()),
  toCity: z.nullable(z.string()),
  /** Longitude and latitude, for the small map of the detail. */
  fromAt: z.nullable(z.tuple([z.number(), z.number()])),
  toAt: z.nullable(z.tuple([z.number(), z.number()])),
  /** Great circle, nautical miles; null if an airport is not known. 0 for a flight back to its departure. */
  distanceNm: z.nullable(z.number()),
  status: z.enum(flightStatuses),
  stage: z.enum(stageNames),
  /** The file that was uploaded from here. */
  file: z.nullable(z.string()),
  hasImage: z.boolean(),
  own: z.nullable(ownEntrySchema),
  /** What of the own entry stands in this row, because the service tells nothing of it. */
  ownCounted: z.array(z.enum(ownFigures)),
  /** The route on its image, while none is told or the service tells another one. */
  looksLike: z.nullable(looksLikeSchema),
  /** The pilot's name, where the flights of all are shown. */
  pilot: z.nullable(z.string()),
});
export type LogbookRow = z.infer<typeof logbookRowSchema>;

/** One report: its history, and the row of its flight in the logbook; null while it has none. */
export const stripDetailSchema = z.object({
  strip: stripSchema,
  history: z.array(historyEntrySchema),
  row: z.nullable(logbookRowSchema),
});
export type StripDetail = z.infer<typeof stripDetailSchema>;

/** At most this late counts as on time. */
export const onTimeMin = 15;

/** A sum, and how many flights it could not count. */
const sumSchema = z.object({ sum: z.number(), unknown: z.number() });

export const logbookTotalsSchema = z.object({
  flights: z.number(),
  minutes: sumSchema,
  distanceNm: sumSchema,
  points: sumSchema,
  pax: sumSchema,
  cargoKg: sumSchema,
  /** Flights with a known delay, those at most 15 minutes late, and the median delay. */
  delay: z.object({ known: z.number(), onTime: z.number(), medianMin: z.nullable(z.number()) }),
  airports: z.number(),
  countries: z.number(),
  /** Flights with a figure that the pilot entered. */
  withOwn: z.number(),
  /** Flights that match everything else, left out because they are archived. */
  archivedLeftOut: z.number(),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** Flights that are in no month and no day. */
  withoutDate: z.number(),
  completeness: completenessSchema,
  /** Whether every flight that the figures are about has been read. */
  isFinal: z.boolean(),
});
export type LogbookTotals = z.infer<typeof logbookTotalsSchema>;

/** `2026-10`: flights, minutes and points of a month, for the group rows of the list and for charts. */
export const logbookMonthSchema = z.object({
  month: z.string(),
  flights: z.number(),
  minutes: z.number(),
  points: z.number(),
  /** Whether all of its flights have been read. */
  isFinal: z.boolean(),
});
export type LogbookMonth = z.infer<typeof logbookMonthSchema>;

export const logbookPageSchema = z.object({
  rows: z.array(logbookRowSchema),
  /** All that match; null if more follow, which `logbook.totals` counts. */
  total: z.nullable(z.number()),
});
export type LogbookPage = z.infer<typeof logbookPageSchema>;

/**
 * What can be chosen in the filter, most flown first: types and airports of the flights that match everything else, in
 * all years.
 */
export const logbookChoicesSchema = z.object({
  types: z.array(z.object({ type: z.string(), flights: z.number() })),
  airports: z.array(
    z.object({ code: z.string(), name: z.nullable(z.string()), city: z.nullable(z.string()), flights: z.number() }),
  ),
  years: z.array(z.object({ year: z.string(), flights: z.number() })),
  /** Signed in with this service here, now or before, with flights. */
  pilots: z.number(),
});
export type LogbookChoices = z.infer<typeof logbookChoicesSchema>;

/** The most routes in one answer; beyond it only the most flown ones, which the answer shows. */
export const mostRoutesShown = 5_000;

export const logbookMapSchema = z.object({
  /** Airports of the filtered flights with their positions, most visited first. */
  airports: z.array(
    z.object({ ...placeSchema.shape, lon: z.number(), lat: z.number(), departures: z.number(), arrivals: z.number() }),
  ),
  /**
   * One for each pair in either direction; `a` and `b` index `airports`, and are equal for a flight back to its
   * departure.
   */
  routes: z.array(
    z.object({ a: z.number(), b: z.number(), flights: z.number(), minutes: z.number(), distanceNm: z.number() }),
  ),
  /** Codes without a known position, with their flights. */
  unknown: z.array(z.object({ code: z.string(), flights: z.number() })),
  /** Flights without departure or arrival. */
  withoutRoute: z.number(),
  /** All routes; more than in `routes` if only the most flown are listed. */
  routeCount: z.number(),
});
export type LogbookMap = z.infer<typeof logbookMapSchema>;

const recordSchema = z.nullable(z.object({ stripId: z.string(), value: z.number(), row: logbookRowSchema }));

export const logbookStatisticsSchema = z.object({
  totals: logbookTotalsSchema,
  /** Without gaps, from the first to the last month; oldest first. */
  months: z.array(logbookMonthSchema),
  /** Days with flights, oldest first. */
  days: z.array(z.object({ day: z.string(), flights: z.number() })),
  /** The twelve types with the most hours; `others` counts the rest. */
  aircraft: z.object({
    top: z.array(
      z.object({ type: z.string(), name: z.nullable(z.string()), flights: z.number(), minutes: z.number() }),
    ),
    others: z.object({ types: z.number(), flights: z.number(), minutes: z.number() }),
  }),
  routes: z.array(z.object({ from: z.string(), to: z.string(), flights: z.number() })),
  airports: z.array(
    z.object({ code: z.string(), name: z.nullable(z.string()), city: z.nullable(z.string()), visits: z.number() }),
  ),
  /** Most hours first; empty where one pilot is shown. */
  pilots: z.array(z.object({ name: z.string(), flights: z.number(), minutes: z.number(), points: z.number() })),
  /** Bins of five minutes from -30 to 120, each from `fromMin` up to the next; the first and last hold everything beyond. */
  delays: z.array(z.object({ fromMin: z.number(), flights: z.number() })),
  /** Null while the totals aren't final. */
  records: z.nullable(
    z.object({
      longestMinutes: recordSchema,
      farthestNm: recordSchema,
      mostPoints: recordSchema,
      mostInADay: z.nullable(z.object({ day: z.string(), flights: z.number() })),
      /** Days in a row with a flight. */
      longestStreak: z.nullable(z.object({ from: z.string(), to: z.string(), days: z.number() })),
    }),
  ),
});
export type LogbookStatistics = z.infer<typeof logbookStatisticsSchema>;

/** What came of the pilot's flights since a window was last looked at. Points count completed flights only. */
export const logbookNewsSchema = z.object({
  /** When it was looked at, epoch ms. */
  since: z.number(),
  completed: z.number(),
  points: z.number(),
  longest: z.nullable(z.object({ from: z.string(), to: z.string(), distanceNm: z.number() })),
  archived: z.number(),
  /** The first of them. */
  archivedFlights: z.array(z.object({ id: z.number(), from: z.string(), to: z.string() })),
});
export type LogbookNews = z.infer<typeof logbookNewsSchema>;

/** `ids`: only these flights of the filter; null: all. */
export const logbookExportSchema = z.strictObject({
  filter: logbookFilterSchema,
  order: logbookOrderSchema,
  format: z.enum(exportFormats),
  ids: z.nullable(z.array(z.number()).check(z.maxLength(100_000))),
});
export type LogbookExport = z.infer<typeof logbookExportSchema>;
/**
 * `name`: of the file. `leftOut`: flights without a date, in formats that need one. `unplaced`: flights that are in the
 * file without a place on the map, in formats of a map.
 */
export const exportedSchema = z.object({
  name: z.string(),
  flights: z.number(),
  leftOut: z.number(),
  unplaced: z.number(),
  completeness: completenessSchema,
  /** Whether every flight that was asked for has been read. */
  isFinal: z.boolean(),
});
export type Exported = z.infer<typeof exportedSchema>;
/** What a caller may leave out. */
export type LogbookExportInput = z.input<typeof logbookExportSchema>;
