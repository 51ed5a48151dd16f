// One report: its screenshot, every field from the service, its history, and its actions.
import { acceptedFiles } from '../../main/contract/bridge.ts';
import { Button, IconButton } from '../elements/button.tsx';
import { lazy, Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import type { LogbookRow, StripDetail } from '../../main/contract/logbook.ts';
import type { AppState } from '../../main/contract/state.ts';
import { jobStripId, looksLikeMessage, type Place, type Strip, type StripAction } from '../../main/contract/strip.ts';
import { hasId } from '../../main/messages/message.ts';
import { useCommands } from '../commands/use-commands.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { HistoryLines } from '../elements/history-lines.tsx';
import { ReportImage } from '../elements/report-image.tsx';
import {
  detailFlight,
  detailStatus,
  detailTitle,
  isSaidAbove,
  isTooLarge,
  stageText,
  stripName,
  toneOf,
} from '../format/strip-text.ts';
import { createLater } from '../elements/later.ts';
import { nameText, t, text } from '../text.ts';
import { FileName } from '../list/list.tsx';
import { findStrip } from '../store/bay-lists.ts';
import { useNow, useStore, useTexts, useWindow } from '../store/use-window.ts';
import { AcceptRoutes } from '../list/accept-routes.tsx';
import { DetailFields } from './detail-fields.tsx';
import { OwnEntryFields } from './own-entry-fields.tsx';
import { actionName, useReportEntries, useStripActions } from './strip-actions.ts';

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
  const ref = useRef<HTMLDivElement>(null);
  // One that is over the board is a dialog.
  useLayoutEffect(() => {
    if (isOver) ref.current?.focus();
  }, [isOver]);

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
      {detail !== 'gone' && strip && <Report strip={strip} detail={read} app={app} isOver={isOver} />}
      {detail === null && !strip && <p className="dim">{t('window.common.reading')}</p>}
    </Tag>
  );
}

const whyNoImage = (why: string | null) => why !== null && <span className="dim no-image">{why}</span>;

/** Frames where the route stands on an image, in the colour of a link, on white, so that it is seen on every picture. */
function framePlaces(context: CanvasRenderingContext2D, marks: readonly Place[]) {
  const { width, height } = context.canvas;
  const space = width / 125;
  context.beginPath();
  for (const mark of marks) {
    const [wide, high] = [mark.width * width + 2 * space, mark.height * height + 2 * space];
    context.rect(mark.x * width - space, mark.y * height - space, wide, high);
  }
  context.lineWidth = width / 96;
  context.strokeStyle = '#fff';
  context.stroke();
  context.lineWidth /= 2;
  context.strokeStyle = '#0b5cad';
  context.stroke();
}

type ReportProps = Omit<DetailProps, 'id'> & { readonly strip: Strip; readonly detail: StripDetail | null };

function Report({ strip, detail, app, isOver }: ReportProps) {
  const store = useStore();
  const title = detailTitle(strip);
  const { flight, reason } = strip;
  const openPart = useWindow((state) => state.openPart);
  const { language, times } = useTexts();
  const close = () => store.open(null);
  const places = strip.looksLike?.places;
  const frame = useMemo(
    () => places && ((context: CanvasRenderingContext2D) => framePlaces(context, places)),
    [places],
  );

  const earlier = reason?.otherJob === undefined ? null : jobStripId(reason.otherJob);
  // Whose it is, where several pilots are signed in.
  const below = [strip.pilot && nameText(strip.pilot.name), flight && detailFlight(flight, strip.own)].filter(Boolean);
  return (
    <>
      {strip.hasImage && (
        <button
          type="button"
          className="screenshot-box"
          title={t('logbook.viewer.open')}
          onClick={() => store.open('image')}
        >
          <ReportImage
            key={strip.id}
            stripId={strip.id}
            className="screenshot"
            box={imageBox}
            label={t('window.strip.screenshotOf', { name: stripName(strip) })}
            drawOver={frame}
            otherwise={whyNoImage}
          />
        </button>
      )}
      {earlier && (
        <figure className="earlier">
          <ReportImage
            key={earlier}
            stripId={earlier}
            className="screenshot"
            box={imageBox}
            label={t('window.strip.earlier')}
            otherwise={whyNoImage}
          />
          <figcaption>
            {t('window.strip.earlier')}{' '}
            <Button look="link" onClick={() => store.select(earlier)}>
              {t('window.strip.openEarlier')}
            </Button>
          </figcaption>
        </figure>
      )}
      <h2 className={typeof title === 'string' ? 'detail-title' : 'detail-title mono'}>
        {typeof title === 'string' ? (
          <FileName name={title} />
        ) : (
          <>
            {title[0]} <span className="dim">▸</span> {title[1]}
          </>
        )}
      </h2>
      {below.length > 0 && <p className="dim">{below.join(' · ')}</p>}
      <p className={`detail-stage ${toneOf(strip)}`}>
        <span className="stage">{stageText(strip)}</span>
        <StandsWith strip={strip} />
      </p>
      {reason && (isOver || !isSaidAbove(strip)) && (
        <p className={`reason ${toneOf(strip)}`}>
          <FailureMessage failure={reason} />
        </p>
      )}
      {/* As a reason to ask, it is said above. */}
      {strip.lacksText && reason?.message.id !== 'failure.approvalForText' && (
        <p className="dim">{t('shared.lacksText')}</p>
      )}
      {strip.stage !== 'inferred' && <RouteHint strip={strip} look="dim" />}
      {detail?.row && <FlightSection row={detail.row} />}
      <DetailActions strip={strip} host={app.host} />
      <Suspense fallback={null}>
        {openPart === 'own-entry' && flight && <OwnEntryDialog strip={strip} flight={flight} close={close} />}
        {openPart === 'share' && flight && (
          <ShareFlight
            key={`${language} ${times}`}
            app={app}
            stripId={strip.id}
            flightId={flight.id}
            hasImage={strip.hasImage}
            close={close}
          />
        )}
      </Suspense>
      {strip.own && <OwnEntryFields own={strip.own} />}
      <DetailFields strip={strip} />
      {detail && detail.history.length > 0 && (
        <>
          <h3>{t('window.detail.history')}</h3>
          <HistoryLines lines={detail.history} now={app.now} />
        </>
      )}
    </>
  );
}

function StandsWith({ strip }: { readonly strip: Strip }) {
  const now = useNow(strip.actor !== 'nobody');
  return <span className="dim">{detailStatus(strip, now)}</span>;
}

export const routeMap = createLater(() => import('../logbook/map/route-map.tsx'));
const RouteMap = lazy(routeMap.view('default'));
const OwnEntryDialog = lazy(() => import('./own-entry-dialog.tsx'));
const ShareFlight = lazy(() => import('../logbook/statistics/share-dialog.tsx'));

/** What the logbook adds to the detail of a flight: its cities and its route on a map. */
function FlightSection({ row }: { readonly row: LogbookRow }) {
  const { fromCity, toCity, distanceNm } = row;
  const known = [
    fromCity && toCity && t('logbook.flight.places', { from: fromCity, to: toCity }),
    distanceNm !== null && t('logbook.totals.miles', { n: Math.round(distanceNm) }),
  ].filter(Boolean);
  return (
    <>
      {known.length > 0 && <p className="dim">{known.join(' · ')}</p>}
      <Suspense fallback={<div className="route-map" />}>
        <RouteMap row={row} />
      </Suspense>
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
  !['remove', 'reject', 'show-file', 'open-page'].includes(action) &&
  !(action === 'retry' && reason?.requiredAction === 'other-file');

type DetailActionsProps = { readonly strip: Strip; readonly host: AppState['host'] };

/** The actions of a report. Decisions that only the pilot can make are explained beside their buttons. */
function DetailActions({ strip, host }: DetailActionsProps) {
  const entries = useReportEntries(strip);
  // The image itself opens the viewer.
  const offered = entries.filter(({ id }) => id !== 'strip.image');
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
    ...Object.fromEntries(entries.map(({ id, run }) => [id, run])),
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
          {isInferred && <RouteHint strip={strip} look="small" />}
          <p className="small">{t(isInferred ? 'explain.inferredAdvice' : 'window.detail.unconfirmedText')}</p>
          <p className="actions">{decisions.map((action) => button(action))}</p>
        </section>
      )}
      <div className="actions">
        {isTooLarge(strip) && <ReplaceImage strip={strip} />}
        {plain.map((action, place) => button(action, place === 0 && resolves(action, strip)))}
      </div>
      <div className="actions">
        {offered.map(({ id, name, run }) => (
          <Button key={name} size="small" look={id === 'strip.share' ? 'main' : 'plain'} onClick={() => void run()}>
            {name}
          </Button>
        ))}
      </div>
      {may('remove') && <p className="dim small">{t('window.detail.removeText')}</p>}
    </>
  );
}

function RouteHint({ strip, look }: { readonly strip: Strip; readonly look: string }) {
  if (strip.looksLike === null) return null;
  return (
    <p className={look}>
      {text(looksLikeMessage(strip.looksLike, strip.flight))} <AcceptRoutes flights={[strip]} isInDetail />
    </p>
  );
}

const CompressDialog = lazy(() => import('./compress-dialog.tsx'));

/** For an image that is too large. */
function ReplaceImage({ strip }: { readonly strip: Strip }) {
  const store = useStore();
  const isOpen = useWindow((state) => state.openPart === 'compress');
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
        <Button look="main" onClick={() => store.open('compress')}>
          {t('window.compress.open')}
        </Button>
      )}
      <Button onClick={() => input.current?.click()}>{t('window.compress.other')}</Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={acceptedFiles}
        aria-label={t('window.compress.other')}
        onChange={(event) => replace(event.currentTarget)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <CompressDialog strip={strip} maxBytes={maxBytes} close={() => store.open(null)} />
        </Suspense>
      )}
    </>
  );
}
