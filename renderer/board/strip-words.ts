// What a strip says at each of its places. Pure: a strip and the time in, words out.
import type { Strip } from '../../main/contract/strip.ts';
import { UNKNOWN, amount, asNumber, isKnown, minutes, signed, text } from '../format/amount.ts';
import { size, sizePair } from '../format/bytes.ts';
import { shortMoment } from '../format/moment.ts';
import { span, spanRange } from '../format/span.ts';
import { words } from '../words/words.ts';
import { text as messageText } from '../text.ts';

const w = words.strip;

/** The two ends of a route; null where neither is known. */
export function routeOf({ flight }: Strip): readonly [string, string] | null {
  if (flight === null) return null;
  const ends = [text(flight.icaoOut), text(flight.icaoIn)] as const;
  return ends.every((end) => end === UNKNOWN) ? null : ends;
}

/** What people call this report: its route, its file, or its number. */
export function stripName(strip: Strip): string {
  const route = routeOf(strip);
  if (route) return w.toRoute(...route);
  return strip.file?.name ?? (strip.flight ? w.flight(strip.flight.id) : strip.id);
}

/** Under the aircraft: the flight's number, or the file's size. */
export function numberWords({ flight, file }: Strip): string {
  if (flight) return w.flight(flight.id);
  return file ? size(file.bytes) : '';
}

/** Under the route or the file's name. */
export function explainWords(strip: Strip, now: number): string {
  const { flight, file, reason, stage } = strip;
  if (flight === null) {
    // What it waits for stands on its buttons; which picture it is matters more.
    if (reason && strip.bay === 'needs-you' && stage !== 'approval') return messageText(reason.message);
    if (file && stage === 'approval') return `${sourceWords(file, now)}, ${size(file.bytes)}`;
    return file ? sourceWords(file, now) : reason ? messageText(reason.message) : '';
  }
  const parts = [
    isKnown(flight.enRoute) && amount(flight.enRoute, minutes),
    isKnown(flight.pax) && w.onBoard(amount(flight.pax)),
  ].filter((part) => part !== false);
  if (parts.length > 0) return parts.join(', ');
  if (routeOf(strip)) return file?.name ?? '';
  if (stage === 'archived') return reason ? messageText(reason.message) : w.notAccepted;
  return stage === 'sent' ? w.routeUnknown : w.routeLater;
}

function sourceWords(file: NonNullable<Strip['file']>, now: number): string {
  const time = shortMoment(file.addedAt, now);
  switch (file.source.kind) {
    case 'dropped':
      return w.dropped(time);
    case 'folder':
      return w.fromFolder(file.source.folder, time);
    case 'command-line':
      return w.fromCommandLine(time);
  }
}

export function percentOf({ progress }: Strip): number | null {
  if (progress === null || progress.totalBytes <= 0) return null;
  return Math.min(100, Math.floor((progress.sentBytes / progress.totalBytes) * 100));
}

export function stageWords(strip: Strip): string {
  const percent = percentOf(strip);
  return strip.stage === 'sending' && percent !== null ? w.sending(percent) : w.stages[strip.stage];
}

/** Who must act now; for a settled flight what its delay was. */
export function whoWords(strip: Strip): string {
  if (strip.actor !== 'nobody') return w.actors[strip.actor];
  if (strip.stage === 'not-sent') return words.approval.yourChoice;
  const delay = strip.flight?.delayMin ?? null;
  const late = asNumber(delay);
  if (late === null) return isKnown(delay) ? String(delay) : w.done;
  if (late === 0) return w.onTime;
  return late < 0 ? w.early(minutes(-late)) : w.late(minutes(late));
}

/** Under who: since when, and how long that usually takes. */
export function sinceWords(strip: Strip, now: number, minGapMs: number): string {
  const { actor, stage, progress, usually, reason } = strip;
  if (stage === 'not-sent') return words.approval.keptHere;
  if (actor === 'nobody') {
    const rating = strip.flight?.ratingContribution ?? null;
    return isKnown(rating) ? w.rating(amount(rating, signed)) : '';
  }
  if (stage === 'sending' && progress) return w.sizeOf(...sizePair(progress.sentBytes, progress.totalBytes));
  if (actor === 'you') return w.yourTurn[reason?.requiredAction ?? 'none'];
  if (actor === 'companion' && stage === 'waiting') {
    if (reason) return w.waitsFor[reason.kind] ?? messageText(reason.message);
    return minGapMs > 0 ? w.everyGap(span(minGapMs)) : '';
  }
  const waited = span(now - strip.since);
  if (actor === 'companion' && stage === 'unconfirmed') return w.looking(waited);
  if (usually === null) return waited;
  const range = spanRange(usually.lowMs, usually.highMs);
  return `${waited}, ${range ? w.usually(range.low, range.high, range.unit) : w.usuallyShort}`;
}

/** The last place: departure, then points. Null where there is nothing to say yet. */
export type When =
  | { readonly kind: 'now' }
  | { readonly kind: 'departure'; readonly at: number }
  | { readonly kind: 'points'; readonly points: string }
  | { readonly kind: 'later' }
  | { readonly kind: 'nothing' };

export function whenOf(strip: Strip): When {
  if (strip.stage === 'sending') return { kind: 'now' };
  if (strip.uploadsAt !== null) return { kind: 'departure', at: strip.uploadsAt };
  const points = strip.flight?.seasonPoints ?? null;
  if (isKnown(points)) return { kind: 'points', points: amount(points, signed) };
  return strip.actor === 'nobody' ? { kind: 'nothing' } : { kind: 'later' };
}

/** All of a strip in one sentence for a screen reader. */
export function stripLabel(strip: Strip, now: number, minGapMs: number): string {
  const { flight } = strip;
  const aircraft = flight ? text(flight.aircraft) : UNKNOWN;
  const route = routeOf(strip);
  const when = whenOf(strip);
  const parts = [
    stripName(strip),
    flight && !route && w.unknownRoute,
    aircraft !== UNKNOWN && aircraft,
    // A picture that is asked about has its size in the words below its name.
    strip.stage !== 'approval' && numberWords(strip),
    explainWords(strip, now),
    stageWords(strip),
    `${whoWords(strip)} ${sinceWords(strip, now, minGapMs)}`.trim(),
    when.kind === 'points' && `${when.points} ${w.points}`,
  ];
  return parts.filter(Boolean).join(', ');
}
