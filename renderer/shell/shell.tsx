// The frame of the window: header, navigation, the view, the detail of the selected report, and overlays.
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { Board } from '../board/board.tsx';
import { Detail } from '../detail/detail.tsx';
import { useIsWide } from '../elements/use-media.ts';
import { useView, type View } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { takeChosen, useFileChooser } from './file-chooser.ts';
import { Header } from './header.tsx';
import { flightViews, otherViews } from './view-chunks.ts';
import { Nav } from './nav.tsx';
import { Notices } from './notices/notices.tsx';
import { useShellKeys } from './shell-keys.ts';

// Loaded after the board, so that it appears sooner.
const LogbookView = lazy(flightViews.view('LogbookView'));
const MapView = lazy(flightViews.view('MapView'));
const StatisticsView = lazy(flightViews.view('StatisticsView'));
const FoldersView = lazy(otherViews.view('FoldersView'));
const ExplainView = lazy(otherViews.view('ExplainView'));
const SettingsView = lazy(otherViews.view('SettingsView'));
const UpdateNotice = lazy(otherViews.view('UpdateNotice'));
const KeySheet = lazy(otherViews.view('KeySheet'));
const Palette = lazy(otherViews.view('Palette'));
const OpenImage = lazy(otherViews.view('OpenImage'));

const viewsWithDetail: readonly View[] = ['board', 'logbook', 'statistics'];

export function Shell({ app }: { readonly app: AppState }) {
  const store = useStore();
  const view = useView();
  const isWide = useIsWide();
  const selectedId = useWindow((state) => state.selectedId);
  const isImageOpen = useWindow((state) => state.isImageOpen);
  const [dialog, setDialog] = useState<'keys' | 'palette' | null>(null);
  const showKeys = useCallback(() => setDialog('keys'), []);
  const showPalette = useCallback(() => setDialog('palette'), []);
  const close = useCallback(() => setDialog(null), []);
  const [fileInput, chooseFiles] = useFileChooser();
  useShellKeys({ store, chooseFiles, showKeys, showPalette });

  // The board sets the title to its headline.
  useEffect(() => {
    if (view !== 'board') document.title = t('window.common.title', { what: t('window.nav.view', { view }) });
  }, [view]);

  const hasDetail = selectedId !== null && viewsWithDetail.includes(view);
  const isOver = hasDetail && !isWide;
  const updateNotice = app.updates && (
    <Suspense fallback={null}>
      <UpdateNotice app={app} />
    </Suspense>
  );
  return (
    <div className="shell" data-detail={hasDetail}>
      <div className="shell-under" inert={isOver}>
        <Header app={app} />
        <Nav
          view={view}
          needsAttention={{
            board: app.bays['needs-attention'],
            folders: app.folders.filter(({ concern }) => concern !== null).length,
          }}
          showKeys={showKeys}
          showPalette={showPalette}
        />
        <div className="view">
          {view === 'board' && <Board app={app} chooseFiles={chooseFiles} updateNotice={updateNotice} />}
          <Suspense fallback={<main className="flights" id="main" tabIndex={-1} />}>
            {view === 'logbook' && <LogbookView app={app} chooseFiles={chooseFiles} />}
            {view === 'map' && <MapView app={app} chooseFiles={chooseFiles} />}
            {view === 'statistics' && <StatisticsView app={app} chooseFiles={chooseFiles} />}
            {view === 'folders' && <FoldersView app={app} />}
            {view === 'files' && <ExplainView />}
            {view === 'settings' && <SettingsView app={app} />}
          </Suspense>
        </div>
      </div>
      {isOver && <div className="scrim" aria-hidden="true" onClick={() => store.select(null)} />}
      {hasDetail && <Detail key={selectedId} id={selectedId} app={app} isOver={isOver} />}
      {hasDetail && isImageOpen && (
        <Suspense fallback={null}>
          <OpenImage id={selectedId} />
        </Suspense>
      )}
      <Notices />
      <input
        ref={fileInput}
        hidden
        type="file"
        multiple
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        aria-label={t('window.bay.chooseFiles')}
        onChange={(event) => takeChosen(store, event.currentTarget)}
      />
      <Suspense fallback={null}>
        {dialog === 'keys' && <KeySheet close={close} />}
        {dialog === 'palette' && <Palette close={close} />}
      </Suspense>
    </div>
  );
}
