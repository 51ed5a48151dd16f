// The control interface over HTTP: every call of the table under /_emulator, and the event stream. It is not part of the
// service: its requests are not journaled, rate-limited or subject to faults.
//
// Who may use it: clients that know the token. The Host is checked first (http/allowed-host.ts), because a name that points
// here from outside (DNS rebinding) would pass as the same origin. Web pages of other origins need the token too, and
// `--cors`.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Har } from '../api-types.ts';
import type { Image } from '../context.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorErrorKind } from '../emulator-error.ts';
import { withoutMark } from '../http/visible.ts';
import { isSameText } from '../http/digest.ts';
import { pathOf, queryOf } from '../http/request-url.ts';
import { calls, createCallFinder, runCall } from './calls.ts';
import type { CallFinder, FoundCall } from './calls.ts';
import { isConsolePath, registerConsole } from './static-files.ts';
import { eventsType, sendEvents } from './events.ts';
import { openapiPath, sendOpenapi } from './static-files.ts';
import { harText } from '../journal/as-har.ts';
import type { ControlContext } from './control-context.ts';

export const controlPrefix = '/_emulator';
/** The service's own is here too, because its path below the base URL is subject to faults and in the journal. */
const descriptions: Readonly<Record<string, 'control' | 'extended'>> = {
  [openapiPath]: 'control',
  '/openapi-service.json': 'extended',
};
const withoutToken: ReadonlySet<string> = new Set(['/health', ...Object.keys(descriptions)]);
const jsonType = 'application/json; charset=utf-8';
const defaultBodyLimitBytes = 1024 ** 2;

type ControlParts = {
  emulator: ControlContext;
  token: string;
  /** Ends the event streams. */
  ending: AbortSignal;
};

/** To be registered with `controlPrefix`, so that unsupported methods end here too. */
export function registerControl(app: FastifyInstance, parts: ControlParts): void {
  app.removeAllContentTypeParsers();
  // A body is read only after the token has been checked.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return sendError(reply, 400, `Invalid request: ${error.message}.`);
    }
    process.emitWarning(error);
    return sendError(reply, 500, 'Internal error in the emulator. This is a bug; please report it.');
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    // Fastify rejects QUERY without a Content-Type before the method is checked.
    request.raw.headers['content-type'] ??= 'application/json';
    const error = parts.emulator.checkHost(request);
    if (error === null) done();
    // RFC 9110 §15.5.20.
    else void sendError(reply, 421, error);
  });
  registerConsole(app);
  app.all('/*', (request, reply) => answer(parts, request, reply));
  // Methods that Fastify does not route, such as PROPFIND, and the prefix without a slash.
  app.setNotFoundHandler((request, reply) => answer(parts, request, reply));
}

/** For a URL that cannot be decoded. */
export const sendUnreadable = (reply: FastifyReply): FastifyReply =>
  sendError(reply, 404, 'No such call: the URL cannot be decoded.');

async function answer(parts: ControlParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { emulator, token, ending } = parts;
  const address = pathOf(request);
  // The router decodes percent-encoding; a prefix that is written in any other way is a different address.
  const path = address.startsWith(`${controlPrefix}/`) ? address.slice(controlPrefix.length) : null;
  if (isConsolePath(address)) return sendMethodNotAllowed(reply, request.method, address, ['GET']);
  const tokenError = path !== null && withoutToken.has(path) ? null : checkToken(request, token);
  if (tokenError !== null) return sendError(reply.header('WWW-Authenticate', 'Bearer'), 401, tokenError);
  if (path === null) return sendUnreadable(reply);
  // A30: HEAD is answered like GET; Node omits the body.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const description = descriptions[path];
  if (description !== undefined && method === 'GET') return sendOpenapi(reply, description, parts.emulator.url());
  if (path === '/events' && request.method === 'HEAD') return reply.type(eventsType).send();
  if (path === '/events' && method === 'GET') return sendEvents(request, reply, { emulator, ending });

  finder ??= createCallFinder(calls);
  const found = finder.find(method, path);
  if (!('row' in found)) {
    const methods = path === '/events' || description !== undefined ? ['GET'] : found.methods;
    if (methods.length > 0) return sendMethodNotAllowed(reply, request.method, address, methods);
    return sendError(reply, 404, `No such call: ${address}. docs/emulator/reference.md lists all calls.`);
  }
  const input = await readInput(request, found);
  if (!input.ok) return input.status === null ? reply.hijack() : sendError(reply, input.status, input.message);
  try {
    return send(reply, found, await runCall(emulator, found.name, input.members));
  } catch (cause) {
    if (!(cause instanceof EmulatorError)) throw cause;
    return sendError(reply, statusOf[cause.kind], cause.message);
  }
}

/** Made for the first request: most emulators in tests never need it. */
let finder: CallFinder | undefined;

/** Merges the members of the path, the query and the body. */
async function readInput(request: FastifyRequest, { row, members }: FoundCall) {
  const body = await readJsonBody(request.raw, row.bodyLimitBytes ?? defaultBodyLimitBytes);
  if (!body.ok) return body;
  const all = new Map<string, unknown>(Object.entries(members));
  for (const [name, value] of [...new URLSearchParams(queryOf(request)), ...Object.entries(body.members)]) {
    if (all.has(name)) return { ok: false, status: 400, message: `${name} is given more than once.` } as const;
    all.set(name, value);
  }
  return { ok: true, members: Object.fromEntries(all) } as const;
}

const statusOf: Record<EmulatorErrorKind, number> = {
  option: 400,
  unknown: 404,
  'not-allowed': 409,
  unmet: 409,
  port: 500,
  state: 500,
};

function send(reply: FastifyReply, { name, row }: FoundCall, value: unknown): FastifyReply {
  if (value === undefined) return reply.code(204).send();
  if (row.answer === 'image') {
    const { mediaType, bytes } = value as Image;
    return reply.type(mediaType).send(bytes);
  }
  // In pieces, because the whole text could be longer than a string may be.
  if (name === 'journal.har') return reply.type(jsonType).send(Readable.from(harText(value as Har)));
  return reply.type(jsonType).send(typeof value === 'string' ? value : JSON.stringify(value));
}

function sendMethodNotAllowed(reply: FastifyReply, method: string, address: string, methods: string[]): FastifyReply {
  const allowed = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ');
  return sendError(reply.header('Allow', allowed), 405, `${address} does not support ${method}; use ${allowed}.`);
}

const sendError = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).type(jsonType).send(JSON.stringify({ error }));

/** Returns null, or the error message. */
export function checkToken({ raw }: FastifyRequest, token: string): string | null {
  if ((raw.headersDistinct?.['authorization']?.length ?? 0) > 1) {
    return 'Several Authorization headers; send one, with Bearer and the control token.';
  }
  const given = /^bearer +(\S+) *$/i.exec(raw.headers.authorization ?? '')?.[1];
  if (given === undefined) {
    return 'Control token required: send Authorization: Bearer with the token that the emulator printed at startup.';
  }
  return isSameText(given, token) ? null : 'Wrong control token; the emulator prints the right one at startup.';
}

type JsonBody =
  | { ok: true; members: Record<string, unknown> }
  | { ok: false; status: 400 | 413; message: string }
  /** The client disconnected. */
  | { ok: false; status: null };

export async function readJsonBody(request: IncomingMessage, mostBytes: number): Promise<JsonBody> {
  const read = await readText(request, mostBytes);
  if (read === 'too-large') {
    // Discard the rest, so that the client gets the response instead of a broken connection.
    request.resume();
    return { ok: false, status: 413, message: `The body exceeds ${mostBytes} bytes.` };
  }
  if (read === 'gone') return { ok: false, status: null };
  if (read.text.trim() === '') return { ok: true, members: {} };
  const type = request.headers['content-type'];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    return { ok: false, status: 400, message: 'The body must be JSON, with Content-Type: application/json.' };
  }
  const value = parse(read.text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, members: value as Record<string, unknown> }
    : { ok: false, status: 400, message: 'The body must be one JSON object.' };
}

function readText(request: IncomingMessage, mostBytes: number): Promise<{ text: string } | 'too-large' | 'gone'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= mostBytes) pieces.push(piece);
      else resolve('too-large');
    });
    request.on('end', () => resolve({ text: Buffer.concat(pieces).toString('utf8') }));
    request.on('error', () => resolve('gone'));
    request.on('close', () => resolve('gone'));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}
