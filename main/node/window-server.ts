// The window, served to a browser on this computer: the same files and the same bridge as on the desktop, over HTTP and
// server-sent events, on 127.0.0.1 alone.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failed } from '../contract/failure.ts';
import type { Companion } from '../core/companion.ts';
import { failures } from '../core/failures.ts';
import type { Clock, Logger } from '../core/ports.ts';
import { systemClock } from '../core/system-clock.ts';
import { createWindowEvents } from './window-events.ts';
import { judge } from './window-guard.ts';
import { closedPage, closedPagePolicy, windowHeaders } from './window-headers.ts';
import { createWindowIntake } from './window-intake.ts';
import { createWindowKeys } from './window-keys.ts';

const LOOPBACK = '127.0.0.1';
/** A command is a few words; the longest is an address or a path. */
const MOST_CALL_BYTES = 64 * 1024;

export type WindowServerOptions = {
  readonly companion: Companion;
  /** The built window: dist/renderer. */
  readonly rendererDir: string;
  /** Where files from the browser lie until the companion has its own copy; made where it is missing. */
  readonly incomingDir: string;
  readonly log: Logger;
  /** 0 takes any free one. */
  readonly port?: number;
  readonly clock?: Clock;
};

export type WindowServer = {
  /** `http://127.0.0.1:PORT/?key=…`: opens the window once. */
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
  const keys = createWindowKeys();
  const events = createWindowEvents({ companion, clock });
  const take = createWindowIntake({ companion, incomingDir });
  const app = fastify({
    bodyLimit: MOST_CALL_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  let authority = '';

  // Cookies do not know ports: the name does, so that two companions on one machine do not end each other's windows.
  const cookieName = () => `pilot-companion-${authority.split(':')[1]}`;

  function cookieOf(request: FastifyRequest): string | null {
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${cookieName()}=`))?.slice(cookieName().length + 1) ?? null;
  }

  const askToOpen = (reply: FastifyReply) =>
    reply
      .code(403)
      .header('content-security-policy', closedPagePolicy)
      .type('text/html; charset=utf-8')
      .send(closedPage);

  function exchange(reply: FastifyReply, key: string, isSession: boolean) {
    // Who has the window open already may follow the same address again: nothing is spent.
    if (isSession) return reply.redirect('/', 303);
    const session = keys.spend(key);
    if (session === null) return askToOpen(reply);
    const cookie = `${cookieName()}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    return reply.header('set-cookie', cookie).redirect('/', 303);
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(windowHeaders);
    const { searchParams, pathname } = new URL(request.url, `http://${LOOPBACK}`);
    const header = (name: string) => request.headers[name] as string | undefined;
    const key = searchParams.get('key');
    const knock = {
      method: request.method,
      path: pathname,
      host: header('host'),
      origin: header('origin'),
      fetchSite: header('sec-fetch-site'),
      fetchMode: header('sec-fetch-mode'),
      isSession: keys.isSession(cookieOf(request)),
    };
    switch (judge(knock, authority, key !== null)) {
      case 'enter':
        return undefined;
      case 'exchange-key':
        return exchange(reply, key ?? '', knock.isSession);
      case 'ask-to-open':
        return askToOpen(reply);
      case 'refuse':
        log.warn('A request to the window was turned away.', { method: request.method, path: pathname });
        return reply.code(403).send(failed(failures.notNow('Open the window from the program.')));
    }
  });

  app.setErrorHandler((thrown: Error & { statusCode?: number }, request, reply) => {
    const status = thrown.statusCode ?? 500;
    if (status < 500) return reply.code(status).send(failed(failures.wrongInput('That call is not understood.')));
    log.error('A request to the window ended unexpectedly.', { path: request.url.split('?')[0], name: thrown.name });
    return reply.code(500).send(failed(failures.unexpected()));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failed(failures.notFound('That page'))));

  addBridge(app, { companion, events, take });
  await app.register(fastifyStatic, { root: rendererDir, cacheControl: false, index: 'index.html' });

  await app.listen({ host: LOOPBACK, port });
  const bound = app.server.address();
  authority = `${LOOPBACK}:${typeof bound === 'object' && bound ? bound.port : port}`;
  const address = `http://${authority}`;
  const newAddress = () => `${address}/?key=${keys.newKey()}`;

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

type BridgeParts = {
  readonly companion: Companion;
  readonly events: ReturnType<typeof createWindowEvents>;
  readonly take: ReturnType<typeof createWindowIntake>;
};

function addBridge(app: FastifyInstance, { companion, events, take }: BridgeParts) {
  // Fastify reads plain text too, which any page may send without asking first; a call is JSON.
  app.removeContentTypeParser('text/plain');
  app.post<{ Params: { name: string } }>('/bridge/call/:name', ({ params, body }) =>
    companion.handle(params.name, body ?? {}),
  );

  app.get('/bridge/events', async (_request, reply) => {
    reply.hijack();
    await events.open(reply.raw, windowHeaders);
  });

  app.get<{ Params: { id: string } }>('/bridge/pictures/:id', async ({ params }, reply) => {
    const picture = await companion.picture(params.id);
    if (!picture.ok) return reply.code(404).send(picture);
    // A picture of a report never changes; what is shown again need not be read again.
    reply.header('cache-control', 'private, max-age=3600').type(picture.value.mediaType);
    return reply.send(createReadStream(picture.value.path));
  });

  // Its own scope: here a body is a stream of bytes whatever it calls itself.
  app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    files.put<{ Querystring: { name?: unknown } }>(
      '/bridge/files',
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      ({ query, body }) => take(body as Readable, typeof query.name === 'string' ? query.name : ''),
    );
  });
}
