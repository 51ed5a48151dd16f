// What the runway says: what happens next, and when all is away. Pure.
import type { AppState } from '../../../main/contract/state.ts';
import { isOutOfReach } from '../../elements/out-of-reach.ts';
import { countdown } from '../../format/span.ts';
import { utcTime } from '../../format/moment.ts';
import { words } from '../../words/words.ts';

const w = words.runway;

/** A pause is worth a sentence when it is longer than the wait between two reports ever is in passing. */
const PAUSE_TOLD_MS = 20_000;

export type RunwayWords = {
  readonly headline: string;
  readonly isQuiet: boolean;
  /** "4 reports away by" and the moment; null where it is not known. */
  readonly away: { readonly before: string; readonly at: number } | null;
  readonly waiting: string | null;
};

export function runwayWords(app: AppState, now: number): RunwayWords {
  const { queue, runway, connection, service } = app;
  // As the bay below counts: reports of another pilot wait, but not for a departure.
  const n = app.bays.outbound;
  const waiting = n > 0 ? w.waiting(n) : null;
  const stands = (headline: string): RunwayWords => ({ headline, isQuiet: false, away: null, waiting });
  if (queue.paused) return stands(w.paused);
  if (connection.status === 'off-line') return stands(isOutOfReach(connection) ? w.outOfReach : w.offLine);
  if (isPause(runway, now)) return stands(w.servicePause(`${utcTime(runway.pausedUntil!)} Z`));
  if (n === 0) return { headline: w.nothing, isQuiet: true, away: null, waiting: null };
  const away = runway.allUploadedAt === null ? null : { before: w.away(n), at: runway.allUploadedAt };
  if (queue.uploading > 0 && runway.nextAt === null)
    return { headline: w.nextNow, isQuiet: false, away, waiting: null };
  if (runway.nextAt === null) return stands(queue.unconfirmed > 0 && service.canRead === true ? w.looking : w.held);
  const headline = runway.nextAt <= now ? w.nextNow : w.nextIn(countdown(runway.nextAt - now));
  return { headline, isQuiet: false, away, waiting: away ? null : waiting };
}

/** A refusal in passing moves the next departure by seconds: that is a countdown, and not news of the service. */
function isPause({ pausedUntil, nextAt }: AppState['runway'], now: number): boolean {
  if (pausedUntil === null || pausedUntil <= now) return false;
  return nextAt === null || pausedUntil - now > PAUSE_TOLD_MS;
}
