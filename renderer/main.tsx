// The entry of the window: finds the process, starts the store, renders.
import './bridge/parse-without-eval.ts';
import '@fontsource/b612/400.css';
import '@fontsource/b612/700.css';
import '@fontsource/b612-mono/400.css';
import '@fontsource/b612-mono/700.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, CrashHandler } from './app.tsx';
import { leaveComposingKeys } from './elements/use-keydown.ts';
import { clearFilter, openedView, openView } from './elements/use-view.ts';
import { findBridge } from './bridge/find-bridge.ts';
import { createImageLoader } from './store/image-loader.ts';
import { loadView } from './shell/view-chunks.ts';
import { languageOf, setTexts } from './text.ts';
import { createTicker } from './store/ticker.ts';
import { WindowContext } from './store/use-window.ts';
import { createWindowStore } from './store/window-store.ts';
import './styles/index.css';

leaveComposingKeys();
// Until the board takes it, a dropped file would be opened in the window's place.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
const store = createWindowStore({ ...findBridge(), localNow: Date.now, showView: openView, clearFilter });
const ticker = createTicker(() => Date.now() + store.get().clockOffsetMs);
const images = createImageLoader({ read: store.readImage });

store.start();
// Events may have been missed after a long time in the background or after sleep, so everything is read again.
const longMs = 30_000;
let hiddenAt = 0;
document.addEventListener('visibilitychange', () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > longMs) void store.readAgain();
});

// Starts with the system's language, which is usually the pilot's, so that nothing is rendered twice.
const texts = setTexts({ language: languageOf('system'), times: 'utc' });
// The view in the address is loaded meanwhile: rendered before, it would be empty for 300 ms (elements/later.ts).
const view = openedView() === 'board' ? null : loadView(openedView());
// The state usually comes within a moment, and then the first rendering is that of the board.
const state = new Promise<void>((resolve) => {
  store.subscribe(() => store.get().app !== null && resolve());
  setTimeout(resolve, 500);
});
// In pieces, so that no frame is late.
const open = () =>
  startTransition(() =>
    createRoot(document.querySelector('#window')!).render(
      <WindowContext value={{ store, ticker, images }}>
        <CrashHandler>
          <App />
        </CrashHandler>
      </WindowContext>,
    ),
  );
Promise.all([texts, view, state]).catch(reportError).finally(open);
