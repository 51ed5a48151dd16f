// Connects directly, or through the proxy that the host names, which is queried for each call. Connections that fail
// are not used again.
import type * as undici from 'undici';
import type { Agent, Dispatcher, fetch } from 'undici';
import { observeRequests, type ObservedRequest } from './request-observer.ts';
import type { Clock, Logger, ProxyFinder, ProxyRoute } from '../ports.ts';
import { within } from '../waits.ts';
import { direct, isLoopback } from './proxy-routes.ts';
import { asError, classifyConnectionError } from './connection-error.ts';
import type * as TLS from 'node:tls';

type Fetch = typeof fetch;

let loading: Promise<typeof undici> | null = null;

/** With the first request: it takes longer to load than most commands of the command line take, and they make none. */
export const loadUndici = (): Promise<typeof undici> => (loading ??= import('undici'));

/** The route of one call. */
type Route = {
  readonly dispatcher: Dispatcher;
  readonly isProxied: boolean;
  /** No answer came: its connections are not used again, and the next route, if any, is tried first. */
  markFailed(): void;
};

export type Network = {
  /** Rejects if only unusable proxies are named. `address`: of the service. */
  routeTo(address: string): Promise<Route>;
  /** undici's fetch over that route. */
  readonly fetch: Fetch;
  /** The machine slept, or the network changed: no earlier connection is used again. Calls in progress continue. */
  reset(): void;
  stop(): Promise<void>;
};

/** Connection options, for test certificates and names. */
export type ConnectOptions = Exclude<Agent.Options['connect'] & object, (...values: never[]) => unknown>;

/** How long to wait for the system's proxy settings. */
const findLimitMs = 10_000;
/** How long a failed proxy is tried after the others. */
const failedProxyMs = 5 * 60_000;
/** How long calls on replaced connections may take before they are aborted. */
const drainLimitMs = 2 * 60_000;

export function createNetwork(deps: {
  clock: Clock;
  log: Logger;
  /** Absent: all requests go directly. */
  proxies?: ProxyFinder;
  connect?: ConnectOptions;
  /** Whether this process may send anything now. */
  mayCall?(): boolean;
  /** Called for each request that has ended. */
  onCall?(seen: ObservedRequest): void;
}): Network {
  const { clock, log } = deps;
  const open = new Map<string, Dispatcher>();
  const closing = new Set<Dispatcher>();
  const failedUntil = new Map<string, number>();
  let lastRoutes: readonly ProxyRoute[] = [direct];
  let loggedUnusable = '';

  async function routesTo(address: string): Promise<readonly ProxyRoute[]> {
    if (!deps.proxies || isLoopback(address)) return [direct];
    try {
      const found = await within(clock, findLimitMs, deps.proxies.find(address));
      // A PAC script that hangs: the last answer is used.
      if (found !== null && found.length > 0) lastRoutes = found;
    } catch (error) {
      log.warn("couldn't read the system proxy settings", { code: classifyConnectionError(error).code });
    }
    return lastRoutes;
  }

  function dispatcherOf(
    route: Exclude<ProxyRoute, { kind: 'unusable' }>,
    { Agent, ProxyAgent }: Awaited<ReturnType<typeof loadUndici>>,
  ): Dispatcher {
    const key = keyOf(route);
    const present = open.get(key);
    if (present) return present;
    const { connect } = deps;
    const made =
      route.kind === 'direct'
        ? new Agent({ ...(connect && { connect }) })
        : new ProxyAgent({ uri: route.address, ...(connect && { requestTls: connect, proxyTls: connect }) });
    open.set(key, made);
    return made;
  }

  /** Not aborted: another call may be in progress on it. */
  function retire(key: string, dispatcher: Dispatcher) {
    if (open.get(key) === dispatcher) open.delete(key);
    if (closing.has(dispatcher)) return;
    closing.add(dispatcher);
    const undo = clock.schedule(drainLimitMs, () => void dispatcher.destroy().catch(() => {}));
    void dispatcher
      .close()
      .catch(() => {})
      .finally(() => {
        undo();
        closing.delete(dispatcher);
      });
  }

  async function routeTo(address: string, grantType: string | null = null): Promise<Route> {
    const routes = await routesTo(address);
    const usable = routes.filter((route) => route.kind !== 'unusable');
    const unusable = routes.find((route) => route.kind === 'unusable');
    if (unusable && unusable.what !== loggedUnusable) {
      loggedUnusable = unusable.what;
      log.warn('a proxy is named that cannot be used', { by: unusable.what });
    }
    const now = clock.monotonic();
    const isReady = (route: ProxyRoute) => (failedUntil.get(keyOf(route)) ?? now) <= now;
    const route = usable.find(isReady) ?? usable[0];
    // Never without the named proxy: the request must not bypass it.
    if (!route) throw asError({ why: 'proxy', code: 'PROXY_UNUSABLE', neverSent: true });
    // Loaded here, because a command that sends nothing does without it.
    if (address.startsWith('https:')) trustSystemAuthorities(await import('node:tls'), log);
    const dispatcher = dispatcherOf(route, await loadUndici());
    // Last: it may have changed meanwhile.
    if (deps.mayCall?.() === false) throw asError({ why: 'no-answer', code: 'NOT_SENT', neverSent: true });
    return {
      dispatcher: deps.onCall ? observeRequests(dispatcher, clock, deps.onCall, grantType) : dispatcher,
      isProxied: route.kind === 'proxy',
      markFailed() {
        retire(keyOf(route), dispatcher);
        if (usable.length > 1) failedUntil.set(keyOf(route), clock.monotonic() + failedProxyMs);
      },
    };
  }

  return {
    routeTo: (address) => routeTo(address),
    async fetch(input, init) {
      const address = input instanceof URL ? input.href : typeof input === 'string' ? input : input.url;
      const grantType = init?.body instanceof URLSearchParams ? init.body.get('grant_type') : null;
      const chosen = await routeTo(address, grantType);
      let hasBegun = false;
      const dispatcher = sendingOnce(chosen.dispatcher, () => (hasBegun = true));
      try {
        const loaded = await loadUndici();
        return await loaded.fetch(input, { ...init, dispatcher });
      } catch (error) {
        chosen.markFailed();
        const broken = classifyConnectionError(error, chosen.isProxied);
        // The code proves nothing: an established connection can end with EHOSTUNREACH or a TLS alert as well.
        throw asError({ ...broken, neverSent: !hasBegun });
      }
    },
    reset() {
      failedUntil.clear();
      for (const [key, dispatcher] of open) retire(key, dispatcher);
    },
    async stop() {
      const all = [...open.values(), ...closing];
      open.clear();
      await Promise.all(all.map((dispatcher) => dispatcher.destroy().catch(() => {})));
    },
  };
}

/**
 * Called when a request is about to be written, and refuses to write a body twice: fetch retries after a 421, and a
 * refresh token that is sent twice ends the consent (rule 25).
 */
const sendingOnce = (dispatcher: Dispatcher, onBegin: () => void) => {
  let hasBegun = false;
  return dispatcher.compose((dispatch) => (options, handler) => {
    if (hasBegun && options.body) throw asError({ why: 'no-answer', code: 'HTTP 421', neverSent: false });
    const begin = handler.onRequestStart;
    handler.onRequestStart = (controller, context) => {
      hasBegun = true;
      onBegin();
      begin?.call(handler, controller, context);
    };
    return dispatch(options, handler);
  });
};

const keyOf = (route: ProxyRoute) => (route.kind === 'proxy' ? route.address : route.kind);

// Trusts the certificate authorities that this computer trusts, as browsers do: a company's network often has its own.
// Node knows only those it was built with, and Electron ignores NODE_EXTRA_CA_CERTS.

let isDone = false;

/**
 * Adds them for the whole process, once. Reading them takes up to half a second, so it is called before the first https
 * request instead of at the start.
 */
function trustSystemAuthorities(tls: typeof TLS, log: Pick<Logger, 'info' | 'warn'>): void {
  if (isDone) return;
  isDone = true;
  try {
    const known = tls.getCACertificates('default');
    const all = new Set([...known, ...tls.getCACertificates('system')]);
    if (all.size > known.length) tls.setDefaultCACertificates([...all]);
    log.info('the certificate authorities of this computer are trusted', { added: all.size - known.length });
  } catch (error) {
    // Requests continue with the built-in authorities.
    log.warn('the certificate authorities of this computer could not be read', { error });
  }
}
