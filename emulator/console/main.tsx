// The entry of the console: removes the token from the URL and renders.
import '@fontsource/b612/400.css';
import '@fontsource/b612/700.css';
import '@fontsource/b612-mono/400.css';
import '@fontsource/b612-mono/700.css';
// The tokens and basic elements of the window.
import '../../renderer/styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { leaveComposingKeys } from './elements/composing-keys.ts';
import { takeToken } from './client/token.ts';
import { messages } from './messages/messages.ts';
import { CrashHandler } from './shell/crash-page.tsx';
import { applyTheme, keptTheme } from './shell/theme-switch.tsx';

leaveComposingKeys();
applyTheme(keptTheme());
document.title = messages.program;

createRoot(document.querySelector('#console')!).render(
  <CrashHandler>
    <App base={new URL('./', location.href).href} initialToken={takeToken()} />
  </CrashHandler>,
);
