// The control interface over HTTP: every call of the table under /_emulator, and the event stream. It is not part of the
// service: its requests are not journaled, rate-limited or subject to faults.
//
// Who may use it: clients that know the token. The Host is checked first (http/allowed-host.ts), because a name that points
// here from outside (DNS rebinding) would pass as the same origin. Web pages of other origins need the token too, and
// `--cors`.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Image } from '../journal/recent-uploads.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorErrorKind } from '../emulator-error.ts';
import { allowedMethods, parametersAt } from '../http/app-hooks.ts';
import { isSameText } from '../http/digest.ts';
import { meant } from '../options/did-you-mean.ts';
import { pathOf, queryOf } from '../http/request.ts';
import { isObject, parseJson } from '../http/json.ts';
import { withoutMark } from '../http/visible.ts';
import { harText } from '../journal/as-har.ts';
import type { Har } from '../journal/as-har.ts';
import type { Call } from './call.ts';
import { calls, runCall } from './calls.ts';
import type { ControlContext } from './control-context.ts';
import { isConsolePath, openapiPath, registerConsole, sendOpenapi } from './static-files.ts';
import type { OutgoingHttpHeaders } from 'node:http';
import { every } from '../clock/clock.ts';
import type { EmulatorContext } from '../context.ts';
import type { ChangedPart, EmulatorEvent } from '../api-types.ts';
import type { Journal } from '../journal/journal.ts';

export const controlPrefix = '/_emulator';
const jsonType = 'application/json; charset=utf-8';
/** The service's own description is here too, because its path below the base URL is subject to faults and in the journal. */
const serviceDescription = '/openapi-service.json';
const withoutToken: ReadonlySet<string> = new Set(
  ['/health', openapiPath, serviceDescription].map((path) => controlPrefix + path),
);
/** Enough for half a million flights. */
const mostStateBytes = 256 * 1024 ** 2;

/**
 * Looked up here instead of by the router, because a route for each call would be most of what starting an emulator or adding
 * a world costs.
 */
const callsByPath = Object.entries(calls as unknown as Record<string, Call>).flatMap(([name, row]) => {
  const methods = row.method === 'GET' ? ['GET', 'HEAD'] : [row.method];
  return [row.path, row.alsoPath].flatMap((path) =>
    path === undefined ? [] : [{ name, row, methods, url: controlPrefix + path }],
  );
});

const callPaths = [...new Set(callsByPath.map(({ row }) => row.path.slice(1)))];

/** The calls at an address, with what it has at their `:name`s. */
const callsAt = (address: string) =>
  callsByPath.flatMap((one) => {
    const parameters = parametersAt(one.url, address);
    return parameters === null ? [] : [{ ...one, parameters }];
  });

/**
 * To be registered with `controlPrefix`, so that unsupported methods end here too.
 * @param ending ends the event streams
 */
export function registerControl(
  app: FastifyInstance,
  emulator: ControlContext,
  token: string,
  ending: AbortSignal,
): void {
  const methodsAt = allowedMethods(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const members = membersIn(String(body), request.headers['content-type'] ?? '');
    if (typeof members === 'string') done(new EmulatorError('option', members));
    else done(null, members);
  });
  app.setErrorHandler((error: FastifyError | EmulatorError, request, reply) => answerError(error, request, reply));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    // Fastify rejects QUERY without a Content-Type before the method is checked.
    request.raw.headers['content-type'] ??= 'application/json';
    const hostError = emulator.checkHost(request);
    // RFC 9110 §15.5.20.
    if (hostError !== null) return void sendError(reply, 421, hostError);
    const address = pathOf(request);
    if (withoutToken.has(address) || isConsolePath(address)) return done();
    const tokenError = checkToken(request, token);
    if (tokenError !== null) return void sendError(reply.header('WWW-Authenticate', 'Bearer'), 401, tokenError);
    // The router decodes percent-encoding; a prefix that is written in any other way is a different address.
    if (address.startsWith(`${controlPrefix}/`)) done();
    else void sendUnreadable(reply);
  });

  registerConsole(app);
  app.get(openapiPath, (_request, reply) => sendOpenapi(reply, 'control', emulator.url()));
  app.get(serviceDescription, (_request, reply) => sendOpenapi(reply, 'extended', emulator.url()));
  app.head('/events', (_request, reply) => reply.type(eventsType).send());
  app.get('/events', (request, reply) => sendEvents(request, reply, { emulator, ending }));
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const address = pathOf(request);
    const methods = [...methodsAt(address), ...callsAt(address).flatMap((one) => one.methods)];
    const allowed = [...new Set(methods)].toSorted().join(', ');
    return allowed === ''
      ? sendError(
          reply,
          404,
          `No such call: ${address}${meant(address.slice(controlPrefix.length + 1), callPaths)}. ${controlPrefix}/openapi.json lists all calls.`,
        )
      : sendError(
          reply.header('Allow', allowed),
          405,
          `${address} does not support ${request.method}; use ${allowed}.`,
        );
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = callsAt(pathOf(request)).find(({ methods }) => methods.includes(request.method));
    if (call === undefined) return sendUnknown(request, reply);
    const { name, row, parameters } = call;
    return sendAnswer(reply, name, row, await runCall(emulator, name, inputOf(request, parameters)));
  };
  app.put(calls['state.import'].path, { bodyLimit: mostStateBytes }, answer);
  app.route({ method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/*', handler: answer });
  // Also methods that Fastify does not route, such as PROPFIND.
  app.setNotFoundHandler(sendUnknown);
}

export const sendUnreadable = (reply: FastifyReply): FastifyReply =>
  sendError(reply, 404, 'No such call: the URL cannot be decoded.');

/** Returns null, or the error message. */
function checkToken({ raw }: FastifyRequest, token: string): string | null {
  if ((raw.headersDistinct?.['authorization']?.length ?? 0) > 1) {
    return 'Several Authorization headers; send one, with Bearer and the control token.';
  }
  const given = /^bearer +(\S+) *$/i.exec(raw.headers.authorization ?? '')?.[1];
  if (given === undefined) {
    return 'Control token required: send Authorization: Bearer with the token that the emulator printed at startup.';
  }
  return isSameText(given, token) ? null : 'Wrong control token; the emulator prints the right one at startup.';
}

/** The JSON object of a body, or the error message. */
function membersIn(text: string, type: string): object | string {
  if (text.trim() === '') return {};
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    return 'The body must be JSON, with Content-Type: application/json.';
  }
  const value = parseJson(withoutMark(text));
  return isObject(value) ? value : 'The body must be one JSON object.';
}

/** Merges the members of the path, the query and the body. */
function inputOf(request: FastifyRequest, parameters: Record<string, string>): Record<string, unknown> {
  const all = new Map<string, unknown>();
  for (const [name, value] of [
    ...Object.entries(parameters),
    ...new URLSearchParams(queryOf(request)),
    ...Object.entries(request.body ?? {}),
  ]) {
    if (all.has(name)) throw new EmulatorError('option', `${name} is given more than once.`);
    all.set(name, value);
  }
  return Object.fromEntries(all);
}

function sendAnswer(reply: FastifyReply, name: string, { answer }: Call, value: unknown): FastifyReply {
  if (value === undefined) return reply.code(204).send();
  if (answer === 'image') {
    const { mediaType, bytes } = value as Image;
    return reply.type(mediaType).send(bytes);
  }
  // In pieces, because the whole text could be longer than a string may be.
  if (name === 'journal.har') return reply.type(jsonType).send(Readable.from(harText(value as Har)));
  return reply.type(jsonType).send(typeof value === 'string' ? value : JSON.stringify(value));
}

const statusOf: Record<EmulatorErrorKind, number> = {
  option: 400,
  unknown: 404,
  'not-allowed': 409,
  unmet: 409,
  port: 500,
  state: 500,
};

function answerError(error: FastifyError | EmulatorError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof EmulatorError) return sendError(reply, statusOf[error.kind], error.message);
  if (error.statusCode === undefined || error.statusCode >= 500) {
    process.emitWarning(error);
    return sendError(reply, 500, 'Internal error in the emulator. This is a bug; please report it.');
  }
  // Fastify would close the connection, because it leaves the rest of a long body unread; here it is discarded.
  reply.removeHeader('connection');
  return error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? sendError(reply, 413, `The body exceeds ${request.routeOptions.bodyLimit} bytes.`)
    : sendError(reply, 400, `Invalid request: ${error.message}.`);
}

const sendError = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).type(jsonType).send(JSON.stringify({ error }));

// GET /_emulator/events: server-sent events. A client that reconnects with the ID of the last request gets those it missed.
// A client that reads too slowly gets a `changed` event instead of the events that were skipped.

const eventsType = 'text/event-stream; charset=utf-8';

const heartbeatMs = 15_000;
/** Events are skipped while more than this is unread. */
const mostWaitingBytes = 1024 ** 2;
const replayedAtOnce = 1000;

function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { emulator, ending }: { emulator: Pick<EmulatorContext, 'journal' | 'events'>; ending: AbortSignal },
): FastifyReply {
  const response = reply.hijack().raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'Content-Type': eventsType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.write(': connected\n\n');

  // Events of one turn of the event loop are written together; single writes would cost as much as the requests.
  let pending = '';
  const send = () => {
    if (pending !== '' && !response.writableEnded) response.write(pending);
    pending = '';
  };
  const missed = new Set<ChangedPart>();
  const enqueue = (event: EmulatorEvent) => {
    if (response.writableLength + pending.length > mostWaitingBytes) {
      for (const part of partsOf(event)) missed.add(part);
      return;
    }
    if (pending === '') setImmediate(send);
    pending += textOf(event);
  };
  response.on('drain', () => {
    if (missed.size === 0) return;
    const what = [...missed];
    missed.clear();
    enqueue({ type: 'changed', what });
  });

  const lastId = request.headers['last-event-id'];
  if (typeof lastId === 'string') replay(emulator.journal, lastId, enqueue);
  const stopListening = emulator.events.listen(enqueue);
  const stopHeartbeat = every(heartbeatMs, () => response.write(': keep-alive\n\n'));
  const end = () => {
    send();
    response.end();
  };
  ending.addEventListener('abort', end, { once: true });
  response.on('close', () => {
    stopListening();
    stopHeartbeat();
    ending.removeEventListener('abort', end);
  });
  if (ending.aborted) end();
  return reply;
}

/** Sends the requests after the last one, or tells the client to reload the journal. */
function replay(journal: Journal, lastId: string, enqueue: (event: EmulatorEvent) => void): void {
  if (!/^\d{1,15}$/.test(lastId) || journal.read(Number(lastId)) === null)
    return enqueue({ type: 'changed', what: ['journal'] });
  const { items, next } = journal.list({ after: lastId, limit: replayedAtOnce });
  // Open requests are sent when they are over.
  for (const entry of items) if (entry.outcome !== 'open') enqueue({ type: 'request', entry });
  if (next !== null) enqueue({ type: 'changed', what: ['journal'] });
}

function textOf(event: EmulatorEvent): string {
  // An open request gets no ID, because a client that reconnects would miss its end.
  const id = event.type === 'request' && event.entry.outcome !== 'open' ? `id: ${event.entry.id}\n` : '';
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const partsOf = (event: EmulatorEvent): readonly ChangedPart[] => (event.type === 'changed' ? event.what : ['journal']);
