// One report: its picture, every field the service sent, what happened when, and what can be done.
import { useLayoutEffect, useRef } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import type { Strip, StripDetail } from '../../main/contract/strip.ts';
import { routeOf, sinceWords, stageWords, stripName, whoWords } from '../board/strip-words.ts';
import { copyText } from '../elements/copy-text.ts';
import { subjectOf } from '../explain/asked.ts';
import { FailureMessage } from '../elements/failure-words.tsx';
import { Icon } from '../elements/icon.tsx';
import { UNKNOWN, text } from '../format/amount.ts';
import { Picture } from '../images/image.tsx';
import { findStrip } from '../store/bay-list.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { DetailActions } from './detail-actions.tsx';
import { DetailFields } from './detail-fields.tsx';
import { detailText } from './detail-text.ts';
import { History } from './history.tsx';

const w = words.detail;
/** As wide as it gets beside the board, and as much of its height as is shown. */
const pictureBox = { width: 480, height: 240 };

type Props = { readonly id: string; readonly app: AppState; readonly isOver: boolean };

export function Detail({ id, app, isOver }: Props) {
  const store = useStore();
  const detail = useWindow((state) => state.detail);
  // The strip on the board is there at once, and moves with every byte.
  const onBoard = useWindow((state) => findStrip(state.lists, id));
  const read = detail === 'gone' ? null : detail;
  const strip = onBoard ?? read?.strip ?? null;
  const ref = useFocusBack(id, isOver);

  // Beside the board it is part of the page; over it, a dialog that Esc closes.
  const Tag = isOver ? 'div' : 'aside';
  const label = w.label(strip ? stripName(strip) : id);
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
        aria-label={words.close}
        onClick={() => store.select(null)}
      >
        <Icon name="close" />
      </button>
      {detail === 'gone' && <p className="dim">{w.gone}</p>}
      {detail !== 'gone' && strip && <Report strip={strip} detail={read} app={app} />}
      {detail === null && !strip && <p className="dim">{w.reading}</p>}
    </Tag>
  );
}

/** Over the board it takes the focus; wherever it stands, it gives it back to the strip it belongs to. */
function useFocusBack(id: string, isOver: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const aside = ref.current;
    if (isOver) aside?.focus();
    return () => {
      const hadFocus = aside?.contains(document.activeElement) ?? false;
      if (!hadFocus) return;
      // The board underneath can be focused again only once it is no longer inert.
      requestAnimationFrame(() => stripToFocus(id)?.focus());
    };
  }, [id, isOver]);
  return ref;
}

/** Its own strip; where that has left the board, the one that the keys begin with. */
const stripToFocus = (id: string) =>
  document.querySelector<HTMLElement>(`[data-strip="${id}"] .strip-open`) ??
  document.querySelector<HTMLElement>('.strip-open[tabindex="0"]') ??
  document.querySelector<HTMLElement>('#main');

const whyNoPicture = (why: string | null) => why !== null && <p className="dim no-picture">{why}</p>;

type ReportProps = { readonly strip: Strip; readonly detail: StripDetail | null; readonly app: AppState };

function Report({ strip, detail, app }: ReportProps) {
  const store = useStore();
  const route = routeOf(strip);
  const { flight, file, reason } = strip;

  async function copy(whole: StripDetail) {
    store.tell((await copyText(detailText(whole))) ? w.copied : w.notCopied);
  }

  return (
    <>
      {strip.hasImage && (
        <Picture
          key={strip.id}
          stripId={strip.id}
          className="picture"
          box={pictureBox}
          label={words.strip.pictureOf(stripName(strip))}
          otherwise={whyNoPicture}
        />
      )}
      <h2 className={route || flight ? 'detail-title mono' : 'detail-title'}>
        {flight ? <RouteTitle ends={route ?? [UNKNOWN, UNKNOWN]} /> : (file?.name ?? strip.id)}
      </h2>
      {flight && (
        <p className="dim">
          {[text(flight.aircraft), words.strip.flight(flight.id)].filter((t) => t !== UNKNOWN).join(', ')}
        </p>
      )}
      <p className={`detail-stage bay-${strip.bay}`}>
        <span className="stage">{stageWords(strip)}</span>
        <StandsWith strip={strip} minGapMs={app.runway.minGapMs} />
      </p>
      {reason && (
        <p className={`reason bay-${strip.bay}`}>
          <FailureMessage failure={reason} />
        </p>
      )}
      <DetailActions strip={strip} host={app.host} copy={detail ? () => void copy({ ...detail, strip }) : null} />
      <DetailFields strip={strip} />
      {detail && <History lines={detail.history} now={app.now} />}
      {file && (
        <p className="actions">
          <a className="button" href={`#files/${subjectOf({ kind: 'report', stripId: strip.id })}`}>
            {w.wholeStory}
          </a>
        </p>
      )}
    </>
  );
}

function StandsWith({ strip, minGapMs }: { readonly strip: Strip; readonly minGapMs: number }) {
  const now = useNow(strip.actor !== 'nobody');
  return <span className="dim">{[whoWords(strip), sinceWords(strip, now, minGapMs)].filter(Boolean).join(', ')}</span>;
}

function RouteTitle({ ends: [out, into] }: { readonly ends: readonly [string, string] }) {
  return (
    <>
      {out} <span className="dim">▸</span> {into}
    </>
  );
}
