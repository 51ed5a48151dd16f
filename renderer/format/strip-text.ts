// The texts of a strip. Pure.
import { pluralCount } from '../../main/messages/plural-count.ts';
import {
  connectivityFailureKinds,
  needsSignIn,
  serviceFailureKinds,
  type FailureKind,
} from '../../main/contract/failure.ts';
import { asNumber, type Flight, type ServiceValue } from '../../main/contract/flight.ts';
import { countedOf, withOwn } from '../../main/contract/own-entry.ts';
import { looksLikeMessage, type Strip } from '../../main/contract/strip.ts';
import {
  amount,
  isCargo,
  isKnown,
  kilograms,
  knownText,
  minutes,
  signed,
  size,
  sizePair,
  toldText,
  unknownMark,
} from './amount.ts';
import { shortDateTime, span, wholeSpan } from './time.ts';
import { choice, shownName, t, text } from '../text.ts';

/** The flight of a report with the pilot's own entry; null while there is none. */
const flightOf = ({ flight, own }: Pick<Strip, 'flight' | 'own'>) => flight && withOwn(flight, own);

/** Returns departure and arrival, or null if neither is known. */
export function routeOf(strip: Strip): readonly [string, string] | null {
  const flight = flightOf(strip);
  if (flight === null) return null;
  const ends = [knownText(flight.icaoOut), knownText(flight.icaoIn)] as const;
  return ends.every((end) => end === unknownMark) ? null : ends;
}

/** Returns the type of aircraft; empty if it isn't known. */
export const aircraftOf = (strip: Strip): string => toldText(flightOf(strip)?.aircraft ?? '');

/** The name of a flight: its route, or its number while neither end is known. */
export function flightName({
  id,
  from,
  to,
}: {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}): string {
  const [departure, arrival] = [knownText(from), knownText(to)];
  if (departure === unknownMark && arrival === unknownMark) return t('window.strip.flight', { id });
  return t('window.strip.route', { departure, arrival });
}

/** Returns the name of a report: its route, its file, or its flight number. */
export function stripName(strip: Strip): string {
  const route = routeOf(strip);
  if (route) return t('window.strip.route', { departure: route[0], arrival: route[1] });
  if (strip.file) return shownName(strip.file.name);
  return strip.flight ? t('window.strip.flight', { id: strip.flight.id }) : strip.id;
}

/** Whether the report waits for another pilot, who is signed out. */
export const isOfOther = ({ bay, pilot }: Strip): boolean => bay === 'queue' && pilot?.isSignedOut === true;

export const isTooLarge = ({ reason }: Strip): boolean => reason?.kind === 'file-too-large';

/** Returns the classes that colour a strip and its detail. */
export function toneOf(strip: Strip): string {
  const isPlain = strip.stage === 'archived' || strip.stage === 'received';
  const tone = isOfOther(strip) || isPlain ? ' is-plain' : strip.stage === 'approval' ? ' is-question' : '';
  return `bay-${strip.stage === 'inferred' ? 'under-review' : strip.bay}${tone}`;
}

/** Returns the line below the name: the aircraft, and what is known of the flight or the file. */
function rowDetails(strip: Strip, now: number): string {
  const items = [aircraftOf(strip), knownOf(strip, now)].filter((part) => part !== '');
  // What the image looks like is apart from what is told.
  return [routeHint(strip), items.length > 0 && t('shared.facts', { items })].filter(Boolean).join(' · ');
}

const routeHint = ({ looksLike, flight }: Strip) => (looksLike ? text(looksLikeMessage(looksLike, flight)) : '');

/** Says that something in the row is the pilot's own entry. */
const ownMark = ({ flight, own }: Strip) =>
  flight !== null && countedOf(flight, own).length > 0 ? t('window.own.mark') : '';

function knownOf(strip: Strip, now: number): string {
  const { file, reason, stage } = strip;
  const flight = flightOf(strip);
  if (flight === null) {
    if (strip.lacksText) return t('shared.lacksText');
    if (file && strip.bay === 'needs-attention')
      return t('window.strip.sourceAndSize', { source: sourceText(file, now), size: size(file.bytes) });
    return file ? sourceText(file, now) : reason ? text(reason.message) : '';
  }
  const time = isKnown(flight.enRoute) ? amount(flight.enRoute, minutes) : null;
  const pax = isKnown(flight.pax) ? amount(flight.pax) : null;
  const load = isCargo(flight) ? kilograms(flight.cargoKg) : pax !== null && t('window.strip.onBoard', { pax });
  const known = [time, load].filter((fact) => typeof fact === 'string');
  if (known.length > 0) return t('shared.facts', { items: known });
  if (routeOf(strip)) return shownName(file?.name ?? '');
  if (stage === 'archived') return reason ? text(reason.message) : t('window.strip.notAccepted');
  if (stage === 'received' || stage === 'inferred') return file ? sourceText(file, now) : '';
  return t('window.strip.uploadedNow', { id: flight.id });
}

function sourceText(file: NonNullable<Strip['file']>, now: number): string {
  const time = shortDateTime(file.addedAt, now);
  switch (file.source.kind) {
    case 'dropped':
      return t('window.strip.dropped', { time });
    case 'folder':
      return t('window.strip.fromFolder', { folder: file.source.folder, time });
    case 'command-line':
      return t('window.strip.fromCommandLine', { time });
  }
}

/** Returns the uploaded share from 0 to 1, rounded down to hundredths, or null. */
export function uploadedPart({ progress }: Strip): number | null {
  if (progress === null || progress.totalBytes <= 0) return null;
  return Math.min(1, Math.floor((progress.sentBytes / progress.totalBytes) * 100) / 100);
}

export function stageText(strip: Strip): string {
  const part = uploadedPart(strip);
  if (strip.stage === 'uploading' && part !== null) return t('window.strip.uploading', { part });
  if (strip.stage === 'inferred') return t('shared.inferred', { flight: strip.flight?.id ?? 0 });
  if (strip.stage === 'received' && strip.evidence === 'unknown') return t('shared.confirmedByPilot');
  return t('window.strip.stage', {
    stage: strip.stage === 'held' && (needsSignIn(strip.reason) || isOfOther(strip)) ? 'signIn' : choice(strip.stage),
  });
}

/** Returns the delay of a completed flight. */
export function delayText(delay: ServiceValue): string {
  const late = asNumber(delay);
  if (late === null) return isKnown(delay) ? String(delay) : t('window.strip.done');
  if (late === 0) return t('window.strip.onTime');
  return late < 0 ? t('window.strip.early', { span: minutes(-late) }) : t('window.strip.late', { span: minutes(late) });
}

/** What the pilot has to do about a report. */
function turnText(strip: Strip): string {
  const { reason, stage } = strip;
  if (stage === 'approval') return t('window.strip.requiredAction', { action: 'approval' });
  if (isTooLarge(strip)) return t('window.strip.requiredAction', { action: 'tooLarge' });
  const action = reason?.requiredAction ?? null;
  // These hold all reports, and are said above them.
  const isOfAll =
    action === 'settings' || action === 'subscription' || action === 'new-consent' || action === 'passphrase';
  return t('window.strip.requiredAction', { action: action === null || isOfAll ? null : choice(action) });
}

/** Returns what happens to the report: whose turn it is, where it stands, or how the flight ended. */
function rowHead(strip: Strip): string {
  if (isOwnTurn(strip)) return turnText(strip);
  return strip.stage === 'completed' ? delayText(strip.flight?.delayMin ?? null) : stageText(strip);
}

/** Failures that hold all uploads until they end, which has no known time. */
const outages = [...connectivityFailureKinds, ...serviceFailureKinds] as const;

const saidAbove: readonly FailureKind[] = [...outages, 'too-fast', 'rate-limited'];
/** Whether a report only waits for what holds all of them, which the board says once above them. */
export function isSaidAbove(strip: Strip): boolean {
  const { stage, bay, reason } = strip;
  if (stage === 'held' && bay === 'queue') return true;
  return stage === 'waiting' && reason !== null && saidAbove.includes(reason.kind);
}

/** Whether the pilot has to do something about this report alone. */
const isOwnTurn = (strip: Strip): boolean => strip.actor === 'you' && !isSaidAbove(strip);

/** Returns the line below what happens to the report: why, since when, and how long that usually takes. */
function sinceText(strip: Strip, now: number): string {
  const { actor, stage, progress, reason } = strip;
  if (isSaidAbove(strip)) return '';
  if (stage === 'not-uploaded') return t('window.strip.declinedText');
  if (stage === 'archived') return t('window.strip.notCounted');
  if (stage === 'received') return strip.flight ? t('window.strip.flight', { id: strip.flight.id }) : '';
  if (actor === 'nobody') return '';
  if (stage === 'uploading' && progress) {
    const [sent, total] = sizePair(progress.sentBytes, progress.totalBytes);
    return t('window.strip.progress', { sent, total });
  }
  // Approval has its own buttons, so its reason is not repeated here.
  if (actor === 'you') return reason && stage !== 'approval' ? text(reason.message) : '';
  if (actor === 'companion' && stage === 'waiting') return reason ? text(reason.message) : '';
  const waited = span(now - strip.since);
  if (actor === 'companion' && stage === 'unconfirmed') return t('window.strip.checking', { waited });
  // What takes longer than usual isn't compared with it.
  const most = strip.usually?.highMs ?? 0;
  return now - strip.since > most ? waited : t('window.strip.waitedUsually', { waited, most: wholeSpan(most) });
}

/** When the report uploads, and later its points. */
type When =
  | { readonly kind: 'upload'; readonly at: number }
  /** `isStruck`: they don't count. */
  | { readonly kind: 'points'; readonly points: string; readonly isStruck: boolean }
  | { readonly kind: 'nothing' };

function whenOf(strip: Strip, uploadsAt: number | null): When {
  const isOutage = outages.some((kind) => kind === strip.reason?.kind);
  if (uploadsAt !== null && !isOutage) return { kind: 'upload', at: uploadsAt };
  const points = strip.stage === 'inferred' ? null : (strip.flight?.seasonPoints ?? null);
  if (isKnown(points)) return { kind: 'points', points: amount(points, signed), isStruck: strip.stage === 'archived' };
  return { kind: 'nothing' };
}

type RowOptions = {
  readonly now: number;
  /** When a waiting report is planned to upload. */
  readonly uploadsAt: number | null;
};

export type RowText = ReturnType<typeof rowText>;

/** Returns the texts of a report's row on the board: below its name, what happens to it with the line below, and when. */
export function rowText(strip: Strip, { now, uploadsAt }: RowOptions) {
  const { flight, file } = strip;
  const details = rowDetails(strip, now);
  const mark = ownMark(strip);
  const head = rowHead(strip);
  const since = sinceText(strip, now);
  const when = whenOf(strip, uploadsAt);
  const parts = [
    stripName(strip),
    flight ? t('window.strip.flight', { id: flight.id }) : file && strip.bay !== 'needs-attention' && size(file.bytes),
    details,
    mark,
    head,
    since,
    when.kind === 'points' &&
      !when.isStruck &&
      t('window.board.points', { points: when.points, n: pluralCount(flight?.seasonPoints ?? '') }),
  ].flatMap((part) => (part ? [part] : []));
  // The label has all of it, for screen readers.
  return { details, mark, head, since, when, label: t('shared.facts', { items: [...new Set(parts)] }) };
}

/** Returns the title of a detail: both ends of the route, or the file until they are known. */
export function detailTitle(strip: Strip): readonly [string, string] | string {
  const { id, flight, file } = strip;
  const route = routeOf(strip);
  if (route === null && file) return shownName(file.name);
  return route ?? (flight ? [unknownMark, unknownMark] : id);
}

/** Returns what follows the stage of a report in its detail. */
export function detailStatus(strip: Strip, now: number): string {
  if (isOwnTurn(strip)) return turnText(strip);
  // What the service doesn't tell is said here, once.
  if (strip.stage === 'received' && strip.flight) return t('window.strip.uploadedAs', { id: strip.flight.id });
  const since = sinceText(strip, now);
  if (strip.stage !== 'completed') return since;
  return [delayText(strip.flight?.delayMin ?? null), since].filter(Boolean).join(' · ');
}

/** Returns the line below the title of a detail: the aircraft and the number of its flight. */
export function detailFlight(flight: Flight, own: Strip['own']): string {
  const { aircraft, id } = withOwn(flight, own);
  const known = knownText(aircraft);
  return known === unknownMark
    ? t('window.strip.flight', { id })
    : t('window.strip.flightTitle', { aircraft: known, id });
}
