// The text of the runway: what happens next, and when the queue will be empty. Pure.
import type { AppState } from '../../../main/contract/state.ts';
import { allUploadedAt, plannedAt } from '../../../main/contract/upload-plan.ts';
import { countdown } from '../../format/span.ts';
import { connectionStatus } from '../../store/connection-status.ts';
import { t } from '../../text.ts';

/** A pause is announced if it is longer than the usual wait between two uploads. */
const ANNOUNCED_PAUSE_MS = 20_000;

type RunwayText = {
  readonly headline: string;
  readonly isQuiet: boolean;
  /** No requests are sent, so the remaining limit doesn't matter. */
  readonly isBlocked: boolean;
  /** When the queue will be empty; null if that is not known. */
  readonly allUploaded: { readonly text: string; readonly at: number } | null;
  readonly waiting: string | null;
};

/** @param adding files that are still being added */
export function runwayText(app: AppState, now: number, adding = 0): RunwayText {
  const { queue } = app;
  // As in the bay: without the reports of other pilots.
  const n = app.bays.queue;
  const waiting = n > 0 ? t('window.runway.waiting', { n }) : null;
  const blocked = headlineWhileBlocked(app, now);
  if (blocked !== null) return { headline: blocked, isQuiet: false, isBlocked: true, allUploaded: null, waiting };
  if (n === 0)
    return { headline: t('window.runway.nothing'), isQuiet: true, isBlocked: false, allUploaded: null, waiting: null };
  const at = allUploadedAt(app, now, adding);
  const allUploaded = at === null ? null : { text: t('window.runway.allUploadedBy', { n: n + adding, at }), at };
  const open = { isQuiet: false, isBlocked: false, allUploaded, waiting: allUploaded ? null : waiting };
  const nextAt = plannedAt(app, now);
  if (nextAt === null && queue.uploading > 0) return { ...open, headline: t('window.runway.uploading'), waiting: null };
  if (nextAt === null) {
    const isChecking = queue.unconfirmed > 0 && app.service.canRead === true && app.account.status === 'signed-in';
    const headline = isChecking ? t('window.runway.checking') : t('window.runway.onHold');
    return { headline, isQuiet: false, isBlocked: false, allUploaded: null, waiting };
  }
  const headline =
    queue.uploading > 0 || nextAt <= now
      ? t('window.runway.uploading')
      : t('window.runway.nextIn', { countdown: countdown(nextAt - now) });
  return { ...open, headline };
}

function headlineWhileBlocked({ queue, connection, runway }: AppState, now: number): string | null {
  if (queue.paused) return t('window.runway.paused');
  const status = connectionStatus(connection);
  if (status === 'offline') return t('window.runway.offline');
  if (status === 'unreachable') return t('window.runway.unreachable');
  // Without a concern, only reads fail.
  if (status === 'serviceError' && connection.concern !== null) return t('window.header.connection', { status });
  return isPause(runway, now) ? t('window.runway.servicePause', { at: runway.pausedUntil! }) : null;
}

/** A refusal that delays the next upload by only seconds is shown as a countdown, not as a pause. */
function isPause({ pausedUntil, nextAt }: AppState['runway'], now: number): boolean {
  if (pausedUntil === null || pausedUntil <= now) return false;
  return nextAt === null || pausedUntil - now > ANNOUNCED_PAUSE_MS;
}
