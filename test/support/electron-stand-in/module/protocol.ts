// `protocol` and `net`: the schemes that the host serves, and requests to them from the process.
import { request, type RequestOptions } from 'node:http';
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron';
import { app } from './app.ts';
import { strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;
const handlers = new Map<string, Handler>();
const privileged = new Set<string>();

/** Passes a request to the handler of its scheme. */
export async function answer(request: Request): Promise<Response> {
  const scheme = request.url.slice(0, request.url.indexOf(':'));
  const handler = handlers.get(scheme);
  if (handler === undefined) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME ${request.url}`);
  return handler(request);
}

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: { scheme: string }[]) {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme } of schemes) privileged.add(scheme);
  },
  handle(scheme: string, handler: Handler) {
    if (!privileged.has(scheme)) throw new Error(`On the stand-in only a privileged scheme is served, not ${scheme}:`);
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} has been registered already`);
    handlers.set(scheme, handler);
  },
});

export const net = strict('net', {
  isOnline: () => true,
  /** As by Chromium, the address is normalised (by `Request`) before a handler sees it. */
  async fetch(address: string, options: RequestInit = {}) {
    options.signal?.throwIfAborted();
    return answer(new Request(address, options));
  },
  /** Node's request. The `session` is Chromium's own. */
  request(asked: string | ClientRequestConstructorOptions) {
    const { session: _session, redirect: _redirect, ...options } = typeof asked === 'string' ? { url: asked } : asked;
    return request(options as RequestOptions) as unknown as ClientRequest;
  },
});
