// The pacer's state across restarts: times are stored relative to the time of storing, which is a wall time.
import * as z from 'zod/mini';
import { MAX_PAUSE_MS } from '../platform/backoff.ts';
import { freshPacer, schemaWith, type PacerState } from './rule/pacer-state.ts';

const VERSION = 5;

/** @param now wall time, of the same time as @param monotonic */
export const toStored = (state: PacerState, now: number, monotonic: number) => ({
  version: VERSION,
  keptAt: Math.round(now),
  ...schemaWith((at) => Math.round(at - monotonic)).parse(state),
});

/** Unreadable state counts as nothing known. */
export function fromStored(stored: unknown, now: number, monotonic: number): PacerState {
  const kept = z.object({ version: z.literal(VERSION), keptAt: z.number() }).safeParse(stored);
  if (!kept.success) return freshPacer();
  // A clock that was set back must not lengthen a pause or move the past into the future. The last arrival is unknown
  // then.
  const passedMs = now - kept.data.keptAt;
  const read = schemaWith((at) => monotonic + Math.min(MAX_PAUSE_MS, at - Math.max(0, passedMs))).safeParse(stored);
  return read.success ? { ...read.data, isSure: read.data.isSure && passedMs >= 0 } : freshPacer();
}
