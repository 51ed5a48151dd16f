// The frame of the window: header, navigation, the view, the detail of the selected report, and overlays.
import { acceptedFiles } from '../../main/contract/bridge.ts';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { Board } from '../board/board.tsx';
import { useCommands, useShortcuts } from '../commands/use-commands.ts';
import { useCopyDetails } from '../detail/strip-actions.ts';
import { Icon } from '../elements/icon.tsx';
import { useKeydown } from '../elements/use-keydown.ts';
import { useIsWide } from '../elements/use-layout.ts';
import { closeSubject, isFlightView, openView, useFlightQuery, useView, type View } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { WindowStore } from '../store/window-store.ts';
import { t } from '../text.ts';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { flightViews, otherViews } from './view-chunks.ts';

// Loaded after the board, so that it appears sooner.
const LogbookView = lazy(flightViews.view('LogbookView'));
const MapView = lazy(flightViews.view('MapView'));
const StatisticsView = lazy(flightViews.view('StatisticsView'));
const FilesView = lazy(otherViews.view('FilesView'));
const SettingsView = lazy(otherViews.view('SettingsView'));
const UpdateNotice = lazy(otherViews.view('UpdateNotice'));
const News = lazy(otherViews.view('News'));
const ReportChoice = lazy(otherViews.view('ReportChoice'));
const AcceptRoutes = lazy(otherViews.view('AcceptRoutes'));
const KeySheet = lazy(otherViews.view('KeySheet'));
const Palette = lazy(otherViews.view('Palette'));
const Detail = lazy(otherViews.view('Detail'));
const OpenImage = lazy(otherViews.view('OpenImage'));

/** Nothing until it is loaded. */
const later = (part: ReactNode) => <Suspense fallback={null}>{part}</Suspense>;

const viewsWithDetail: readonly View[] = ['board', 'logbook', 'statistics'];

export function Shell({ app }: { readonly app: AppState }) {
  const store = useStore();
  const view = useView();
  const isWide = useIsWide();
  const selectedId = useWindow((state) => state.selectedId);
  const isImageOpen = useWindow((state) => state.openPart === 'image');
  const [dialog, setDialog] = useState<'keys' | 'palette' | null>(null);
  const showPalette = () => setDialog('palette');
  const close = () => setDialog(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const chooseFiles = () => fileInput.current?.click();
  const copyDetails = useCopyDetails();
  useShellKeys({ store, chooseFiles, showKeys: () => setDialog('keys'), showPalette });

  // The board sets the title to its headline.
  const title = t('window.common.title', { what: t('window.nav.view', { view }) });
  useEffect(() => {
    if (view !== 'board') document.title = title;
  }, [view, title]);

  // Its flight isn't among what these show.
  useEffect(() => {
    if (view === 'map' || view === 'statistics') store.select(null);
  }, [store, view]);
  const hasDetail = selectedId !== null && viewsWithDetail.includes(view);
  const isOver = hasDetail && !isWide;
  const updateNotice = app.updates && later(<UpdateNotice app={app} />);
  return (
    <div className="shell" data-detail={hasDetail}>
      <div className="shell-under" inert={isOver}>
        <Header app={app} />
        <Nav
          view={view}
          needsAttention={{
            board: app.bays['needs-attention'],
            files: app.folders.filter(({ concern }) => concern !== null).length,
          }}
          showPalette={showPalette}
        />
        <div className="view">
          {view === 'board' && (
            <Board
              app={app}
              chooseFiles={chooseFiles}
              updateNotice={updateNotice}
              news={later(<News />)}
              choiceBar={later(<ReportChoice />)}
              acceptRoutes={AcceptRoutes}
            />
          )}
          <Suspense fallback={<main className="flights" id="main" tabIndex={-1} />}>
            {view === 'logbook' && <LogbookView app={app} chooseFiles={chooseFiles} copyDetails={copyDetails} />}
            {view === 'map' && <MapView app={app} chooseFiles={chooseFiles} />}
            {view === 'statistics' && <StatisticsView app={app} chooseFiles={chooseFiles} />}
            {view === 'files' && <FilesView app={app} />}
            {view === 'settings' && <SettingsView app={app} />}
          </Suspense>
        </div>
      </div>
      {isOver && <div className="scrim" aria-hidden="true" onClick={() => store.select(null)} />}
      {hasDetail && later(<Detail key={selectedId} id={selectedId} app={app} isOver={isOver} />)}
      {hasDetail && isImageOpen && later(<OpenImage id={selectedId} />)}
      <Notices />
      <input
        ref={fileInput}
        hidden
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label={t('window.bay.chooseFiles')}
        onChange={(event) => takeChosen(store, event.currentTarget)}
      />
      {dialog === 'keys' && later(<KeySheet close={close} />)}
      {dialog === 'palette' && later(<Palette close={close} />)}
    </div>
  );
}

type NavProps = {
  readonly view: View;
  /** The number of problems in a view: reports that need attention, folders that can't be watched. */
  readonly needsAttention: Partial<Record<View, number>>;
  readonly showPalette: () => void;
};

/** The navigation at the side, or at the bottom of a very narrow window. */
function Nav({ view, needsAttention, showPalette }: NavProps) {
  const query = useFlightQuery();
  const nav = useRef<HTMLElement>(null);
  // In a low window the navigation scrolls. Before the next frame, which lays everything out anyway.
  useEffect(() => {
    const current = nav.current?.querySelector(`[href^="#${view}"]`);
    const frame = requestAnimationFrame(() => current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [view]);
  // Nothing but screenshots that need approval.
  const isCalm = useWindow(({ app }) => app?.bays['needs-attention'] === app?.queue.approval);
  const badge = (count: number, tone = '') =>
    count > 0 && (
      <>
        <span className={`badge time${tone}`} aria-hidden="true">
          {count}
        </span>
        <span className="off-screen">{t('window.nav.attention', { n: count })}</span>
      </>
    );
  const link = (name: View) => (
    <a
      key={name}
      href={isFlightView(name) && query !== '' ? `#${name}?${query}` : `#${name}`}
      aria-current={name === view ? 'page' : undefined}
    >
      <Icon name={name} />
      {t('window.nav.view', { view: name })}
      {badge(needsAttention[name] ?? 0, isCalm && name === 'board' ? ' is-calm' : '')}
    </a>
  );
  return (
    <nav ref={nav} className="nav" aria-label={t('window.nav.label')}>
      {(['board', 'logbook', 'map', 'statistics', 'files'] as const).map(link)}
      <span className="gap" />
      <button type="button" onClick={showPalette}>
        <Icon name="search" />
        {t('window.palette.title')}
      </button>
      {link('settings')}
    </nav>
  );
}

type Options = {
  readonly store: WindowStore;
  readonly chooseFiles: () => void;
  readonly showKeys: () => void;
  readonly showPalette: () => void;
};

/** The commands that work in every view, and Escape. */
function useShellKeys({ store, chooseFiles, showKeys, showPalette }: Options) {
  useShortcuts();
  useCommands({
    'view.board': () => goTo('board'),
    'view.logbook': () => goTo('logbook'),
    'view.map': () => goTo('map'),
    'view.statistics': () => goTo('statistics'),
    'view.files': () => goTo('files'),
    'view.settings': () => goTo('settings'),
    palette: showPalette,
    shortcuts: showKeys,
    'files.choose': chooseFiles,
    'uploads.pause': () => store.send(store.get().app?.queue.paused ? 'uploads.resume' : 'uploads.pause', {}),
    'flights.refresh': () => store.refresh(),
  });
  useKeydown((event) => {
    // An open menu is closed by the browser.
    if (event.key !== 'Escape' || event.repeat || document.querySelector(':popover-open') !== null) return;
    event.preventDefault();
    if (store.dismissTopmost()) return;
    if (store.get().chosen.length > 0) return store.choose([]);
    store.select(null);
    closeSubject();
  });
}

/** Opens a view and focuses it, so that screen readers continue there. */
function goTo(view: View) {
  openView(view);
  requestAnimationFrame(() => {
    if (!document.activeElement?.closest('main, .detail')) document.querySelector<HTMLElement>('#main')?.focus();
  });
}

function takeChosen(store: WindowStore, input: HTMLInputElement) {
  const files = [...(input.files ?? [])];
  // Cleared, so that choosing the same file again triggers a change event.
  input.value = '';
  if (files.length > 0) void store.addFiles(files);
}
