// One report: its screenshot, every field from the service, its history, and its actions.
import { Button, IconButton } from '../elements/button.tsx';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { LogbookRow } from '../../main/contract/logbook.ts';
import type { AppState } from '../../main/contract/state.ts';
import { jobStripId, type Strip, type StripAction, type StripDetail } from '../../main/contract/strip.ts';
import { hasId } from '../../main/messages/message.ts';
import { useCommands } from '../commands/use-commands.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { HistoryLines } from '../elements/history-lines.tsx';
import { ReportImage } from '../elements/report-image.tsx';
import { useView } from '../elements/use-view.ts';
import { subjectOf } from '../explain/file-query.ts';
import { knownText, unknownMark } from '../format/amount.ts';
import { dayText } from '../format/time.ts';
import {
  detailFlight,
  detailStatus,
  detailTitle,
  routeOf,
  stageText,
  stripName,
  toneOf,
} from '../format/strip-text.ts';
import { createLater } from '../elements/later.ts';
import { nameText, t } from '../text.ts';
import { findStrip } from '../store/bay-lists.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { RouteHint } from './route-hint.tsx';
import { DetailFields } from './detail-fields.tsx';
import { OwnEntryFields } from './own-entry-fields.tsx';
import { actionName, useCopyDetails, useStripActions } from './strip-actions.ts';

/** The largest size of the screenshot beside the board. */
const imageBox = { width: 480, height: 240 };

type DetailProps = { readonly id: string; readonly app: AppState; readonly isOver: boolean };

export function Detail({ id, app, isOver }: DetailProps) {
  const store = useStore();
  const detail = useWindow((state) => state.detail);
  // The strip on the board is available immediately and has the current progress.
  const onBoard = useWindow((state) => findStrip(state.lists, id));
  const read = detail === 'gone' ? null : detail;
  const strip = onBoard ?? read?.strip ?? null;
  const ref = useFocusBack(id, isOver);

  // A part of the page beside the board, a modal dialog over it.
  const Tag = isOver ? 'div' : 'aside';
  const label = t('window.detail.label', { name: strip ? stripName(strip) : id });
  return (
    <Tag
      ref={ref}
      className={isOver ? 'detail over' : 'detail'}
      tabIndex={-1}
      aria-label={label}
      {...(isOver && { role: 'dialog', 'aria-modal': true })}
    >
      <IconButton
        icon="close"
        className="icon-button detail-close"
        label={t('window.common.close')}
        onClick={() => store.select(null)}
      />
      {detail === 'gone' && <p className="dim">{t('window.detail.gone')}</p>}
      {detail !== 'gone' && strip && <Report strip={strip} detail={read} app={app} />}
      {detail === null && !strip && <p className="dim">{t('window.common.reading')}</p>}
    </Tag>
  );
}

/** Focuses a detail that is over the board, and returns the focus to its strip when it closes. */
function useFocusBack(id: string, isOver: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const aside = ref.current;
    if (isOver) aside?.focus();
    return () => {
      const hadFocus = aside?.contains(document.activeElement) ?? false;
      if (!hadFocus) return;
      // A frame later, when the board is no longer inert.
      requestAnimationFrame(() => stripToFocus(id)?.focus());
    };
  }, [id, isOver]);
  return ref;
}

/** Returns its own strip, or the first one if it is no longer on the board. */
const stripToFocus = (id: string) =>
  document.querySelector<HTMLElement>(`[data-strip="${id}"] .strip-open`) ??
  document.querySelector<HTMLElement>(`.flight-row[data-strip="${id}"]`) ??
  document.querySelector<HTMLElement>('.strip-open[tabindex="0"], .flight-row[tabindex="0"]') ??
  document.querySelector<HTMLElement>('.strip-open') ??
  document.querySelector<HTMLElement>('#main');

const whyNoImage = (why: string | null) => why !== null && <p className="dim no-image">{why}</p>;

type ReportProps = { readonly strip: Strip; readonly detail: StripDetail | null; readonly app: AppState };

function Report({ strip, detail, app }: ReportProps) {
  const store = useStore();
  const route = routeOf(strip);
  const title = detailTitle(strip);
  const { flight, file, reason } = strip;
  const copy = useCopyDetails();
  const row = useView() === 'board' ? null : store.rowOf(strip.id);
  const [isSharing, setIsSharing] = useState(false);
  const [isEntering, setIsEntering] = useState(false);

  // Whose it is, where several pilots are signed in.
  const below = [strip.pilot && nameText(strip.pilot.name), flight && detailFlight(flight, strip.own)].filter(Boolean);
  return (
    <>
      {strip.hasImage && (
        <div className="screenshot-box" role="presentation" onClick={() => store.showImage(true)}>
          <ReportImage
            key={strip.id}
            stripId={strip.id}
            className="screenshot"
            box={imageBox}
            label={t('window.strip.screenshotOf', { name: stripName(strip) })}
            marks={strip.looksLike?.places}
            otherwise={whyNoImage}
          />
        </div>
      )}
      {reason?.otherJob !== undefined && (
        <figure className="earlier">
          <ReportImage
            key={reason.otherJob}
            stripId={jobStripId(reason.otherJob)}
            className="screenshot"
            box={imageBox}
            label={t('window.strip.earlier')}
            otherwise={whyNoImage}
          />
          <figcaption>
            {t('window.strip.earlier')}{' '}
            <Button
              look="link"
              onClick={() => reason.otherJob !== undefined && store.select(jobStripId(reason.otherJob))}
            >
              {t('window.strip.openEarlier')}
            </Button>
          </figcaption>
        </figure>
      )}
      <h2 className={route || flight ? 'detail-title mono' : 'detail-title'}>
        {typeof title === 'string' ? title : <RouteTitle ends={title} />}
      </h2>
      {below.length > 0 && <p className="dim">{below.join(' · ')}</p>}
      <p className={`detail-stage ${toneOf(strip)}`}>
        <span className="stage">{stageText(strip)}</span>
        <StandsWith strip={strip} isPaused={app.queue.paused} />
      </p>
      {reason && (
        <p className={`reason ${toneOf(strip)}`}>
          <FailureMessage failure={reason} />
        </p>
      )}
      {/* As a reason to ask, it is said above. */}
      {strip.lacksText && reason?.message.id !== 'failure.approvalForText' && (
        <p className="dim">{t('shared.lacksText')}</p>
      )}
      {strip.looksLike && <RouteHint strip={strip} route={strip.looksLike} />}
      {row && <FlightSection row={row} />}
      <DetailActions
        strip={strip}
        host={app.host}
        copy={detail ? () => void copy([strip.id]) : null}
        openImage={strip.hasImage ? () => store.showImage(true) : null}
        share={flight && route ? () => setIsSharing(true) : null}
        enter={flight ? () => setIsEntering(true) : null}
      />
      {isEntering && (
        <Suspense fallback={null}>
          <OwnEntryDialog strip={strip} close={() => setIsEntering(false)} />
        </Suspense>
      )}
      {flight && isSharing && (
        <Suspense fallback={null}>
          <ShareFlight
            app={app}
            stripId={strip.id}
            flightId={flight.id}
            hasImage={strip.hasImage}
            close={() => setIsSharing(false)}
          />
        </Suspense>
      )}
      {strip.own && <OwnEntryFields own={strip.own} />}
      <DetailFields strip={strip} />
      {detail && detail.history.length > 0 && (
        <>
          <h3>{t('window.detail.history')}</h3>
          <HistoryLines lines={detail.history} now={app.now} />
        </>
      )}
      {file && (
        <p className="actions">
          <a className="button" href={`#files/${subjectOf({ kind: 'report', stripId: strip.id })}`}>
            {t('window.detail.decisions')}
          </a>
        </p>
      )}
    </>
  );
}

function StandsWith({ strip, isPaused }: { readonly strip: Strip; readonly isPaused: boolean }) {
  const now = useNow(strip.actor !== 'nobody');
  return <span className="dim">{detailStatus(strip, now, isPaused)}</span>;
}

function RouteTitle({ ends: [out, into] }: { readonly ends: readonly [string, string] }) {
  return (
    <>
      {out} <span className="dim">▸</span> {into}
    </>
  );
}

export const routeMap = createLater(() => import('../logbook/map/route-map.tsx'));
const RouteMap = lazy(routeMap.view('default'));
const OwnEntryDialog = lazy(() => import('./own-entry-dialog.tsx'));
const ShareFlight = lazy(() => import('../logbook/statistics/share-dialog.tsx'));

/** What the logbook adds to the detail of a flight: its cities, its route on a map, and links to similar flights. */
function FlightSection({ row }: { readonly row: LogbookRow }) {
  const { from, to, fromCity, toCity, aircraft, day, date: dateText, distanceNm } = row;
  const date = day === null ? dateText : dayText(day, 'full');
  const places = fromCity && toCity ? t('logbook.flight.places', { from: fromCity, to: toCity }) : null;
  const code = (text: string) => encodeURIComponent(text);
  return (
    <>
      <p className="dim">
        {places === null
          ? t('logbook.detail.day', { day: date })
          : t('logbook.detail.placesAndDay', { places, day: date })}
        {distanceNm !== null && <> · {t('logbook.totals.miles', { n: Math.round(distanceNm) })}</>}
      </p>
      <Suspense fallback={<div className="route-map" />}>
        <RouteMap row={row} />
      </Suspense>
      <p className="actions similar">
        {from !== '' && to !== '' && (
          <a className="button" href={`#logbook?route=${code(from)},${code(to)}`}>
            {t('logbook.detail.sameRoute')}
          </a>
        )}
        {knownText(aircraft) !== unknownMark && (
          <a className="button" href={`#logbook?type=${code(aircraft)}`}>
            {t('logbook.detail.sameType', { type: aircraft })}
          </a>
        )}
      </p>
    </>
  );
}

/** The order of the buttons. The first action that resolves the report is the main button. */
const order: readonly StripAction[] = [
  'approve',
  'reject',
  'sign-in',
  'open-settings',
  'upload-as-me',
  'retry',
  'open-page',
  'show-file',
  'remove',
];
const unconfirmed: readonly StripAction[] = ['mark-received', 'upload-again', 'confirm-flight', 'release-flight'];

/** Whether an action resolves a report. Retrying doesn't help if it needs a different image. */
const resolves = (action: StripAction, { bay, reason }: Strip) =>
  bay === 'needs-attention' &&
  action !== 'remove' &&
  action !== 'reject' &&
  action !== 'show-file' &&
  action !== 'open-page' &&
  !(action === 'retry' && reason?.requiredAction === 'other-file');

type DetailActionsProps = {
  readonly strip: Strip;
  readonly host: AppState['host'];
  readonly copy: (() => void) | null;
  readonly openImage: (() => void) | null;
  readonly share: (() => void) | null;
  readonly enter: (() => void) | null;
};

/** The actions of a report. Decisions that only the pilot can make are explained beside their buttons. */
function DetailActions({ strip, host, copy, openImage, share, enter }: DetailActionsProps) {
  const act = useStripActions();
  const may = (action: StripAction) => strip.actions.includes(action) && (action !== 'show-file' || host.canShowFile);
  const plain = order.filter(may);
  const decisions = unconfirmed.filter(may);
  const isInferred = strip.stage === 'inferred';
  const question = t(isInferred ? 'window.detail.inferred' : 'window.detail.unconfirmed');
  const command = (action: 'retry' | 'remove' | 'show-file' | 'open-page') =>
    may(action) && { [`strip.${action}`]: () => void act(action, strip) };
  useCommands({
    ...command('retry'),
    ...command('remove'),
    ...command('show-file'),
    ...command('open-page'),
    ...(openImage && { 'strip.image': openImage }),
    ...(copy && { 'strip.copy': copy }),
    ...(share && { 'strip.share': share }),
    ...(enter && { 'strip.own': enter }),
  });
  const button = (action: StripAction, isMain = false) => (
    <Button key={action} look={isMain ? 'main' : 'plain'} onClick={() => void act(action, strip)}>
      {actionName(action, strip)}
    </Button>
  );
  return (
    <>
      {decisions.length > 0 && (
        <section className="decision" aria-label={question}>
          <strong>{question}</strong>
          <p className="small">{t(isInferred ? 'explain.inferredAdvice' : 'window.detail.unconfirmedText')}</p>
          <p className="actions">{decisions.map((action) => button(action))}</p>
        </section>
      )}
      <div className="actions">
        {isTooLarge(strip) && <ReplaceImage strip={strip} />}
        {plain.map((action, place) => button(action, place === 0 && resolves(action, strip)))}
        {openImage && <Button onClick={openImage}>{t('logbook.viewer.open')}</Button>}
        {share && <Button onClick={share}>{t('logbook.share.open')}</Button>}
        {enter && <Button onClick={enter}>{t('window.own.open', { has: strip.own !== null })}</Button>}
        {copy && <Button onClick={copy}>{t('window.detail.copy')}</Button>}
      </div>
      {may('remove') && <p className="dim small">{t('window.detail.removeText')}</p>}
    </>
  );
}

const CompressDialog = lazy(() => import('./compress-dialog.tsx'));

/** For an image that is too large: compress it, or choose another one. */
const isTooLarge = ({ reason }: Strip) => reason?.kind === 'file-too-large';

function ReplaceImage({ strip }: { readonly strip: Strip }) {
  const store = useStore();
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const limit = strip.reason?.message;
  const maxBytes = limit && hasId(limit, 'failure.fileTooLarge') ? limit.params.maxBytes : null;

  function replace(chosen: HTMLInputElement) {
    const [file] = chosen.files ?? [];
    // Cleared, so that choosing the same file again triggers a change event.
    chosen.value = '';
    if (file) void store.replaceFile(strip.id, file, t('window.compress.replaced', { name: file.name }));
  }

  return (
    <>
      {strip.hasImage && (
        <Button look="main" onClick={() => setIsOpen(true)}>
          {t('window.compress.open')}
        </Button>
      )}
      <Button onClick={() => input.current?.click()}>{t('window.compress.other')}</Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        aria-label={t('window.compress.other')}
        onChange={(event) => replace(event.currentTarget)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <CompressDialog strip={strip} maxBytes={maxBytes} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
