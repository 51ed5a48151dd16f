// The frame of the window: header, navigation, the view, the detail of the selected report, and overlays.
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { Board } from '../board/board.tsx';
import { Detail } from '../detail/detail.tsx';
import { useIsWide } from '../elements/use-media.ts';
import { useView, type View } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { exported } from './exported.ts';
import { takeChosen, useFileChooser } from './file-chooser.ts';
import { Header } from './header.tsx';
import { Nav } from './nav.tsx';
import { Notices } from './notices/notices.tsx';
import { useShellKeys } from './shell-keys.ts';

// Loaded on demand, so that the board appears sooner.
const flights = () => import('./flight-views.ts');
const LogbookView = lazy(exported(flights, 'LogbookView'));
const MapView = lazy(exported(flights, 'MapView'));
const StatisticsView = lazy(exported(flights, 'StatisticsView'));
const later = () => import('./later-views.ts');
const FoldersView = lazy(exported(later, 'FoldersView'));
const ExplainView = lazy(exported(later, 'ExplainView'));
const SettingsView = lazy(exported(later, 'SettingsView'));
const UpdateNotice = lazy(exported(later, 'UpdateNotice'));
const KeySheet = lazy(exported(later, 'KeySheet'));
const Palette = lazy(exported(later, 'Palette'));
const OpenImage = lazy(() => import('../image-viewer/open-image.tsx'));

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
  // Preloaded after the first rendering, so that no view opens empty and the palette gets what is typed after Ctrl+K.
  useEffect(() => void later().catch(reportError), []);
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
