// When reports are planned to upload. Every planned time that is shown is one of these, so that none is in the past.
import type { AppState } from './state.ts';

type Known = Pick<AppState, 'runway'> & { readonly queue: Pick<AppState['queue'], 'uploading'> };

/**
 * When the report with this place in the queue uploads, counted from 0; null if that is not known. While an upload
 * takes longer than planned, all behind it move on. `pilot`: the place is in this pilot's queue.
 */
export function plannedAt({ runway, queue }: Known, now: number, place = 0, pilot?: number): number | null {
  if (runway.pilots && pilot !== undefined) {
    const own = runway.pilots.find(({ id }) => id === pilot);
    return own === undefined ? null : Math.max(own.nextAt, now) + place * own.everyMs;
  }
  if (runway.nextAt === null) return null;
  const soonest = queue.uploading > 0 ? now + runway.minGapMs : now;
  return Math.max(runway.nextAt, soonest) + place * runway.everyMs;
}

/** For texts without seconds. */
export const nearestMinute = (at: number): number => Math.round(at / 60_000) * 60_000;

/** When the last report is uploaded. @param adding files that are still being added */
export function allUploadedAt(app: Known, now: number, adding = 0): number | null {
  const { waiting, everyMs, minGapMs } = app.runway;
  const lastAt = plannedAt(app, now, Math.max(0, waiting + adding - 1));
  return lastAt === null ? null : lastAt + Math.max(0, everyMs - minGapMs);
}
