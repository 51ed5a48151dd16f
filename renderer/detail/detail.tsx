// One report: its screenshot, every field from the service, its history, and its actions.
import { useLayoutEffect, useRef } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import type { Strip, StripDetail } from '../../main/contract/strip.ts';
import {
  flightText,
  gapOf,
  isNumberOnly,
  routeOf,
  stageText,
  statusText,
  stripName,
  toneOf,
} from '../format/strip-text.ts';
import { copyText } from '../elements/copy-text.ts';
import { subjectOf } from '../explain/file-query.ts';
import { useView } from '../elements/use-view.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { Icon } from '../elements/icon.tsx';
import { UNKNOWN } from '../format/amount.ts';
import { ReportImage } from '../elements/report-image.tsx';
import { findStrip } from '../store/bay-list.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { DetailActions } from './detail-actions.tsx';
import { DetailFields } from './detail-fields.tsx';
import { detailText } from './detail-text.ts';
import { FlightSection } from './flight-section.tsx';
import { History } from './history.tsx';
import { shownName } from '../shown-name.ts';

/** The largest size of the screenshot beside the board. */
const imageBox = { width: 480, height: 240 };

type Props = { readonly id: string; readonly app: AppState; readonly isOver: boolean };

export function Detail({ id, app, isOver }: Props) {
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
      <button
        type="button"
        className="icon-button detail-close"
        aria-label={t('window.common.close')}
        onClick={() => store.select(null)}
      >
        <Icon name="close" />
      </button>
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
  const { flight, file, reason } = strip;
  const row = useView() === 'board' ? null : store.rowOf(strip.id);

  async function copy(whole: StripDetail) {
    store.notify((await copyText(detailText(whole))) ? t('window.detail.copied') : t('window.detail.notCopied'));
  }

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
            otherwise={whyNoImage}
          />
        </div>
      )}
      <h2 className={route || flight ? 'detail-title mono' : 'detail-title'}>
        {flight && !(file && isNumberOnly(strip)) ? (
          <RouteTitle ends={route ?? [UNKNOWN, UNKNOWN]} />
        ) : (
          shownName(file?.name ?? strip.id)
        )}
      </h2>
      {flight && <p className="dim">{flightText(flight)}</p>}
      <p className={`detail-stage ${toneOf(strip)}`}>
        <span className="stage">{stageText(strip)}</span>
        <StandsWith strip={strip} minGapMs={gapOf(app)} />
      </p>
      {reason && (
        <p className={`reason ${toneOf(strip)}`}>
          <FailureMessage failure={reason} />
        </p>
      )}
      {row && <FlightSection row={row} />}
      <DetailActions
        strip={strip}
        host={app.host}
        copy={detail ? () => void copy({ ...detail, strip }) : null}
        openImage={strip.hasImage ? () => store.showImage(true) : null}
      />
      <DetailFields strip={strip} />
      {detail && <History lines={detail.history} now={app.now} />}
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

function StandsWith({ strip, minGapMs }: { readonly strip: Strip; readonly minGapMs: number | null }) {
  const now = useNow(strip.actor !== 'nobody');
  return <span className="dim">{statusText(strip, now, minGapMs)}</span>;
}

function RouteTitle({ ends: [out, into] }: { readonly ends: readonly [string, string] }) {
  return (
    <>
      {out} <span className="dim">▸</span> {into}
    </>
  );
}
