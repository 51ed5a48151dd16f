// The board: a place to drop screenshots, one list of what is in progress, and the flights that were completed today.
import { Button, IconButton } from '../elements/button.tsx';
import { type ComponentType, Fragment, type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react';
import { type AppState, leftOut, ownQueue, shownFolders } from '../../main/contract/state.ts';
import { type Bay, bays, type Strip } from '../../main/contract/strip.ts';
import { AccountNotice } from '../account/account-notice.tsx';
import { Runway, Schedule } from './runway.tsx';
import { Icon } from '../elements/icon.tsx';
import { asNumber } from '../../main/contract/flight.ts';
import { plannedAt } from '../../main/contract/upload-plan.ts';
import { signed } from '../format/amount.ts';
import { type BayLists, pageSize } from '../store/bay-lists.ts';
import { useReadsRoutes, useStore, useWindow } from '../store/use-window.ts';
import { choice, t, text, timeFormat } from '../text.ts';
import { isOfOther } from '../format/strip-text.ts';
import { useTabStop } from '../list/list.tsx';
import { DropBar } from './drop-bar.tsx';
import { useStripKeys } from './strip-keys.ts';
import { ApproveAll, ArrivingStrip, StripRow } from './strip-row.tsx';

type BoardProps = {
  readonly app: AppState;
  readonly chooseFiles: () => void;
  // Loaded later, the first by the desktop app only.
  readonly updateNotice: ReactNode;
  readonly news: ReactNode;
  readonly choiceBar: ReactNode;
  readonly acceptRoutes: ComponentType<{ readonly flights: readonly Strip[] }>;
};

/** From this many reports on, a bay shows only its first few until the pilot asks for all. */
const many = 20;
const few = 6;

/** How many strips of a bay are shown, of those that have been read. */
export const shownCount = (read: number, total: number, isUnfolded: boolean): number =>
  isUnfolded || total <= many ? read : Math.min(few, read);

const moving = ['needs-attention', 'queue', 'under-review'] as const satisfies readonly Bay[];

export function Board({ app, chooseFiles, updateNotice, news, choiceBar, acceptRoutes: AcceptRoutes }: BoardProps) {
  const store = useStore();
  const lists = useWindow((state) => state.lists);
  const folded = useWindow((state) => state.folded);
  const arriving = useWindow((state) => state.arriving);
  const selectedId = useWindow((state) => state.selectedId);
  const hasChosen = useWindow((state) => state.chosen.length > 0);
  const ref = useRef<HTMLElement>(null);
  const today = todayOf(lists, app.now);
  const asked = askedOf(lists);
  const [opened, setOpened] = useState<number | null>(null);
  const { places, others, ...shown } = shownOf(app, lists, folded, today, opened);
  const ids = [...bays.flatMap((bay) => shown[bay]), ...others].map(({ id }) => id);
  const tabStopId = useTabStop(ids, selectedId);
  useStripKeys(ref);

  const bay = (name: Bay, total = app.bays[name]) => ({ bay: name, strips: shown[name], total, tabStopId, places });
  const count = moving.reduce((sum, name) => sum + app.bays[name], arriving.length + asked.length);
  const isReading = moving.some((name) => app.bays[name] > 0 && lists[name].status !== 'read');
  const flights = app.bays.completed + app.bays['under-review'];
  const declined = app.bays['not-uploaded'];
  const isNew = count + flights === 0;
  return (
    <>
      <main className={count === 0 ? 'board is-idle' : 'board'} ref={ref} id="main" tabIndex={-1}>
        <h1 className="off-screen">{t('window.nav.view', { view: 'board' })}</h1>
        <AccountNotice app={app} />
        {updateNotice}
        <DropBar app={app} isLarge={isNew} chooseFiles={chooseFiles} />
        {news}
        <section className="bay" aria-labelledby="bay-now">
          <div className="line bay-head">
            <h2 id="bay-now" className={isNew ? 'off-screen' : undefined}>
              {t('window.board.section', { section: 'now' })}
            </h2>
            {arriving.length > 0 && <span>{t('window.bay.arriving', { n: arriving.length })}</span>}
            <Schedule app={app} />
            {app.queue.approval > 1 && <ApproveAll waiting={app.queue.approval} />}
            {app.bays['under-review'] > 0 && (
              <Button size="small" onClick={() => void store.refresh()}>
                {t('window.bay.refresh')}
              </Button>
            )}
          </div>
          <Runway app={app} />
          {count === 0 && !isNew && <p className="dim nothing">{t('window.board.idle')}</p>}
          {count > 0 && ids.length + arriving.length === 0 && isReading && (
            <p className="dim small">{t('window.common.reading')}</p>
          )}
          {count > 0 && (
            <ul className="strips" aria-label={t('window.board.list', { section: 'now', n: count })}>
              <Strips {...bay('needs-attention', app.bays['needs-attention'] + asked.length)} />
              <Strips {...bay('queue', ownQueue(app))} />
              {arriving.map((file) => (
                <ArrivingStrip key={file.key} file={file} />
              ))}
              <Strips {...bay('under-review')} />
              <SignedOutPilots app={app} opened={opened} open={setOpened}>
                <Strips {...bay('queue', app.signedOut.find(({ id }) => id === opened)?.reports)} strips={others} />
              </SignedOutPilots>
            </ul>
          )}
          <SkippedFiles app={app} />
        </section>
        <div className="board-today">
          {!isNew && (today.length > 0 || app.account.status === 'signed-in') && (
            <Today app={app} today={today} accept={!hasChosen && <AcceptRoutes flights={today} />}>
              <Strips {...bay('completed', today.length)} />
            </Today>
          )}
          <p className="line rest">
            {flights > 0 && (
              <a href="#logbook">
                {t('window.board.logbook', { n: flights, reading: app.logbook.status === 'loading' })}
              </a>
            )}
            {declined > 0 && (
              <Button
                look="link"
                aria-expanded={shown['not-uploaded'].length > 0}
                onClick={() => store.fold('not-uploaded', folded['not-uploaded'] === false)}
              >
                {t('window.board.rest', { bay: 'notUploaded', n: declined })}
                <Icon name="menu" />
              </Button>
            )}
          </p>
          {shown['not-uploaded'].length > 0 && (
            <ul className="strips" aria-label={t('window.board.list', { section: 'notUploaded', n: declined })}>
              <Strips {...bay('not-uploaded')} />
            </ul>
          )}
        </div>
      </main>
      {hasChosen && choiceBar}
    </>
  );
}

/** What the shown folders left out in the last hours. */
function SkippedFiles({ app }: Pick<BoardProps, 'app'>) {
  const store = useStore();
  const seenAt = useWindow((state) => state.skippedSeenAt);
  const files = leftOut(shownFolders(app)).filter(({ at }) => (at ?? app.now) > Math.max(seenAt, app.now - halfDayMs));
  if (files.length === 0) return null;
  const about = files.length === 1 ? `path/${encodeURIComponent(files[0]!.path)}` : 'not-added';
  const convert = t('window.drop.convert');
  const images = files.filter(({ image }) => image !== null);
  return (
    <p className="skipped-files">
      <Icon name="files" />
      <a className="breakable" href={`#files/${about}`}>
        {files.length === 1 ? text(files[0]!.message) : t('window.board.skipped', { n: files.length })}
      </a>
      {images.length > 0 && (
        <Button size="small" onClick={() => void store.convertLeftOut(images)}>
          {images.length === 1 ? convert : t('window.choice.action', { action: convert, n: images.length })}
        </Button>
      )}
      <IconButton icon="close" label={t('window.common.dismiss')} onClick={() => store.seeSkipped(app.now)} />
    </p>
  );
}

type TodayProps = Pick<BoardProps, 'app'> & { today: readonly Strip[]; accept: ReactNode; children: ReactNode };

/** The completed flights of the day, and of the evening that it began in. */
function Today({ app, today, accept, children }: TodayProps) {
  const day = today.every((strip) => isOfToday(strip, app.now)) ? 'today' : 'yesterday';
  const section = app.service.canRead === false ? 'uploaded' : day;
  const store = useStore();
  const isRead = useReadsRoutes();
  return (
    <section className="bay" aria-labelledby="bay-today">
      <div className="line bay-head">
        <h2 id="bay-today">{t('window.board.section', { section })}</h2>
        <span>{todayText(today)}</span>
        <Suspense fallback={null}>{accept}</Suspense>
        {section === 'uploaded' && isRead === false && (
          <Button
            look="link"
            title={t('window.settings.readsRoutesHint')}
            onClick={() => void store.changeSettings({ readsRoutes: 'plugged' })}
          >
            {t('window.settings.readsRoutes')}
          </Button>
        )}
      </div>
      {today.length === 0 ? (
        <p className="dim nothing">{t('window.board.todayEmpty')}</p>
      ) : (
        <ul className="strips" aria-label={t('window.board.list', { section: day, n: today.length })}>
          {children}
        </ul>
      )}
    </section>
  );
}

/** Whether the pilot has to say if a flight is the report's. */
const isAsked = ({ stage }: Strip) => stage === 'inferred';
const askedOf = ({ completed }: BayLists) => completed.strips.filter(isAsked);

const halfDayMs = 12 * 3_600_000;
const isOfToday = ({ since }: Strip, now: number) => timeFormat().isSameDay(since, now);

/**
 * The flights that were completed today, of those that have been read: the last completed ones. An evening goes on after
 * midnight.
 */
export function todayOf({ completed: { strips } }: Pick<BayLists, 'completed'>, now: number): readonly Strip[] {
  return strips.filter((one) => !isAsked(one) && (isOfToday(one, now) || now - one.since < halfDayMs));
}

type Folded = Partial<Readonly<Record<Bay, boolean>>>;

/** @param opened the pilot who is signed out and whose reports are shown; null: one line for each such pilot */
function shownOf(app: AppState, lists: BayLists, folded: Folded, today: readonly Strip[], opened: number | null) {
  const shown = (bay: Bay, read = lists[bay].strips, total = app.bays[bay]) =>
    read.slice(0, shownCount(read.length, total, folded[bay] === false));
  const places = placesOf(lists.queue.strips);
  const timeOf = ({ id, pilot }: Strip, place = places.get(id) ?? -1) =>
    plannedAt(app, app.now, place, pilot?.id) ?? place;
  const mine = lists.queue.strips.filter((strip) => !isOfOther(strip)).toSorted((a, b) => timeOf(a) - timeOf(b));
  return {
    'needs-attention': [...shown('needs-attention'), ...askedOf(lists)],
    queue: shown('queue', mine, ownQueue(app)),
    others: lists.queue.strips.filter((strip) => isOfOther(strip) && strip.pilot?.id === opened),
    'under-review': shown('under-review'),
    completed: shown('completed', today, today.length),
    'not-uploaded': folded['not-uploaded'] === false ? lists['not-uploaded'].strips : [],
    places,
  } satisfies Record<Bay | 'others', readonly Strip[]> & { places: unknown };
}

/** How many were completed and archived today, and the points of those that count. */
function todayText(today: readonly Strip[]): string {
  const archived = today.filter(({ stage }) => stage === 'archived').length;
  const completed = today.filter(({ stage }) => stage === 'completed');
  const points = completed.reduce((sum, { flight }) => sum + (asNumber(flight?.seasonPoints ?? null) ?? 0), 0);
  return [
    completed.length > 0 && t('window.board.completed', { n: completed.length }),
    archived > 0 && t('window.bay.archived', { n: archived }),
    points !== 0 && t('window.board.points', { points: signed(points), n: points }),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

type SignedOutProps = { app: AppState; opened: number | null; open: (id: number | null) => void; children: ReactNode };

/** One line for the reports of each pilot who is signed out; below one of them its reports. */
function SignedOutPilots({ app, opened, open, children }: SignedOutProps) {
  const store = useStore();
  return app.signedOut.map(({ id, name, reports }) => (
    <Fragment key={id}>
      <li className="line more">
        <Button look="link" aria-expanded={id === opened} onClick={() => open(id === opened ? null : id)}>
          {t('shared.waitForSignIn', { n: reports, name })}
          <Icon name="menu" />
        </Button>
        <Button size="small" onClick={() => void store.signIn({ pilot: id })}>
          {t('window.account.signIn')}
        </Button>
      </li>
      {id === opened && children}
    </Fragment>
  ));
}

/** The places of waiting reports in their pilot's queue, counted from 0. */
function placesOf(strips: readonly Strip[]): ReadonlyMap<string, number> {
  const waiting = strips.filter(({ stage }) => stage === 'waiting');
  const queues = Map.groupBy(waiting, ({ pilot }) => pilot?.id);
  return new Map([...queues.values()].flatMap((queue) => queue.map(({ id }, place) => [id, place])));
}

type StripsProps = {
  readonly bay: Bay;
  readonly strips: readonly Strip[];
  /** The number of reports in the bay, read or not. */
  readonly total: number;
  readonly tabStopId: string | null;
  readonly places: ReturnType<typeof placesOf>;
};

/** The strips of one bay in order, and a button that shows more of them. */
function Strips({ bay, strips, total, tabStopId, places }: StripsProps) {
  const store = useStore();
  const selectedId = useWindow((state) => state.selectedId);
  const chosen = useWindow((state) => state.chosen);
  const isUnfolded = useWindow(({ folded }) => folded[bay] === false);
  const { next, status } = useWindow(({ lists }) => lists[bay]);
  const isFolded = !isUnfolded && total > many;
  // The others are rendered in a later frame.
  const first = useDeferredValue(Infinity, 3);
  return (
    <>
      {strips.slice(0, first).map((strip) => (
        <StripRow
          key={strip.id}
          strip={strip}
          isSelected={strip.id === selectedId}
          isChosen={chosen.length === 0 ? null : chosen.includes(strip.id)}
          isTabStop={strip.id === tabStopId}
          place={places.get(strip.id) ?? null}
        />
      ))}
      {strips.length < total && (isFolded || next !== null) && (
        <li className="line more">
          <Button
            look="link"
            // Not `disabled`: the button would lose the focus.
            aria-disabled={status === 'reading'}
            onClick={() => (isFolded ? store.fold(bay, false) : void store.more(bay))}
          >
            {isFolded
              ? t('window.board.rest', { bay: choice(bay), n: total })
              : t('window.bay.more', { n: Math.max(1, Math.min(pageSize, total - strips.length)) })}
          </Button>
          {!isFolded && (
            <span className="dim small time">{t('window.bay.shown', { shown: strips.length, total })}</span>
          )}
        </li>
      )}
    </>
  );
}
