// What of the pacer is kept across restarts: the bracket, and the pauses that the service asked for. On disk moments are
// wall time. What an earlier version kept is taken over; what cannot be read is as if nothing was known.
import { z } from 'zod';
import { bracketSchema, freshBracket, type Bracket } from './bracket.ts';
import { MAX_PAUSE_MS, type PacerState } from './pacer.ts';

const storedSchema = z.object({
  version: z.literal(2),
  bracket: bracketSchema,
  uploadsFrom: z.number().nullable(),
  requestsFrom: z.number().nullable(),
  /** When a pause was written down: it is no longer than it was then, wherever the clock has gone since. */
  keptAt: z.number().optional(),
});
type StoredPacer = z.infer<typeof storedSchema>;

/** Its waits were counted from answer to start. */
const firstSchema = z.object({
  version: z.literal(1),
  refusedMs: z.number().nonnegative().nullable(),
  acceptedMs: z.number().nonnegative().nullable(),
});

/** @param now wall time, of the same moment as @param monotonic */
export function toStored(state: PacerState, now: number, monotonic: number): StoredPacer {
  const wall = (at: number) => (at > monotonic ? Math.round(now + at - monotonic) : null);
  const isPaused = state.uploadsFrom > monotonic || state.requestsFrom > monotonic;
  return {
    version: 2,
    bracket: state.bracket,
    uploadsFrom: wall(state.uploadsFrom),
    requestsFrom: wall(state.requestsFrom),
    ...(isPaused && { keptAt: Math.round(now) }),
  };
}

export function fromStored(
  stored: unknown,
  now: number,
  monotonic: number,
): Pick<PacerState, 'bracket' | 'uploadsFrom' | 'requestsFrom'> {
  const read = storedSchema.safeParse(stored);
  // A wall clock that was set back must not make a pause longer than it was, or than any that is believed.
  const keptAt = read.data?.keptAt ?? Number.NEGATIVE_INFINITY;
  const from = (wall: number | null | undefined) =>
    wall == null ? Number.NEGATIVE_INFINITY : monotonic + Math.min(MAX_PAUSE_MS, wall - now, wall - keptAt);
  return {
    bracket: read.success ? read.data.bracket : fromFirst(stored),
    uploadsFrom: from(read.data?.uploadsFrom),
    requestsFrom: from(read.data?.requestsFrom),
  };
}

function fromFirst(stored: unknown): Bracket {
  const read = firstSchema.safeParse(stored);
  if (!read.success) return freshBracket;
  const { refusedMs, acceptedMs } = read.data;
  return { ...freshBracket, refusedMs: Math.min(refusedMs ?? 0, acceptedMs ?? Infinity), acceptedMs };
}
