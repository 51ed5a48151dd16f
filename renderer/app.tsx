// Which screen: opening, first start, or the shell with its views.
import { useEffect } from 'react';
import { FirstStart } from './first-start/first-start.tsx';
import { DropZone } from './shell/drop-zone.tsx';
import { Notices } from './shell/notices.tsx';
import { LiveRegion } from './shell/live-region.tsx';
import { Shell } from './shell/shell.tsx';
import { useKeptFocus } from './shell/use-kept-focus.ts';
import { useStore, useWindow } from './store/use-window.ts';
import { t } from './text.ts';

export function App() {
  const store = useStore();
  useKeptFocus();
  const app = useWindow((state) => state.app);
  const theme = useWindow((state) => state.settings?.theme ?? 'system');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <>
      {app === null && <Opening />}
      {app !== null && !app.begun && (
        <>
          <FirstStart app={app} />
          <Notices />
        </>
      )}
      {app?.begun && <Shell app={app} />}
      <DropZone store={store} />
      <LiveRegion />
    </>
  );
}

/** Until the first state has arrived; for an address that no longer works, the reason. */
function Opening() {
  const isClosed = useWindow((state) => state.link) === 'closed';
  if (isClosed) {
    return (
      <main className="opening">
        <div className="card closed-card">
          <h1>{t('window.link.closedTitle')}</h1>
          <p>{t('window.link.unopened')}</p>
        </div>
      </main>
    );
  }
  return (
    <main className="opening">
      <p className="dim">{t('window.common.opening')}</p>
      <Notices />
    </main>
  );
}
