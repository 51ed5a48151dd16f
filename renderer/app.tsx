// Chooses the screen: opening, first start, or the shell with its views; and shows a message instead of an empty page
// after an exception.
import { Button } from './elements/button.tsx';
import { Component, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { AppState } from '../main/contract/state.ts';
import { useView } from './elements/use-view.ts';
import { setupStepOf } from './first-start/setup-steps.ts';
import { DropZone } from './shell/drop-zone.tsx';
import { LiveRegion, Notices } from './shell/notices.tsx';
import { Shell } from './shell/shell.tsx';
import { useKeptFocus } from './shell/use-kept-focus.ts';
import { loadViews, otherViews } from './shell/view-chunks.ts';
import { TextsContext, useStore, useWindow } from './store/use-window.ts';
import { languageOf, setTexts, shownTexts, t, type Texts } from './text.ts';

/** Loaded on demand: most starts need none of them. */
const FirstStart = lazy(otherViews.view('FirstStart'));
const Setup = lazy(otherViews.view('Setup'));
const Offers = lazy(otherViews.view('Offers'));

export function App() {
  const store = useStore();
  useKeptFocus();
  const hasOffers = useWindow((state) => state.offers.length > 0);
  const app = useWindow((state) => state.app);
  const isReady = useWindow(({ lists }) => lists.queue.status === 'read');
  // After the first rows, so that no view opens empty and the palette gets what is typed after Ctrl+K.
  useEffect(() => {
    if (isReady) setTimeout(() => void loadViews().catch(reportError));
  }, [isReady]);
  const theme = useWindow((state) => state.settings?.theme ?? 'system');
  const density = useWindow((state) => state.settings?.density ?? 'comfortable');
  // Before the effects of the maps, which read its colours.
  useLayoutEffect(() => void Object.assign(document.documentElement.dataset, { theme, density }), [theme, density]);
  return (
    // Everything is rendered again when the language or zone changes.
    <TextsContext value={useLoadedTexts()}>
      {app === null && <Opening />}
      {app !== null && !app.begun && (
        <>
          <Suspense fallback={null}>
            <FirstStart app={app} />
          </Suspense>
          <Notices />
        </>
      )}
      {app?.begun && <StartedApp app={app} />}
      {app !== null && hasOffers && (
        <Suspense fallback={null}>
          <Offers app={app} />
        </Suspense>
      )}
      <DropZone store={store} />
      <LiveRegion />
    </TextsContext>
  );
}

/** Only the board is replaced by the steps of the first start, so that a button to the settings still works. */
function StartedApp({ app }: { readonly app: AppState }) {
  const step = setupStepOf(app);
  const isBoard = useView() === 'board';
  const [isChoosing, setIsChoosing] = useState(false);
  if (step === null || !isBoard) return <Shell app={app} />;
  return (
    <>
      <Suspense fallback={null}>
        {isChoosing && step === 'sign-in' ? (
          <FirstStart app={app} onChosen={() => setIsChoosing(false)} />
        ) : (
          <Setup app={app} step={step} chooseAgain={() => setIsChoosing(true)} />
        )}
      </Suspense>
      <Notices />
    </>
  );
}

/** The pilot's language and zone of times, once the texts are loaded. */
function useLoadedTexts(): Texts {
  const language = useWindow(({ app }) => languageOf(app?.language ?? 'system'));
  const times = useWindow(({ app }) => app?.times ?? 'utc');
  const [texts, setShown] = useState(shownTexts);
  useEffect(() => {
    const shown = shownTexts();
    if (language === shown.language && times === shown.times) return;
    setTexts({ language, times })
      .then(() => setShown(shownTexts()))
      .catch(reportError);
  }, [language, times]);
  useEffect(() => {
    document.documentElement.lang = texts.language;
  }, [texts]);
  return texts;
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

type CrashProps = { readonly children: ReactNode };
type CrashState = { readonly isBroken: boolean };

// Error boundaries have to be classes.
export class CrashHandler extends Component<CrashProps, CrashState> {
  override state: CrashState = { isBroken: false };

  static getDerivedStateFromError(): CrashState {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="opening">
        <div className="card">
          <p className="card-text">{t('window.crash.message')}</p>
          <Button look="main" onClick={() => location.reload()}>
            {t('window.crash.reload')}
          </Button>
        </div>
      </main>
    );
  }
}
