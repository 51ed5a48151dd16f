// The bridge to the process: the one from the desktop's preload, otherwise HTTP.
import type { Bridge } from '../../main/contract/bridge.ts';
import { createHttpBridge } from './http.ts';
import { steadyLink } from './link.ts';
import type { Link } from './link.ts';
import { parseBridge } from './parsed-bridge.ts';
import { createWindowSession, takeKeyOfAddress } from './window-session.ts';
import type { Fetch } from './window-session.ts';

declare global {
  interface Window {
    /** Set by the desktop's preload. */
    readonly pilotCompanion?: Bridge;
  }
}

/** Saves a file as a download. */
function download(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Long enough for the browser to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function findBridge(): { bridge: Bridge; link: Link } {
  if (window.pilotCompanion) return { bridge: parseBridge(window.pilotCompanion), link: steadyLink };
  const fetch: Fetch = (address, init) => window.fetch(address, { ...init, credentials: 'omit', redirect: 'error' });
  const session = createWindowSession({
    fetch,
    takeKey: () => takeKeyOfAddress(location, history),
    storage: sessionStorage,
    crypto,
  });
  // A new address entered in an old page changes only the fragment, which doesn't reload the page.
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#key=')) location.reload();
  });
  const { bridge, link } = createHttpBridge({
    fetch,
    session,
    save: download,
    tab: {
      isHidden: () => document.hidden,
      onChange(listener) {
        document.addEventListener('visibilitychange', listener);
        return () => document.removeEventListener('visibilitychange', listener);
      },
    },
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  });
  return { bridge: parseBridge(bridge), link };
}
