// The bridge over HTTP: a key is exchanged for a session, a proof shows that this is still the same process, and a
// session gives access to calls, events, images and files. The routes check the session themselves.
import { Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Companion } from '../../core/app/companion.ts';
import { failures } from '../../core/messages/failures.ts';
import type { LoopbackGuard } from '../../core/platform/loopback/loopback-guard.ts';
import { readImageBytes } from '../../core/app/read-image.ts';
import { type KeyThrottle, windowHeaders, type WindowKeys } from './request-guard.ts';
import type { createWindowEvents } from './event-stream.ts';
import { message } from '../../messages/message.ts';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join, basename } from 'node:path';
import type { Exported } from '../../contract/logbook.ts';
import { pipeline } from 'node:stream/promises';
import type { IntakeAnswer } from '../../contract/commands.ts';

/** Custom headers: a page of another origin needs permission to send them, and gets none. */
const keyHeader = 'x-pilot-companion-key';
const sessionHeader = 'x-pilot-companion-session';

/** The ids of 100,000 chosen flights. */
const mostExportBytes = 2 * 1024 * 1024;

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

  app.post('/export', { bodyLimit: mostExportBytes }, async ({ body }, reply) => {
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
    files.put<{ Querystring: { name?: unknown; pilot?: unknown } }>(
      '/files',
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      // An empty body without a type is not parsed: it is an empty file.
      ({ query: { name, pilot }, body }) =>
        addFile(
          (body as Readable | undefined) ?? Readable.from([]),
          typeof name === 'string' ? name : '',
          typeof pilot === 'string' ? Number(pilot) : null,
        ),
    );
  });
}

// Exports for a browser: written completely first, so that a cancelled or failed one is an answer and not half a file.

type Download = Exported & {
  readonly bytes: number;
  readonly mediaType: string;
  readonly stream: Readable;
};

/** Returns the file, which is removed once it is read, or the result to answer with: null if it was cancelled. */
export function createWindowExport({ companion, folder }: { readonly companion: Companion; readonly folder: string }) {
  return async (input: unknown): Promise<Download | Result<null>> => {
    const own = join(folder, randomUUID());
    await mkdir(own, { recursive: true, mode: 0o700 });
    const remove = () => rm(own, { recursive: true, force: true });
    try {
      const written = await companion.exportLogbook(input, { folder: own });
      if (!written.ok || written.value === null) {
        await remove();
        return written.ok ? { ok: true, value: null } : written;
      }
      const { name } = written.value;
      const { size } = await stat(join(own, name));
      const stream = createReadStream(join(own, name));
      stream.once('close', () => void remove().catch(() => {}));
      return { ...written.value, bytes: size, mediaType: 'application/octet-stream', stream };
    } catch (error) {
      await remove();
      throw error;
    }
  };
}

// Files from a browser: streamed to a temporary file, added by the companion, then removed.

/** Far above the limits of any service; the companion's own limit, a setting, is checked later. */
const mostFileBytes = 256 * 1024 * 1024;
const mostNameLength = 255;

class TooLarge extends Error {}

function limited(maxBytes: number) {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
}

/** Returns the last part of a path. The name is only a label: nothing is opened by it. */
export function labelOf(name: string): string {
  const last = basename(name.replaceAll('\\', '/')).trim();
  return last.slice(0, mostNameLength) || 'screenshot';
}

type Options = {
  readonly companion: Companion;
  readonly incomingDir: string;
  readonly maxBytes?: number;
};

export function createWindowIntake({ companion, incomingDir, maxBytes = mostFileBytes }: Options) {
  return async (body: Readable, givenName: string, pilot: number | null): Promise<Result<IntakeAnswer[]>> => {
    const name = labelOf(givenName);
    await mkdir(incomingDir, { recursive: true, mode: 0o700 });
    const path = join(incomingDir, randomUUID());
    try {
      await pipeline(body, limited(maxBytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return await companion.addFiles([{ path, name, pilot }], { kind: 'dropped' });
    } catch (thrown) {
      if (thrown instanceof TooLarge) return failed(failures.fileTooLarge(maxBytes + 1, maxBytes));
      const code = (thrown as NodeJS.ErrnoException).code;
      if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS') return failed(failures.disk(code));
      if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return failed(failures.cancelled());
      throw thrown;
    } finally {
      await rm(path, { force: true });
    }
  };
}
