// `session`, and what belongs to one: permissions, requests that leave the app, protocols. As in Electron, a page is
// granted what the host's check allows, and everything if the host has no check, so that tests detect a missing handler.
import { request, type RequestOptions } from 'node:http';
import type { ClientRequest, ClientRequestConstructorOptions, OnBeforeRequestListenerDetails, Session } from 'electron';
import { toElectron } from './addresses.ts';
import { app } from './app.ts';
import { createProtocol, schemeOf } from './protocol.ts';
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

/** Electron's match patterns. Throws for what is none. */
function isMatchOf(pattern: string): (url: string) => boolean {
  if (pattern === '<all_urls>') return () => true;
  const [, scheme = '', host = '', path = ''] = /^([a-z*-]+):\/\/([^/]*)(\/.*)$/.exec(pattern) ?? [];
  if (path === '' || (host === '' && scheme !== 'file')) throw new TypeError(`Invalid url pattern ${pattern}`);
  const glob = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  const hosts = scheme === 'file' ? '.*' : glob(host).replace(/^\.\*\\\./, String.raw`(.*\.)?`);
  const schemes = scheme === '*' ? '(http|https|ws|wss)' : scheme;
  const shape = new RegExp(`^${schemes}://${hosts}(:\\d+)?${glob(path)}$`);
  return (url) => shape.test(url);
}

function createWebRequest(name: string) {
  let guard: { isMatch: (url: string) => boolean; handler: RequestHandler } | null = null;
  return {
    /** Whether the host allows a request to leave the app. */
    mayLeave(url: string): boolean {
      if (guard?.isMatch(url) !== true) return true;
      let isCancelled = false;
      // The host reads nothing else.
      guard.handler({ url } as OnBeforeRequestListenerDetails, ({ cancel }) => (isCancelled = cancel ?? false));
      return !isCancelled;
    },
    module: strict(name, {
      onBeforeRequest(filter: { urls: string[] } | RequestHandler | null, handler?: RequestHandler | null) {
        if (filter === null) return void (guard = null);
        if (typeof filter === 'function') return void (guard = { isMatch: () => true, handler: filter });
        const matches = filter.urls.map(isMatchOf);
        guard = handler ? { isMatch: (url) => matches.some((isMatch) => isMatch(url)), handler } : null;
      },
    }),
  };
}

/** Aborting a request cancels what its handler streams. */
const withSignal = (answer: Response, signal?: AbortSignal | null) =>
  answer.body === null || !signal
    ? answer
    : new Response(answer.body.pipeThrough(new TransformStream(), { signal }), answer);

/** `leave` makes the requests that no protocol answers. */
function createRequests(name: string, leave: (address: string, options: RequestInit) => Promise<Response>) {
  const protocol = createProtocol(`${name}.protocol`);
  const webRequest = createWebRequest(`${name}.webRequest`);
  return {
    protocol,
    webRequest,
    /** As by Chromium, the address is normalised (by `Request`) before a handler sees it. */
    async fetch(address: string, { signal, ...options }: RequestInit = {}): Promise<Response> {
      signal?.throwIfAborted();
      if (protocol.handles(address)) return withSignal(await protocol.answer(new Request(address, options)), signal);
      if (!webRequest.mayLeave(address)) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
      return leave(address, { ...options, ...(signal && { signal }) });
    },
  };
}

/** The host's spell checker settings, for tests. By default, some systems download dictionaries. */
export const spelling = {
  isEnabled: true,
  languages: ['en-GB'] as string[],
  address: 'https://redirector.gvt1.com/edgedl/chrome/dict/',
};

const ofPages = createRequests('session.defaultSession', (address) => {
  const isKnown = ['http', 'https', 'ws', 'wss', 'file'].includes(schemeOf(address));
  return Promise.reject(new Error(isKnown ? 'net::ERR_INTERNET_DISCONNECTED' : 'net::ERR_UNKNOWN_URL_SCHEME'));
});
export const { answer } = ofPages.protocol;
export const { mayLeave } = ofPages.webRequest;
export const protocol = ofPages.protocol.module;

const defaultSession = strict('session.defaultSession', {
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
  webRequest: ofPages.webRequest.module,
  protocol,
  fetch: ofPages.fetch,
  /** Answers as on a computer without proxies, unless a test replaces it. */
  resolveProxy: (_address: string) => Promise.resolve('DIRECT'),
});

/** A session of its own makes requests with Node's fetch: it has neither cookies nor a cache. */
function createPartition(name: string) {
  let userAgent = 'stand-in';
  const {
    protocol,
    webRequest,
    fetch: fetchHere,
  } = createRequests(`session '${name}'`, (address, options) =>
    fetch(address, { ...options, headers: { 'user-agent': userAgent } }),
  );
  return strict(`session '${name}'`, {
    setUserAgent: (agent: string, _languages: string) => void (userAgent = agent),
    protocol: protocol.module,
    webRequest: webRequest.module,
    fetch: fetchHere,
  });
}
const partitions = new Map<string, ReturnType<typeof createPartition>>();
const sessionNotReady = 'Session can only be received when app is ready';

export const session = strict('session', {
  fromPartition(name: string, _options?: object) {
    app.requireReady(sessionNotReady);
    const found = partitions.get(name) ?? createPartition(name);
    partitions.set(name, found);
    return found;
  },
  get defaultSession() {
    app.requireReady(sessionNotReady);
    return defaultSession;
  },
});

export const net = strict('net', {
  isOnline: () => true,
  fetch: ofPages.fetch,
  /** Node's request. The `session` is Chromium's own. */
  request(asked: string | ClientRequestConstructorOptions) {
    const { session: _session, redirect: _redirect, ...options } = typeof asked === 'string' ? { url: asked } : asked;
    return request(options as RequestOptions) as unknown as ClientRequest;
  },
});
