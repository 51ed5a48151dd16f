// The bridge over HTTP: a key is exchanged for a session, a proof shows that this is still the same process, and a
// session gives access to calls, events, images and files. The routes check the session themselves.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failed, ok } from '../../contract/failure.ts';
import type { Companion } from '../../core/app/companion.ts';
import { failures } from '../../core/messages/failures.ts';
import type { LoopbackGuard } from '../../core/platform/loopback/loopback-guard.ts';
import { readImageBytes } from '../../core/app/read-image.ts';
import type { KeyThrottle } from './key-throttle.ts';
import type { createWindowEvents } from './event-stream.ts';
import { windowHeaders } from './security-headers.ts';
import type { createWindowExport } from './file-download.ts';
import type { createWindowIntake } from './file-upload.ts';
import type { WindowKeys } from './session-keys.ts';
import { message } from '../../messages/message.ts';

/** Custom headers: a page of another origin needs permission to send them, and gets none. */
const keyHeader = 'x-pilot-companion-key';
const sessionHeader = 'x-pilot-companion-session';

/** The ids of 100,000 chosen flights. */
const MOST_EXPORT_BYTES = 2 * 1024 * 1024;

type Parts = {
  readonly companion: Companion;
  readonly keys: WindowKeys;
  readonly attempts: KeyThrottle;
  readonly guard: LoopbackGuard;
  readonly events: ReturnType<typeof createWindowEvents>;
  readonly addFile: ReturnType<typeof createWindowIntake>;
  readonly exportLogbook: ReturnType<typeof createWindowExport>;
};

const textOf = (request: FastifyRequest, header: string): string => {
  const value = request.headers[header];
  return typeof value === 'string' ? value : '';
};

/** Refuses a request without a key and closes its connection. */
const reject = (reply: FastifyReply, status = 403) =>
  reply
    .code(status)
    .header('connection', 'close')
    .send(failed(failures.notNow(message('failure.windowLocked'))));

export function addBridge(app: FastifyInstance, parts: Parts): void {
  // Fastify also parses plain text, which any page may send without a preflight request; a call is JSON.
  app.removeContentTypeParser('text/plain');
  app.register(async (entrance) => addEntrance(entrance, parts), { prefix: '/bridge' });
  app.register(
    async (inside) => {
      inside.addHook('onRequest', async (request, reply) => {
        if (parts.keys.isSession(textOf(request, sessionHeader))) return parts.guard.authenticate(request.raw.socket);
        parts.attempts.rejected({ method: request.method, path: request.url.split('?')[0]!, why: 'no session' });
        return reject(reply);
      });
      addCalls(inside, parts);
    },
    { prefix: '/bridge' },
  );
}

function addEntrance(app: FastifyInstance, { keys, attempts, guard }: Parts): void {
  app.post('/open', (request, reply) => {
    if (!attempts.mayTry()) return reject(reply, 429);
    const session = keys.spend(textOf(request, keyHeader));
    if (session === null) {
      attempts.wrongKey();
      attempts.rejected({ method: 'POST', path: '/bridge/open', why: 'wrong key' });
      return reject(reply);
    }
    guard.authenticate(request.raw.socket);
    return ok({ session, proofKey: keys.proofKey });
  });

  app.get<{ Querystring: { nonce?: unknown } }>('/proof', ({ query: { nonce } }, reply) =>
    typeof nonce === 'string' && /^[\w-]{16,64}$/.test(nonce) ? ok({ proof: keys.prove(nonce) }) : reject(reply, 400),
  );
}

function addCalls(app: FastifyInstance, { companion, events, addFile, exportLogbook }: Parts): void {
  app.post<{ Params: { name: string } }>('/call/:name', ({ params, body }) =>
    companion.handle(params.name, body ?? {}),
  );

  app.get('/events', async (_request, reply) => {
    reply.hijack();
    await events.open(reply.raw, windowHeaders);
  });

  app.get<{ Params: { id: string } }>('/images/:id', async ({ params }, reply) => {
    const image = await readImageBytes(await companion.image(params.id));
    // A failure is JSON, as every answer is; only the image itself is bytes.
    if (!image.ok) return image;
    return reply.type(image.value.mediaType).send(image.value.bytes);
  });

  app.post('/export', { bodyLimit: MOST_EXPORT_BYTES }, async ({ body }, reply) => {
    const written = await exportLogbook(body);
    if (!('stream' in written)) return written;
    const { mediaType, bytes, stream, ...exported } = written;
    return reply
      .type(mediaType)
      .headers({
        'content-length': bytes,
        'x-pilot-companion-exported': JSON.stringify(exported),
      })
      .send(stream);
  });

  // A separate scope: here every body is a stream of bytes.
  app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    files.put<{ Querystring: { name?: unknown } }>(
      '/files',
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      // An empty body without a type is not parsed: it is an empty file.
      ({ query, body }) =>
        addFile((body as Readable | undefined) ?? Readable.from([]), typeof query.name === 'string' ? query.name : ''),
    );
  });
}
