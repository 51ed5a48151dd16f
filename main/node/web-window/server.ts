// The window, served to a browser on this computer: the same files and the same bridge as on the desktop, over HTTP and
// server-sent events, on 127.0.0.1 alone. The files are the same for everybody and hold nothing of the pilot's; the
// bridge is for who has the key that stands behind the `#` of the address, which no request carries.
import type { Server } from 'node:http';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { failed } from '../../contract/failure.ts';
import type { Companion } from '../../core/app/companion.ts';
import { failures } from '../../core/messages/failures.ts';
import { createLoopbackGuard, type LoopbackGuard } from '../../core/platform/loopback/loopback-guard.ts';
import type { Clock, Logger } from '../../core/platform/ports.ts';
import type { SecretRegistry } from '../../core/platform/masking/secret-registry.ts';
import { systemClock } from '../../core/platform/system-clock.ts';
import { createKeyThrottle, type KeyThrottle } from './key-throttle.ts';
import { addBridge } from './bridge-routes.ts';
import { createWindowEvents } from './event-stream.ts';
import { isAllowedRequest } from './request-guard.ts';
import { windowHeaders } from './security-headers.ts';
import { createWindowIntake } from './file-upload.ts';
import { createWindowKeys } from './session-keys.ts';
import { message } from '../../messages/message.ts';
import { text } from '../text.ts';

const LOOPBACK = '127.0.0.1';
/** A command is a few words; the longest is an address or a path. */
const MOST_CALL_BYTES = 64 * 1024;
/** Who connects says at once what for. */
const HEADERS_MS = 10_000;
/** The largest file that is dropped, from a slow drive. */
const REQUEST_MS = 10 * 60_000;
const IDLE_MS = 30_000;

export type WindowServerOptions = {
  readonly companion: Companion;
  /** The built window: dist/renderer. */
  readonly rendererDir: string;
  /** Where files from the browser lie until the companion has its own copy; made where it is missing. */
  readonly incomingDir: string;
  readonly log: Logger;
  /** The one that the log masks by. */
  readonly liveSecrets?: SecretRegistry;
  /** 0 takes any free one. */
  readonly port?: number;
  readonly clock?: Clock;
  /** Who may connect, of this computer's users. */
  readonly openLoopbackGuard?: (server: Server) => LoopbackGuard;
};

export type WindowServer = {
  /** `http://127.0.0.1:PORT/#key=…`: opens the window once. */
  readonly url: string;
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Another address that opens the window once: for a second window, or when the first was used up. */
  newAddress(): string;
  stop(): Promise<void>;
};

/** Rejects where the port cannot be had (EADDRINUSE, EACCES). */
export async function createWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  const { companion, rendererDir, incomingDir, log, port = 0, clock = systemClock } = options;
  const keys = createWindowKeys((secret) => options.liveSecrets?.register(secret, 'window-key'));
  const attempts = createKeyThrottle({ clock, log });
  const events = createWindowEvents({ companion, clock });
  const take = createWindowIntake({ companion, incomingDir });
  const app = fastify({
    bodyLimit: MOST_CALL_BYTES,
    forceCloseConnections: true,
    keepAliveTimeout: IDLE_MS,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 200 },
  });
  const guard = (options.openLoopbackGuard ?? createLoopbackGuard)(app.server);
  let authority = '';

  requireKey(app, { guard, attempts, authority: () => authority });
  app.setErrorHandler((thrown: Error & { statusCode?: number }, request, reply) => {
    const status = thrown.statusCode ?? 500;
    if (status < 500)
      return reply.code(status).send(failed(failures.wrongInput(message('failure.requestNotUnderstood'))));
    log.error('A request to the window ended unexpectedly.', { path: request.url.split('?')[0], name: thrown.name });
    return reply.code(500).send(failed(failures.unexpected()));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failed(failures.notFound('other'))));

  addBridge(app, { companion, keys, attempts, guard, events, take });
  await app.register(fastifyStatic, { root: rendererDir, cacheControl: false, index: 'index.html' });

  await app.listen({ host: LOOPBACK, port });
  const bound = app.server.address();
  authority = `${LOOPBACK}:${typeof bound === 'object' && bound ? bound.port : port}`;
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

/** Before any route: whose program it is, and whether it is our own page that asks. */
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
    // A person reads what a page shows; a program reads results.
    return path === '/'
      ? reply.type('text/plain; charset=utf-8').send(text(why))
      : reply.send(failed(failures.notNow(why)));
  });
}
