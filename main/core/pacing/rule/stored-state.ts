// What is kept of the pacer across restarts: its whole state, with moments in wall time. Earlier versions kept a bracket,
// which is read as two answers; what can't be read is as if nothing was known.
import { z } from 'zod';
import { fromBracket, hypotheses } from './belief.ts';
import { freshPacer, MAX_PAUSE_MS, type PacerState } from './pacer.ts';

const moment = z.nullable(z.number()).transform((at) => at ?? Number.NEGATIVE_INFINITY);
const count = z.int().nonnegative();
const storedSchema = z.object({
  version: z.literal(3),
  /** Another number of hypotheses means others. */
  grid: z.literal(hypotheses.length),
  keptAt: z.number(),
  weights: z.array(z.tuple([count.max(hypotheses.length - 1), z.number().positive()])),
  history: z.object({
    accepted: z.array(z.number()),
    refusedAt: moment,
    fullAt: z.array(z.number()),
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
const bracketSchema = z.object({ refusedMs: z.nullable(z.number()), acceptedMs: z.number().nonnegative() });
const earlierSchema = z.union([
  z.object({ version: z.literal(2), bracket: bracketSchema }).transform(({ bracket }) => bracket),
  bracketSchema.extend({ version: z.literal(1) }),
]);

/** @param now wall time, of the same moment as @param monotonic */
export const toStored = (state: PacerState, now: number, monotonic: number) => ({
  version: 3,
  grid: hypotheses.length,
  keptAt: Math.round(now),
  ...moved(state, (at) => Math.round(now + at - monotonic)),
});

export function fromStored(stored: unknown, now: number, monotonic: number): PacerState {
  const read = storedSchema.safeParse(stored);
  if (!read.success) {
    const earlier = earlierSchema.safeParse(stored).data;
    return freshPacer(earlier && fromBracket(earlier.refusedMs ?? 0, earlier.acceptedMs));
  }
  const { version: _version, grid: _grid, keptAt, ...state } = read.data;
  // A wall clock that was set back must not make a pause longer than it was, or the past a part of the future.
  const passedMs = Math.max(0, now - keptAt);
  return moved(state, (at) => Math.min(monotonic + MAX_PAUSE_MS, monotonic - passedMs + at - keptAt));
}

const moved = (state: PacerState, to: (at: number) => number): PacerState => ({
  ...state,
  history: {
    ...state.history,
    accepted: state.history.accepted.map(to),
    refusedAt: to(state.history.refusedAt),
    fullAt: state.history.fullAt.map(to),
  },
  runFrom: to(state.runFrom),
  seenAt: to(state.seenAt),
  uploadsFrom: to(state.uploadsFrom),
  requestsFrom: to(state.requestsFrom),
});
