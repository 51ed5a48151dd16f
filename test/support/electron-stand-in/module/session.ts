// `session`: permissions. As in Electron, a page is granted what the host's check allows, and everything if the host
// has no check, so that tests detect a missing handler.
import type { OnBeforeRequestListenerDetails, Session } from 'electron';
import { toElectron } from './addresses.ts';
import { strict } from './strict.ts';

type PermissionCheck = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
let check: PermissionCheck | null = null;

/** Electron's names of permissions, and Chromium's for them. */
const permissions: ReadonlyMap<Parameters<PermissionCheck>[1], string> = new Map([
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
]);

export function grantedPermissions(address: string): string[] {
  const origin = toElectron(address);
  return [...permissions]
    .filter(([permission]) => check?.(null, permission, origin, { isMainFrame: true, requestingUrl: origin }) ?? true)
    .map(([, name]) => name);
}

type RequestHandler = (
  details: OnBeforeRequestListenerDetails,
  answer: (verdict: { cancel?: boolean }) => void,
) => void;
let requestGuard: { patterns: string[]; handler: RequestHandler } | null = null;

/** Whether the host allows a page's request to leave the app. */
export function mayLeave(url: string): boolean {
  if (requestGuard === null || !requestGuard.patterns.some((start) => url.startsWith(start))) return true;
  let isCancelled = false;
  // The host reads nothing else.
  requestGuard.handler({ url } as OnBeforeRequestListenerDetails, ({ cancel }) => (isCancelled = cancel ?? false));
  return !isCancelled;
}

/** The host's spell checker settings, for tests. By default, some systems download dictionaries. */
export const spelling = {
  isEnabled: true,
  languages: ['en-GB'] as string[],
  address: 'https://redirector.gvt1.com/edgedl/chrome/dict/',
};

/** A separate session, as Node's fetch makes requests: it has neither cookies nor a cache. */
const partition = (name: string) => {
  let userAgent = 'stand-in';
  return strict(`session '${name}'`, {
    setUserAgent: (agent: string, _languages: string) => void (userAgent = agent),
    fetch: (address: string, options: RequestInit) =>
      fetch(address, { ...options, headers: { 'user-agent': userAgent } }),
  });
};

export const session = strict('session', {
  fromPartition: (name: string, _options?: object) => partition(name),
  defaultSession: strict('session.defaultSession', {
    setSpellCheckerEnabled: (isEnabled: boolean) => void (spelling.isEnabled = isEnabled),
    isSpellCheckerEnabled: () => spelling.isEnabled,
    setSpellCheckerLanguages: (languages: string[]) => void (spelling.languages = languages),
    getSpellCheckerLanguages: () => spelling.languages,
    setSpellCheckerDictionaryDownloadURL(address: string) {
      if (!address.endsWith('/')) throw new Error('The URL must end with a slash');
      spelling.address = address;
    },
    setPermissionCheckHandler: (handler: PermissionCheck | null) => void (check = handler),
    // Headless Chromium shows no prompts: what is not granted is denied.
    setPermissionRequestHandler(_handler: unknown) {},
    setDevicePermissionHandler(_handler: unknown) {},
    webRequest: strict('session.webRequest', {
      onBeforeRequest(filter: { urls: string[] } | RequestHandler | null, handler?: RequestHandler) {
        if (filter === null || typeof filter === 'function' || handler === undefined) {
          throw new Error('The stand-in for electron filters requests by their addresses only');
        }
        requestGuard = { patterns: filter.urls.map((url) => url.replace('*/*', '')), handler };
      },
    }),
    /** Answers as on a computer without proxies, unless a test replaces it. */
    resolveProxy: (_address: string) => Promise.resolve('DIRECT'),
  }),
});
