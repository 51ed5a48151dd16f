// The entry of the console: removes the token from the URL and renders.
import '@fontsource/b612/400.css';
import '@fontsource/b612/700.css';
import '@fontsource/b612-mono/400.css';
import '@fontsource/b612-mono/700.css';
// The tokens and basic elements of the window.
import '../../renderer/styles/base.css';
import { createRoot } from 'react-dom/client';
import { App, CrashHandler, takeToken } from './app.tsx';
import { messages } from './messages/messages.ts';

// The keys of an input method belong to the text: Enter there confirms a word, and Escape ends it. Safari and some input
// methods mark the last key by its code only.
addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  },
  { capture: true },
);
document.title = messages.program;

createRoot(document.querySelector('#console')!).render(
  <CrashHandler>
    <App base={new URL('./', location.href).href} initialToken={takeToken()} />
  </CrashHandler>,
);
