// The board: a place to drop, one list of what is moving, and what was completed today.
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { type Bay, bays, type Strip } from '../../main/contract/strip.ts';
import { AccountNotice } from '../account/account-notice.tsx';
import { commandOf, useActionName } from '../detail/strip-actions.ts';
import { useLessMotion } from '../elements/use-layout.ts';
import { openFlights, openView } from '../elements/use-view.ts';
import { asNumber, signed } from '../format/amount.ts';
import { gapOf, scoreText } from '../format/strip-text.ts';
import { pageSize } from '../store/bay-lists.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { choice, shownName, t } from '../text.ts';
import { Runway } from './runway.tsx';
import { useStripKeys, useTabStop } from './strip-keys.ts';
import { ApproveAll, ArrivingStrip, StripRow } from './strip-row.tsx';

type BoardProps = {
  readonly app: AppState;
  readonly chooseFiles: () => void;
  /** Loaded later, and by the desktop app only. */
  readonly updateNotice: ReactNode;
};

export function Board({ app, chooseFiles, updateNotice }: BoardProps) {
  const lists = useWindow((state) => state.lists);
  const arriving = useWindow((state) => state.arriving);
  const selectedId = useWindow((state) => state.selectedId);
  const ref = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<readonly Bay[]>([]);
  const day = dayOf(useNow(false));
  const shown = rowsOf(lists, open, day);
  const order = bays.map((bay) => shown[bay].map(({ id }) => id).join(' ')).join('|');
  const ids: readonly string[] = order.match(/[^ |]+/g) ?? [];
  const tabStopId = useTabStop(ref, ids, selectedId);
  useGlide(ref, order, useLessMotion());
  useStripKeys(ref);

  const list = (bay: Bay) => ({
    bay,
    rows: shown[bay],
    // Of the completed flights, the logbook has the others.
    total: bay === 'completed' ? shown[bay].length : Math.max(app.bays[bay], lists[bay].strips.length),
    open: () => setOpen([...open, bay]),
    tabStopId,
    minGapMs: gapOf(app),
  });
  const isMoving = arriving.length > 0 || moving.some((bay) => app.bays[bay] > 0 || lists[bay].strips.length > 0);
  const isNew = !isMoving && app.bays.completed === 0;
  return (
    <>
      <main className="board" ref={ref} id="main" tabIndex={-1}>
        <h1 className="off-screen">{t('window.nav.view', { view: 'board' })}</h1>
        <AccountNotice app={app} />
        {updateNotice}
        <DropBar app={app} isNew={isNew} chooseFiles={chooseFiles} />
        <section className="bay" aria-labelledby="board-now" hidden={!isMoving && !app.queue.paused}>
          <Runway app={app} headingId="board-now" />
          {app.queue.approval > 1 && <ApproveAll waiting={app.queue.approval} />}
          {moving.map((bay) => (
            <Rows key={bay} {...list(bay)} arriving={bay === 'queue' ? arriving : []} />
          ))}
        </section>
        {app.bays.completed > 0 && (
          <section className="bay" aria-labelledby="board-today">
            <div className="bay-head">
              <h2 id="board-today">
                {isToday(day, shown.completed[0]) ? t('window.bay.today') : t('window.bay.latest')}
              </h2>
              {isToday(day, shown.completed[0]) && <span className="dim">{todayText(shown.completed)}</span>}
            </div>
            <Rows {...list('completed')} />
            <p className="more">
              <button type="button" className="link-button" onClick={() => openFlights('logbook', '')}>
                {app.logbook.status === 'loading'
                  ? t('window.bay.flightsSoFar', { n: app.bays.completed })
                  : t('window.bay.allFlights', { n: app.bays.completed })}
              </button>
            </p>
          </section>
        )}
        {app.bays['not-uploaded'] > 0 && <Rows {...list('not-uploaded')} />}
      </main>
      <ChoiceBar />
    </>
  );
}

/** What is moving, in the order of who has to act first: the pilot, this app, the service. */
const moving = ['needs-attention', 'queue', 'under-review'] as const satisfies readonly Bay[];

/** So many reports of each kind are shown until the pilot asks for more, so that one kind doesn't hide the next. */
const few = 10;
/** Where none was completed today, the latest are shown. */
const latest = 3;

const dayMs = 86_400_000;
/** Days begin at midnight UTC, as everywhere in the app. */
const dayOf = (at: number) => Math.floor(at / dayMs);
const isToday = (day: number, strip: Strip | undefined) => strip !== undefined && dayOf(strip.since) === day;

type Rows = Readonly<Record<Bay, readonly Strip[]>>;

/** Returns the strips that the board shows of each bay. `open`: the bays of which the pilot asked for more. */
export function rowsOf(
  lists: Readonly<Record<Bay, { readonly strips: readonly Strip[] }>>,
  open: readonly Bay[],
  day: number,
): Rows {
  const part = (bay: Bay, limit: number) =>
    open.includes(bay) ? lists[bay].strips : lists[bay].strips.slice(0, limit);
  const today = lists.completed.strips.filter((strip) => isToday(day, strip));
  return {
    'needs-attention': part('needs-attention', few),
    queue: part('queue', few),
    'under-review': part('under-review', few),
    completed: today.length > 0 ? today : lists.completed.strips.slice(0, latest),
    'not-uploaded': part('not-uploaded', 0),
  };
}

/** `3 completed · 1 archived · +78 points` */
function todayText(strips: readonly Strip[]): string {
  const archived = strips.filter(({ stage }) => stage === 'archived').length;
  const completed = strips.filter(({ stage }) => stage === 'completed');
  const points = completed.reduce((sum, { flight }) => sum + (asNumber(flight?.seasonPoints ?? null) ?? 0), 0);
  return [
    completed.length > 0 && t('window.bay.completed', { n: completed.length }),
    archived > 0 && t('window.bay.archived', { n: archived }),
    points !== 0 && scoreText(signed(points), points),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

type DropBarProps = { readonly app: AppState; readonly isNew: boolean; readonly chooseFiles: () => void };

/** The place to drop. The whole window takes files; this says so. */
function DropBar({ app, isNew, chooseFiles }: DropBarProps) {
  const store = useStore();
  const [folder] = app.folders;
  return (
    <section className="drop-bar" data-new={isNew} aria-label={t('window.drop.place')}>
      <span className="drop-words">
        <b>{t('window.drop.anywhere')}</b>
        {folder && <span className="dim">{t('window.drop.orFolder', { folder: shownName(folder.name) })}</span>}
        {isNew && <span className="dim">{t('window.bay.queueEmptyText')}</span>}
      </span>
      <span className="drop-buttons">
        {app.service.kind === 'demo' && (
          <button type="button" className="button" onClick={() => void store.dropSample()}>
            {t('window.drop.sample')}
          </button>
        )}
        {isNew && !folder && (
          <button type="button" className="button" onClick={() => openView('files')}>
            {t('window.bay.watchFolder')}
          </button>
        )}
        <button type="button" className={isNew ? 'button main-button' : 'button'} onClick={chooseFiles}>
          {t('window.bay.chooseFiles')}
        </button>
      </span>
    </section>
  );
}

type RowsProps = {
  readonly bay: Bay;
  readonly rows: readonly Strip[];
  /** The number of reports, loaded or not. */
  readonly total: number;
  readonly open: () => void;
  readonly tabStopId: string | null;
  readonly arriving?: readonly { readonly key: number; readonly name: string; readonly bytes: number }[];
  readonly minGapMs: number | null;
};

/** The rows of one bay, and a button that shows more of them. */
function Rows({ bay, rows, total, open, tabStopId, arriving = [], minGapMs }: RowsProps) {
  const store = useStore();
  const selectedId = useWindow((state) => state.selectedId);
  const chosen = useWindow((state) => state.chosen);
  const { strips, next, status } = useWindow(({ lists }) => lists[bay]);
  const waiting = bay === 'queue' ? rows.filter(({ stage }) => stage === 'waiting') : [];
  const places = new Map(waiting.map(({ id }, place) => [id, place]));
  const hidden = total - rows.length;
  return (
    <>
      {rows.length + arriving.length > 0 && (
        <ul className="strips" aria-label={t('window.bay.list', { bay: choice(bay), n: total })}>
          {rows.map((strip) => (
            <StripRow
              key={strip.id}
              strip={strip}
              isSelected={strip.id === selectedId}
              isChosen={chosen.length === 0 ? null : chosen.includes(strip.id)}
              isTabStop={strip.id === tabStopId}
              minGapMs={minGapMs}
              place={places.get(strip.id) ?? null}
            />
          ))}
          {arriving.map((file) => (
            <ArrivingStrip key={file.key} file={file} />
          ))}
        </ul>
      )}
      {hidden > 0 && status === 'unread' && <p className="dim small">{t('window.common.reading')}</p>}
      {hidden > 0 && (strips.length > rows.length || next !== null) && (
        <p className="more">
          <button
            type="button"
            className="link-button"
            // Not `disabled`: the button would lose the focus.
            aria-disabled={status === 'reading'}
            onClick={() => (strips.length > rows.length ? open() : void store.more(bay))}
          >
            {t('window.bay.more', {
              bay: bay === 'completed' ? 'other' : choice(bay),
              n: Math.min(hidden, Math.max(strips.length - rows.length, pageSize)),
            })}
          </button>
        </p>
      )}
    </>
  );
}

const choiceActions = ['approve', 'reject', 'retry', 'remove'] as const;

/** The actions for the selected reports, each with the number of reports it applies to. */
function ChoiceBar() {
  const store = useStore();
  const actionName = useActionName();
  const chosen = useWindow((state) => state.chosen);
  const lists = useWindow((state) => state.lists);
  // Leaves out reports that are no longer on the board.
  const strips = bays.flatMap((bay) => lists[bay].strips).filter(({ id }) => chosen.includes(id));
  if (strips.length === 0) return null;

  async function act(action: (typeof choiceActions)[number]) {
    const done: string[] = [];
    for (const { id } of strips.filter((strip) => strip.actions.includes(action)))
      if (await store.order(commandOf[action], { id })) done.push(id);
    store.choose([]);
    if (done.length === 0) return;
    if (action === 'approve') store.notify(t('window.approval.allApproved', { n: done.length }));
    if (action !== 'remove' && action !== 'reject') return;
    const n = done.length;
    const message = action === 'remove' ? t('window.undo.removed', { n }) : t('window.approval.allRejected', { n });
    store.offerUndo(message, () => store.restore(done));
  }

  return (
    <section className="choice-bar" aria-label={t('window.choice.count', { n: strips.length })}>
      <output>{t('window.choice.count', { n: strips.length })}</output>
      {choiceActions.map((action) => {
        const n = strips.filter((strip) => strip.actions.includes(action)).length;
        return (
          n > 0 && (
            <button key={action} type="button" className="button small-button" onClick={() => void act(action)}>
              {t('window.choice.action', { action: actionName(action, { stage: 'held' }), n })}
            </button>
          )
        );
      })}
      <button type="button" className="button small-button" onClick={() => store.choose([])}>
        {t('logbook.list.clearMarks')}
      </button>
    </section>
  );
}

// Animates strips to their new place on the compositor. Strips out of sight are not animated: a long queue moves up
// with each upload, and hundreds of animations at once are too slow. Nothing is animated with reduced motion.

const glideMs = 220;

/** Whether all of these positions, measured from the top of the board, are in or near the viewport. */
export function isInSight(places: readonly number[], view: { readonly top: number; readonly height: number }): boolean {
  const near = view.height / 2;
  return places.every((top) => top > view.top - near && top < view.top + view.height + near);
}

/** @param order the ids of the strips; strips are animated when it changes */
function useGlide(board: RefObject<HTMLElement | null>, order: string, isStill: boolean) {
  const places = useRef(new Map<string, number>());
  const drawn = useRef('');
  useLayoutEffect(() => {
    const root = board.current;
    if (!root || drawn.current === order) return;
    drawn.current = order;
    const before = places.current;
    const now = new Map<string, number>();
    const origin = root.getBoundingClientRect().top - root.scrollTop;
    const view = { top: root.scrollTop, height: root.clientHeight };
    const moved: (readonly [HTMLElement, number])[] = [];
    for (const strip of root.querySelectorAll<HTMLElement>('[data-strip]')) {
      const top = strip.getBoundingClientRect().top - origin;
      now.set(strip.dataset['strip']!, top);
      const from = before.get(strip.dataset['strip']!);
      if (from !== undefined && Math.abs(from - top) > 1 && isInSight([from, top], view))
        moved.push([strip, from - top]);
    }
    places.current = now;
    if (isStill || before.size === 0) return;
    for (const [strip, by] of moved)
      strip.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
        duration: glideMs,
        easing: 'ease-out',
      });
  });
}
