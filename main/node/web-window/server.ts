// Serves the window to a browser on this computer: the files and bridge of the desktop, over HTTP and server-sent
// events, on 127.0.0.1 only. The files hold nothing of the pilot's; the bridge needs the key after the `#` of the
// address, which no request carries.
import type { Server } from 'node:http';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { failed } from '../../contract/failure.ts';
import type { Companion } from '../../core/app/companion.ts';
import { failures } from '../../core/messages/failures.ts';
import { createLoopbackGuard, type LoopbackGuard } from '../../core/platform/loopback/loopback-guard.ts';
import type { Clock, Logger } from '../../core/platform/ports.ts';
import { systemClock } from '../../core/platform/system-clock.ts';
import {
  createKeyThrottle,
  type KeyThrottle,
  isAllowedRequest,
  windowHeaders,
  createWindowKeys,
} from './request-guard.ts';
import { addBridge, createWindowExport, createWindowIntake } from './bridge-routes.ts';
import { createWindowEvents } from './event-stream.ts';
import { message } from '../../messages/message.ts';
import { text } from '../host/text.ts';

const loopback = '127.0.0.1';
/** A command is short; its longest part is an address or a path. */
const mostCallBytes = 64 * 1024;
/** A client sends its headers immediately. */
const headersMs = 10_000;
/** Long enough for the largest file from a slow drive. */
const requestMs = 10 * 60_000;
const idleMs = 30_000;

type WindowServerOptions = {
  readonly companion: Companion;
  /** The built window: dist/renderer. */
  readonly rendererDir: string;
  /** Where files from the browser are until the companion has its own copy; created if missing. */
  readonly incomingDir: string;
  readonly log: Logger;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly clock?: Clock;
  /** Decides which users of this computer may connect. */
  readonly openLoopbackGuard?: (server: Server) => LoopbackGuard;
};

export type WindowServer = {
  /** `http://127.0.0.1:PORT/#key=…`: opens the window once. */
  readonly url: string;
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Returns another address that opens the window once. */
  newAddress(): string;
  stop(): Promise<void>;
};

/** Rejects with EADDRINUSE or EACCES if the port is not available. */
export async function createWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  const { companion, rendererDir, incomingDir, log, port = 0, clock = systemClock } = options;
  const keys = createWindowKeys();
  const attempts = createKeyThrottle({ clock, log });
  const events = createWindowEvents({ companion, clock });
  const addFile = createWindowIntake({ companion, incomingDir });
  const exportLogbook = createWindowExport({ companion, folder: incomingDir });
  const app = fastify({
    bodyLimit: mostCallBytes,
    forceCloseConnections: true,
    keepAliveTimeout: idleMs,
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 1_024 },
  });
  const guard = (options.openLoopbackGuard ?? createLoopbackGuard)(app.server);
  let authority = '';

  requireKey(app, { guard, attempts, authority: () => authority });
  app.setErrorHandler((thrown: Error & { statusCode?: number }, request, reply) => {
    const status = thrown.statusCode ?? 500;
    if (status < 500)
      return reply.code(status).send(failed(failures.wrongInput(message('failure.requestNotUnderstood'))));
    log.error('a request to the window ended unexpectedly', { path: request.url.split('?')[0], name: thrown.name });
    return reply.code(500).send(failed(failures.unexpected()));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failed(failures.notFound(null))));

  addBridge(app, { companion, keys, attempts, guard, events, addFile, exportLogbook });
  await app.register(fastifyStatic, { root: rendererDir, cacheControl: false, index: 'index.html' });

  await app.listen({ host: loopback, port });
  const bound = app.server.address();
  authority = `${loopback}:${typeof bound === 'object' && bound ? bound.port : port}`;
  const address = `http://${authority}`;
  const newAddress = () => `${address}/#key=${keys.newKey()}`;

  return {
    url: newAddress(),
    address,
    newAddress,
    async stop() {
      events.close();
      await app.close();
    },
  };
}

type GuardParts = {
  readonly guard: LoopbackGuard;
  readonly attempts: KeyThrottle;
  readonly authority: () => string;
};

/** Checks before any route: the client belongs to this user, and only our own page sends requests. */
function requireKey(app: FastifyInstance, { guard, attempts, authority }: GuardParts): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(windowHeaders);
    const header = (name: string) => request.headers[name] as string | undefined;
    const path = request.url.split('?')[0]!;
    const requestOrigin = {
      method: request.method,
      path,
      host: header('host'),
      origin: header('origin'),
      fetchSite: header('sec-fetch-site'),
      fetchMode: header('sec-fetch-mode'),
    };
    const isOurs = await guard.admits(request.raw.socket);
    if (isOurs && isAllowedRequest(requestOrigin, authority())) return undefined;
    attempts.rejected({ method: request.method, path, why: isOurs ? 'another page' : 'another user' });
    const why = isOurs ? message('failure.windowLocked') : message('failure.windowOfAnotherUser');
    reply.code(403).header('connection', 'close');
    // A person sees text; a program gets a result.
    return path === '/'
      ? reply.type('text/plain; charset=utf-8').send(text(why))
      : reply.send(failed(failures.notNow(why)));
  });
}
