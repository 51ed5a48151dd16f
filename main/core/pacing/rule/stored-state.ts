// What is kept of the pacer across restarts: its whole state, with moments from `keptAt` on, which is wall time. What
// can't be read is as if nothing was known.
import { z } from 'zod';
import { freshPacer, MAX_PAUSE_MS, type PacerState } from './pacer.ts';

const moment = z.nullable(z.number()).transform((at) => at ?? Number.NEGATIVE_INFINITY);
const count = z.int().nonnegative();
const storedSchema = z.object({
  version: z.literal(4),
  keptAt: z.number(),
  weights: z.string(),
  history: z.object({
    accepted: z.array(z.number()),
    refusedAt: moment,
    emptyAt: moment,
    sinceEmpty: count,
    jitterMs: z.number().nonnegative(),
  }),
  isSure: z.boolean(),
  durationsMs: z.array(z.number().nonnegative()),
  runFrom: moment,
  seenAt: moment,
  uploadsFrom: moment,
  requestsFrom: moment,
  tooFastInARow: count,
  rateLimitedInARow: count,
});
/** @param now wall time, of the same moment as @param monotonic */
export const toStored = (state: PacerState, now: number, monotonic: number) => ({
  version: 4,
  keptAt: Math.round(now),
  ...moved(state, (at) => Math.round(at - monotonic)),
});

export function fromStored(stored: unknown, now: number, monotonic: number): PacerState {
  const read = storedSchema.safeParse(stored);
  if (!read.success) return freshPacer();
  const { version: _version, keptAt, ...state } = read.data;
  // A wall clock that was set back must not make a pause longer than it was, or the past a part of the future. How long
  // ago the last report was is not known then.
  const isSetBack = now < keptAt;
  const passedMs = isSetBack ? 0 : now - keptAt;
  const known = moved(state, (at) => monotonic + Math.min(MAX_PAUSE_MS, at - passedMs));
  return isSetBack ? { ...known, isSure: false } : known;
}

const moved = ({ history, ...state }: PacerState, to: (at: number) => number): PacerState => ({
  ...state,
  history: {
    ...history,
    accepted: history.accepted.map(to),
    refusedAt: to(history.refusedAt),
    emptyAt: to(history.emptyAt),
  },
  runFrom: to(state.runFrom),
  seenAt: to(state.seenAt),
  uploadsFrom: to(state.uploadsFrom),
  requestsFrom: to(state.requestsFrom),
});
