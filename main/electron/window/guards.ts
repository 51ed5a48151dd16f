// What a page may never do: navigate elsewhere, open windows, embed foreign pages, use devices. Links open in the
// pilot's browser, if the rule below allows them.
import type { Session, WebContents } from 'electron';
import { appOrigin } from './protocol.ts';

const maxAddressChars = 8000;

/** The parsed address, or null if it isn't for a browser: http and https only, no user info. */
function readWebAddress(address: string): URL | null {
  if (address.length > maxAddressChars || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

/** The sign-in may open https, and http on the loopback address (RFC 8252 §7.3: the IP literal, never a name). */
export function maySignInAt(address: string): boolean {
  const url = readWebAddress(address);
  return url !== null && (url.protocol === 'https:' || url.hostname === '127.0.0.1' || url.hostname === '[::1]');
}

type KnownPlaces = {
  /** The address of the sign-in in progress. */
  readonly signIn: string | null;
  /** The services in the pilot's settings. */
  readonly services: readonly string[];
};

/** A link in the window may open pages of the pilot's services over https, and the exact sign-in address. */
export function mayOpenOutside(address: string, { signIn, services }: KnownPlaces): boolean {
  if (signIn !== null && address === signIn) return maySignInAt(address);
  const url = readWebAddress(address);
  return url?.protocol === 'https:' && services.some((service) => readWebAddress(service)?.origin === url.origin);
}

/** A page may only reload itself. */
export function mayNavigate(address: string): boolean {
  return address === `${appOrigin}/` || address === `${appOrigin}/index.html`;
}

type GuardOptions = {
  /** Called with an address that a page wants to open in a new window. */
  readonly openOutside: (address: string) => void;
  readonly onBlocked: (what: string, address: string) => void;
};

/** Guards one page; call it for every page that Electron creates ('web-contents-created'). */
export function guardContents(contents: WebContents, { openOutside, onBlocked }: GuardOptions): void {
  const keepHere = (what: string) => (details: { url: string; preventDefault(): void }) => {
    if (mayNavigate(details.url)) return;
    details.preventDefault();
    onBlocked(what, details.url);
  };
  contents.on('will-navigate', keepHere('navigation'));
  contents.on('will-frame-navigate', keepHere('navigation of a frame'));
  contents.on('will-redirect', keepHere('redirect'));
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    onBlocked('embedded page', '');
  });
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

/** Everything but `app://`. The page's policy forbids it already; this is the second line of defence. */
const elsewhere = ['http', 'https', 'ws', 'wss', 'ftp', 'file'].map((scheme) => `${scheme}://*/*`);

/** To copy the card of a flight as an image; Chromium also asks for a click. Reading the clipboard is another one. */
const granted = 'clipboard-sanitized-write';

/** Denies every other permission, which Electron would grant without these handlers. */
export function guardSession(session: Session, onBlocked: GuardOptions['onBlocked']): void {
  session.webRequest.onBeforeRequest({ urls: elsewhere }, ({ url }, answer) => {
    onBlocked('request', url);
    answer({ cancel: true });
  });
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    if (permission !== granted) onBlocked('permission', permission);
    answer(permission === granted);
  });
  session.setPermissionCheckHandler((_contents, permission) => permission === granted);
  session.setDevicePermissionHandler(() => false);
}

/**
 * Chromium's sessions download dictionaries from the network on Windows and Linux, regardless of a window's preferences, and
 * this app contacts the pilot's service only. Call it first thing after the app is ready.
 */
export function turnOffSpellChecker(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
  // Nothing answers there, in case a dictionary is requested anyway.
  session.setSpellCheckerDictionaryDownloadURL('https://localhost:1/');
}
