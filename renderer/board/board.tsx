// The board: the runway, and the bays of strips below it.
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { AppState } from '../../main/contract/state.ts';
import { type Bay as BayName, bays } from '../../main/contract/strip.ts';
import type { MessageParams } from '../../main/messages/message-params.ts';
import { AccountNotice } from '../account/account-notice.tsx';
import { Runway } from './runway.tsx';
import { commandOf, useActionName } from '../detail/strip-actions.ts';
import { Icon } from '../elements/icon.tsx';
import { useLessMotion } from '../elements/use-layout.ts';
import { openView } from '../elements/use-view.ts';
import { number } from '../format/amount.ts';
import { gapOf, isAllCalm } from '../format/strip-text.ts';
import { type BayList, pageSize } from '../store/bay-lists.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { Arriving } from '../store/window-state.ts';
import { choice, t } from '../text.ts';
import { useStripKeys, useTabStop } from './strip-keys.ts';
import { ApproveAll, ArrivingStrip, StripRow } from './strip-row.tsx';

/** How many in the last bay were completed today, and archived. */
const noteOf = ({ outcomes: { completedToday, archived } }: AppState) =>
  [
    completedToday > 0 && t('window.bay.today', { n: completedToday }),
    archived > 0 && t('window.bay.archived', { n: archived }),
  ]
    .filter((part) => part !== false)
    .join(' · ');

type BoardProps = {
  readonly app: AppState;
  readonly chooseFiles: () => void;
  /** Loaded later, and by the desktop app only. */
  readonly updateNotice: ReactNode;
};

export function Board({ app, chooseFiles, updateNotice }: BoardProps) {
  const store = useStore();
  const lists = useWindow((state) => state.lists);
  const folded = useWindow((state) => state.folded);
  const arriving = useWindow((state) => state.arriving);
  const selectedId = useWindow((state) => state.selectedId);
  const ref = useRef<HTMLElement>(null);
  const open = bays.filter((bay) => !isFolded(bay, app.bays, folded));
  const order = open.map((bay) => lists[bay].strips.map((strip) => strip.id).join(' ')).join('|');
  const ids: readonly string[] = order.match(/[^ |]+/g) ?? [];
  const tabStopId = useTabStop(ref, ids, selectedId);
  useGlide(ref, order, useLessMotion());
  useStripKeys(ref);

  const bay = (name: BayName) => ({
    bay: name,
    list: lists[name],
    total: app.bays[name],
    heading: headingOf(name, app),
    isSoFar: (name === 'under-review' || name === 'completed') && app.logbook.status === 'loading',
    isFolded: !open.includes(name),
    tabStopId,
    minGapMs: gapOf(app),
  });
  const has = (name: BayName) => app.bays[name] > 0 || lists[name].strips.length > 0;
  const isNew = arriving.length === 0 && !bays.some(has);
  return (
    <>
      <main className="board" ref={ref} id="main" tabIndex={-1}>
        <h1 className="off-screen">{t('window.nav.view', { view: 'board' })}</h1>
        <AccountNotice app={app} />
        {updateNotice}
        <Runway app={app} />
        {hasJumpList(app.bays) && <JumpList app={app} />}
        {has('needs-attention') && (
          <Bay
            {...bay('needs-attention')}
            actions={app.queue.approval > 1 && <ApproveAll waiting={app.queue.approval} />}
          />
        )}
        <Bay
          {...bay('queue')}
          arriving={arriving}
          empty={isNew ? null : t('window.bay.queueEmpty')}
          actions={
            !isNew && (
              <button type="button" className="button small-button" onClick={chooseFiles}>
                {t('window.bay.chooseFiles')}
              </button>
            )
          }
        />
        {isNew && <Invitation hasFolders={app.folders.length > 0} chooseFiles={chooseFiles} />}
        {(app.service.canRead !== false || has('under-review')) && (
          <Bay
            {...bay('under-review')}
            empty={t('window.bay.reviewEmpty')}
            actions={
              <button type="button" className="button small-button" onClick={() => void store.refresh()}>
                {t('window.bay.refresh')}
              </button>
            }
          />
        )}
        <Bay {...bay('completed')} note={noteOf(app)} empty={t('window.bay.completedEmpty')} />
        {has('not-uploaded') && <Bay {...bay('not-uploaded')} />}
      </main>
      <ChoiceBar />
    </>
  );
}

type BayProps = {
  readonly bay: BayName;
  readonly heading: MessageParams['window.bay.name']['bay'];
  readonly list: BayList;
  /** The number of reports in the bay, loaded or not. */
  readonly total: number;
  /** Older ones are still being read from the service. */
  readonly isSoFar: boolean;
  readonly note?: string | null;
  readonly tabStopId: string | null;
  readonly arriving?: readonly Arriving[];
  readonly minGapMs: number | null;
  readonly isFolded: boolean;
  /** Shown beside the heading while the bay is empty. */
  readonly empty?: string | null;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
};

/** One bay: its heading and count, its strips in order, and a button that loads more. */
function Bay(props: BayProps) {
  const {
    bay,
    heading,
    list,
    total,
    isSoFar,
    note,
    tabStopId,
    arriving = [],
    minGapMs,
    isFolded,
    empty,
    actions,
  } = props;
  const store = useStore();
  const selectedId = useWindow((state) => state.selectedId);
  const chosen = useWindow((state) => state.chosen);
  const isCalm = useWindow(({ lists }) => bay === 'needs-attention' && isAllCalm(lists));
  const shown = list.strips.length;
  const waiting = bay === 'queue' ? list.strips.filter(({ stage }) => stage === 'waiting') : [];
  const places = new Map(waiting.map(({ id }, place) => [id, place]));
  const all = Math.max(total, shown);
  const isEmpty = shown === 0 && arriving.length === 0;
  const isUnread = isEmpty && list.status !== 'read';
  const name = t('window.bay.name', { bay: heading });
  return (
    <section className="bay" aria-labelledby={`bay-${bay}`}>
      <div className={`bay-head bay-${bay}${isCalm ? ' is-calm' : ''}`}>
        <h2 id={`bay-${bay}`}>
          {isEmpty ? (
            name
          ) : (
            <button type="button" className="fold" aria-expanded={!isFolded} onClick={() => store.fold(bay, !isFolded)}>
              <Icon name="menu" />
              {name}
            </button>
          )}
        </h2>
        {all > 0 && (
          <span className={isSoFar ? 'time so-far' : 'time'}>
            {isSoFar ? t('window.bay.soFar', { n: all }) : number(all)}
          </span>
        )}
        {/* Files that are not saved yet are counted separately, as on the runway. */}
        {arriving.length > 0 && <span>{t('window.bay.arriving', { n: arriving.length })}</span>}
        {note && <span>{note}</span>}
        {isEmpty && total === 0 && empty && <span>{empty}</span>}
        {actions}
      </div>
      {isUnread && total > 0 && <p className="dim small">{t('window.common.reading')}</p>}
      {!isEmpty && !isFolded && (
        <ul className="strips" aria-label={t('window.bay.list', { bay: heading, n: all })}>
          {list.strips.map((strip) => (
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
      {list.next !== null && !isFolded && (
        <p className="more">
          <button
            type="button"
            className="button small-button"
            // Not `disabled`: the button would lose the focus.
            aria-disabled={list.status === 'reading'}
            onClick={() => void store.more(bay)}
          >
            {t('window.bay.more', { n: Math.max(1, Math.min(pageSize, all - shown)) })}
          </button>
          <span className="dim small time">{t('window.bay.shown', { shown, total: all })}</span>
        </p>
      )}
    </section>
  );
}

/** The bays of a long board with their counts; a click goes to the heading and unfolds the bay. */
function JumpList({ app }: { readonly app: AppState }) {
  const counts = app.bays;
  const store = useStore();
  const isCalm = useWindow(({ lists }) => isAllCalm(lists));

  function jump(bay: BayName) {
    // Rendered first: a board that ends at the heading can't scroll to it.
    flushSync(() => store.fold(bay, false));
    const heading = document.getElementById(`bay-${bay}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.querySelector('button')?.focus({ preventScroll: true });
  }

  return (
    <nav className="jump" aria-label={t('window.bay.jump')}>
      {bays
        .filter((bay) => counts[bay] > 0)
        .map((bay) => (
          <button
            key={bay}
            type="button"
            className={`jump-to bay-${bay}${isCalm && bay === 'needs-attention' ? ' is-calm' : ''}`}
            onClick={() => jump(bay)}
          >
            {t('window.bay.name', { bay: headingOf(bay, app) })} <span className="time">{number(counts[bay])}</span>
          </button>
        ))}
    </nav>
  );
}

/** Explains on an empty board how to add the first reports. */
function Invitation({ hasFolders, chooseFiles }: { hasFolders: boolean; chooseFiles: () => void }) {
  return (
    <div className="strip empty bay-queue">
      <i className="edge" aria-hidden="true" />
      <span className="thumb dashed" aria-hidden="true" />
      <span className="cell empty-text">
        <b>{t('window.bay.queueEmpty')}</b>
        <span className="small dim">{t('window.bay.queueEmptyText')}</span>
      </span>
      <span className="begin">
        <button type="button" className="button main-button" onClick={chooseFiles}>
          {t('window.bay.chooseFiles')}
        </button>
        {!hasFolders && <span className="dim">{t('window.bay.or')}</span>}
        {!hasFolders && (
          <button type="button" className="button" onClick={() => openView('folders')}>
            {t('window.bay.watchFolder')}
          </button>
        )}
      </span>
    </div>
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

// Which bays are folded, and when the board has a jump list.

/** From this many reports on, the board is longer than most windows. */
const many = 20;

type Counts = Readonly<Record<BayName, number>>;
/** What the pilot has folded or unfolded. */
type Folded = Partial<Readonly<Record<BayName, boolean>>>;

/** Where flights can't be read, none is known to be completed. */
const headingOf = (
  bay: BayName,
  { service, outcomes }: Pick<AppState, 'service' | 'outcomes'>,
): MessageParams['window.bay.name']['bay'] =>
  bay === 'completed' && service.canRead === false && outcomes.completed + outcomes.archived === 0
    ? 'uploaded'
    : choice(bay);

const sum = (counts: Counts, of: readonly BayName[]) => of.reduce((all, bay) => all + counts[bay], 0);

export const hasJumpList = (counts: Counts): boolean =>
  sum(counts, bays) > many && bays.filter((bay) => counts[bay] > 0).length > 1;

/** Until the pilot folds or unfolds a bay, bays without a required action are folded while many reports wait. */
export function isFolded(bay: BayName, counts: Counts, folded: Folded): boolean {
  const waits = bay === 'needs-attention' || bay === 'queue';
  return folded[bay] ?? (!waits && sum(counts, ['needs-attention', 'queue']) > many);
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
