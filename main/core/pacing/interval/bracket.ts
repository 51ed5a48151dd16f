// What is known of the service's minimum wait (A10): the bracket between the longest wait that was too short and the
// shortest that was accepted. Waits are from the answer to one report to the start of the next. pacer-wait.ts reads it,
// pacer-learning.ts writes it. Why these figures: docs/pacing.md.
import { z } from 'zod';

export const bracketSchema = z.object({
  /** The longest wait that was too short; 0 until one was. */
  refusedMs: z.number().nonnegative(),
  /** The longest but one: what a single refusal says may be another program's work. */
  refusedBeforeMs: z.number().nonnegative().default(0),
  /** The longest that was too short if a refusal does not begin the wait anew. */
  refusedInAllMs: z.number().nonnegative().default(0),
  /** The shortest that is known to do; null until one is. */
  acceptedMs: z.number().nonnegative().nullable(),
  /** Refusals that the search has cost. */
  spent: z.number().int().nonnegative(),
  /** Reports in a row that the wait has held for. */
  held: z.number().int().nonnegative(),
  /** So often it has to hold until a look below it is worth a refusal. */
  lookAfter: z.number().int().positive(),
  /** Refusals of a wait that has held. One may be the work of another program, two are not. */
  unconfirmedAttempts: z.number().int().nonnegative(),
  /** Whether a refusal begins the wait anew (A11); null until it is known. */
  restarts: z.boolean().nullable(),
});
export type Bracket = z.infer<typeof bracketSchema>;

/** A wait between two arrivals, as well as it is known. */
export type Wait = { readonly leastMs: number; readonly mostMs: number };

/** Refusals that one search may cost; so many again where what it found was another program's, and where the wait changes. */
export const SEARCH_BUDGET = 5;
export const BUDGET_DOUBTED = 2;
export const BUDGET_GROWN = 2;
/** Where Retry-After says to the second how far. */
export const BUDGET_TOLD = 1;
export const BUDGET_SHRUNK = 1;
/** No wait is believed to be longer (A10: a few seconds), whoever says so. A pause that is asked for may be. */
export const MAX_WAIT_MS = 120_000;
/** What was refused below this share of a wait does not confirm it. */
export const CONFIRMED_FROM = 0.45;
/** So often a wait has to hold until the first look below it. */
export const FIRST_LOOK_AFTER = 140;

export const freshBracket: Bracket = {
  refusedMs: 0,
  refusedBeforeMs: 0,
  refusedInAllMs: 0,
  acceptedMs: null,
  spent: 0,
  held: 0,
  lookAfter: FIRST_LOOK_AFTER,
  unconfirmedAttempts: 0,
  restarts: null,
};
