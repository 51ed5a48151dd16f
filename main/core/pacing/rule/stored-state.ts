// What of the pacer is kept across restarts. On disk moments are wall time, relative to `keptAt`. Of earlier versions the
// wait that they had found is taken over as prior knowledge; what cannot be read is as if nothing was known.
import { z } from 'zod';
import { beforehand, hypotheses } from './belief.ts';
import { freshPacer, MAX_PAUSE_MS, type PacerState } from './pacer.ts';

const moment = z.number().nullable();
const storedSchema = z.object({
  version: z.literal(3),
  /** Another grid means other hypotheses. */
  grid: z.literal(hypotheses.length),
  keptAt: z.number(),
  weights: z.array(z.tuple([z.number().int().nonnegative().max(hypotheses.length - 1), z.number().positive()])),
  accepted: z.array(z.number()),
  refusedAt: moment,
  fullAt: z.array(z.number()),
  jitterMs: z.number().nonnegative(),
  isSure: z.boolean(),
  durationsMs: z.array(z.number().nonnegative()),
  runFrom: moment,
  seenAt: moment,
  uploadsFrom: moment,
  requestsFrom: moment,
  tooFastInARow: z.number().int().nonnegative(),
  rateLimitedInARow: z.number().int().nonnegative(),
});
export type StoredPacer = z.infer<typeof storedSchema>;

const bracketSchema = z.object({ acceptedMs: z.number().positive() });
const earlierSchema = z.union([z.object({ version: z.literal(2), bracket: bracketSchema }), bracketSchema.extend({ version: z.literal(1) })]);

/** @param now wall time, of the same moment as @param monotonic */
export function toStored(state: PacerState, now: number, monotonic: number): StoredPacer {
  const { history, weights, ...rest } = state;
  const wall = (at: number) => (Number.isFinite(at) ? Math.round(now + at - monotonic) : null);
  return {
    ...rest,
    version: 3,
    grid: hypotheses.length,
    keptAt: Math.round(now),
    weights: weights.map(([index, weight]) => [index, weight]),
    accepted: history.accepted.map((at) => wall(at)!),
    refusedAt: wall(history.refusedAt),
    fullAt: history.fullAt.map((at) => wall(at)!),
    jitterMs: history.jitterMs,
    durationsMs: [...state.durationsMs],
    runFrom: wall(state.runFrom),
    seenAt: wall(state.seenAt),
    uploadsFrom: wall(state.uploadsFrom),
    requestsFrom: wall(state.requestsFrom),
  };
}

export function fromStored(stored: unknown, now: number, monotonic: number): PacerState {
  const read = storedSchema.safeParse(stored);
  if (!read.success) {
    const earlier = earlierSchema.safeParse(stored);
    if (!earlier.success) return freshPacer();
    const { acceptedMs } = earlier.data.version === 2 ? earlier.data.bracket : earlier.data;
    return freshPacer(beforehand(acceptedMs));
  }
  const { version: _version, grid: _grid, keptAt, accepted, refusedAt, fullAt, jitterMs, ...rest } = read.data;
  // A wall clock that was set back must not make a pause longer than it was, or the past a part of the future.
  const passedMs = Math.max(0, now - keptAt);
  const back = (wall: number | null) => (wall === null ? Number.NEGATIVE_INFINITY : monotonic - passedMs + wall - keptAt);
  const pause = (wall: number | null) => Math.min(back(wall), monotonic + MAX_PAUSE_MS);
  return {
    ...rest,
    history: { accepted: accepted.map(back), refusedAt: back(refusedAt), fullAt: fullAt.map(back), jitterMs },
    runFrom: back(rest.runFrom),
    seenAt: back(rest.seenAt),
    uploadsFrom: pause(rest.uploadsFrom),
    requestsFrom: pause(rest.requestsFrom),
  };
}
