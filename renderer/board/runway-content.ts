// What the runway shows: what happens next, when the queue will be empty, and the positions of the marks. Pure.
import { type AppState, ownQueue, type Runway, type RunwayMark } from '../../main/contract/state.ts';
import { allUploadedAt, nearestMinute, plannedAt } from '../../main/contract/upload-plan.ts';
import { countdown } from '../format/time.ts';
import { connectionStatus } from '../store/announcements.ts';
import { t } from '../text.ts';

/** A pause is announced if it is longer than the usual wait between two uploads. */
const announcedPauseMs = 20_000;

type RunwayText = {
  readonly headline: string;
  readonly isQuiet: boolean;
  /** When the queue will be empty; null if that is not known. */
  readonly allUploaded: { readonly text: string; readonly at: number } | null;
  readonly waiting: string | null;
};

/** @param adding files that are still being added */
export function runwayText(app: AppState, now: number, adding = 0): RunwayText {
  const { queue } = app;
  const n = ownQueue(app);
  // One whose answer was lost may have arrived.
  const unsent = n - queue.unconfirmed;
  const waiting = unsent > 0 ? t('window.runway.waiting', { n: unsent }) : null;
  const blocked = headlineWhileBlocked(app, now);
  if (blocked !== null) return { headline: blocked, isQuiet: false, allUploaded: null, waiting };
  if (n === 0) return { headline: t('window.runway.nothing'), isQuiet: true, allUploaded: null, waiting: null };
  const at = allUploadedAt(app, now, adding);
  const planned = app.runway.waiting + queue.uploading + adding;
  const allUploaded =
    at === null || planned < 2
      ? null
      : { text: t('window.runway.allUploadedBy', { n: planned, at: nearestMinute(at) }), at };
  // One has its time in its row.
  const open = { isQuiet: false, allUploaded, waiting: at !== null ? null : waiting };
  const nextAt = plannedAt(app, now);
  if (nextAt === null && queue.uploading > 0) return { ...open, headline: t('window.runway.uploading'), waiting: null };
  if (nextAt === null) {
    const isChecking = queue.unconfirmed > 0 && app.service.canRead === true && app.account.status === 'signed-in';
    const headline = isChecking ? t('window.runway.checking') : t('window.runway.onHold');
    return { headline, isQuiet: false, allUploaded: null, waiting };
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
  return nextAt === null || pausedUntil - now > announcedPauseMs;
}

// The positions of the marks on the runway: times in, pixels out.

export type RunwayScale = {
  /** How much of the past is shown. */
  readonly pastMs: number;
  readonly aheadMs: number;
  /** The time between two lines. */
  readonly tickMs: number;
};

const secondMs = 1000;
const scales: readonly RunwayScale[] = [
  { pastMs: 30 * secondMs, aheadMs: 60 * secondMs, tickMs: 20 * secondMs },
  { pastMs: 90 * secondMs, aheadMs: 180 * secondMs, tickMs: 60 * secondMs },
  { pastMs: 120 * secondMs, aheadMs: 600 * secondMs, tickMs: 120 * secondMs },
];

/** Returns the smallest scale that shows the next upload, with room for the one after it. */
export function scaleFor(runway: Runway, now: number): RunwayScale {
  const { nextAt } = runway;
  return scales.find((scale) => nextAt === null || nextAt - now <= scale.aheadMs * 0.8) ?? scales.at(-1)!;
}

const pixelsPerMs = (scale: RunwayScale, width: number) => width / (scale.pastMs + scale.aheadMs);

/** Returns the x of the current time. */
export const nowAt = (scale: RunwayScale, width: number) => scale.pastMs * pixelsPerMs(scale, width);

/** Returns the x of a time while the current time is `now`. */
export const placeOf = (at: number, now: number, scale: RunwayScale, width: number) =>
  nowAt(scale, width) + (at - now) * pixelsPerMs(scale, width);

/** Returns how many pixels the marks move in `ms`. */
export const travel = (ms: number, scale: RunwayScale, width: number) => ms * pixelsPerMs(scale, width);

type Tick = { readonly x: number; readonly offsetMs: number; readonly isNamed: boolean };

const roomForAName = 56;

export function ticks(scale: RunwayScale, width: number): Tick[] {
  const count = (ms: number) => Math.floor((ms - 1) / scale.tickMs);
  const found: Tick[] = [];
  for (let step = -count(scale.pastMs); step <= count(scale.aheadMs); step += 1) {
    if (step === 0) continue;
    const offsetMs = step * scale.tickMs;
    const x = placeOf(offsetMs, 0, scale, width);
    found.push({ x, offsetMs, isNamed: travel(scale.tickMs, scale, width) >= roomForAName || step % 2 === 0 });
  }
  return found;
}

export type Mark = {
  readonly key: string;
  readonly x: number;
  readonly kind: 'departed' | 'turned-back' | 'other' | 'planned';
};

const kindOf: Record<RunwayMark['outcome'], Mark['kind']> = {
  accepted: 'departed',
  'too-fast': 'turned-back',
  'rate-limited': 'turned-back',
  other: 'other',
};

/** Whether there is nothing to draw: nothing is planned, and no upload is recent enough to be shown. */
export function isIdle({ nextAt, past }: Runway, now: number): boolean {
  return nextAt === null && past.every(({ at }) => at < now - scales[0]!.pastMs);
}

/** Whether there is a queue that is worth drawing, and not only the next report or an outage. */
export const isLong = ({ queue, connection, runway: { waiting, nextAt } }: AppState, now: number): boolean =>
  !queue.paused && connection.concern === null && (waiting >= 3 || (nextAt !== null && nextAt - now > 15_000));

/** So many planned uploads are drawn. */
const plannedShown = 30;

/** How many planned uploads there are to draw. */
export const plannedCount = ({ nextAt, waiting }: Runway) => (nextAt === null ? 0 : Math.min(plannedShown, waiting));

/**
 * Returns the marks with their positions at `app.now`, including upcoming ones that move into view later.
 *
 * @param now the current time: planned uploads move on while one takes longer than planned
 */
export function marks(
  app: Pick<AppState, 'now' | 'queue' | 'runway'>,
  now: number,
  scale: RunwayScale,
  width: number,
): Mark[] {
  const { now: stateAt, runway } = app;
  const shown = (at: number) => at >= now - scale.pastMs && at <= now + 2 * scale.aheadMs;
  const past = runway.past
    .filter(({ at }) => shown(at))
    .map(({ at, outcome }) => ({
      key: `past-${at}`,
      x: placeOf(at, stateAt, scale, width),
      kind: kindOf[outcome],
    }));
  const planned = Array.from({ length: plannedCount(runway) }, (_, place) => plannedAt(app, now, place)!)
    .filter(shown)
    .map((at, place) => ({
      key: `planned-${place}`,
      x: placeOf(at, stateAt, scale, width),
      kind: 'planned' as const,
    }));
  return [...past, ...planned];
}
