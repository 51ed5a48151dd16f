// Which screen: opening, first start, or the shell with its views.
import { Fragment, useEffect, useState } from 'react';
import type { Language } from '../main/messages/languages.ts';
import { FirstStart } from './first-start/first-start.tsx';
import { DropZone } from './shell/drop-zone.tsx';
import { Notices } from './shell/notices.tsx';
import { LiveRegion } from './shell/live-region.tsx';
import { Shell } from './shell/shell.tsx';
import { useKeptFocus } from './shell/use-kept-focus.ts';
import { useStore, useWindow } from './store/use-window.ts';
import { languageOf, setLanguage, shownLanguage, t } from './text.ts';

export function App() {
  const store = useStore();
  useKeptFocus();
  const app = useWindow((state) => state.app);
  const theme = useWindow((state) => state.settings?.theme ?? 'system');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const language = useLanguage();
  return (
    // Everything is drawn again in another language.
    <Fragment key={language}>
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
    </Fragment>
  );
}

/** The language of the pilot's choice, once its texts are loaded. */
function useLanguage(): Language {
  const wanted = useWindow(({ app }) => languageOf(app?.language ?? 'system'));
  const [language, setShown] = useState(shownLanguage);
  useEffect(() => {
    if (wanted === shownLanguage()) return;
    setLanguage(wanted)
      .then(() => setShown(shownLanguage()))
      .catch(reportError);
  }, [wanted]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return language;
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
