// The control interface over HTTP: every call of the table under /_emulator, and the events. It stands apart from the
// service: it is neither written into the journal nor counted nor touched by faults.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerConsole } from './console-assets.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorErrorKind } from '../emulator-error.ts';
import { pathOf, queryOf } from '../http/request-url.ts';
import type { EmulatorContext } from '../context.ts';
import { createCallFinder } from './call-finder.ts';
import type { CallFinder, FoundCall } from './call-finder.ts';
import type { Controls } from './controls.ts';
import { eventsType, sendEvents } from './events.ts';
import { obstacleOfHost, obstacleOfToken } from './guard.ts';
import { readJsonBody } from './json-body.ts';
import type { Image } from '../context.ts';

const prefix = '/_emulator';
const usualMostBytes = 1024 ** 2;

export interface ControlParts {
  service: EmulatorContext;
  controls: Controls;
  token: string;
  /** Ends the events. */
  ending: AbortSignal;
}

export function registerControl(app: FastifyInstance, parts: ControlParts): void {
  app.removeAllContentTypeParsers();
  // Bodies are read when it is known that whoever sends them may.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return sendRefusal(reply, 400, `The request cannot be read: ${error.message}.`);
    }
    process.emitWarning(error);
    return sendRefusal(reply, 500, 'The emulator stumbled over this; that is a mistake of its own.');
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const obstacle = obstacleOfHost(request);
    if (obstacle === null) done();
    else void sendRefusal(reply, 403, obstacle);
  });
  registerConsole(app);
  app.all(`${prefix}/*`, (request, reply) => answer(parts, request, reply));
}

/** For an address that is not even one. */
export const sendUnreadable = (reply: FastifyReply): FastifyReply =>
  sendRefusal(reply, 404, 'There is no such call: its address cannot be read.');

async function answer(parts: ControlParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { controls, token, ending } = parts;
  const address = pathOf(request);
  // The router reads encoded letters; here the prefix is written as it is or it is another address.
  const path = address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : null;
  const obstacle = path === '/health' ? null : obstacleOfToken(request, token);
  if (obstacle !== null) return sendRefusal(reply.header('WWW-Authenticate', 'Bearer'), 401, obstacle);
  if (path === null) return sendUnreadable(reply);
  // A30: HEAD is answered as GET is, and Node leaves the body out.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (path === '/events' && request.method === 'HEAD') return reply.type(eventsType).send();
  if (path === '/events' && method === 'GET') return sendEvents(request, reply, { controls, ending });

  const { finder, runCall } = await theTable();
  const found = finder.find(method, path);
  if (!('row' in found)) return sendUnknown(reply, request.method, path, path === '/events' ? ['GET'] : found.methods);
  const input = await readInput(request, found);
  if (!input.ok) return input.status === null ? reply.hijack() : sendRefusal(reply, input.status, input.message);
  try {
    return send(reply, found, await runCall(controls, found.name, input.members));
  } catch (cause) {
    if (!(cause instanceof EmulatorError)) throw cause;
    return sendRefusal(reply, statusOf[cause.kind], cause.message);
  }
}

/** Loaded with the first request: an emulator that nobody steers does without it. */
async function theTable() {
  const { calls, runCall } = await import('./calls.ts');
  return { finder: (finder ??= createCallFinder(calls)), runCall };
}

let finder: CallFinder | undefined;

/** What the path, the query and the body say together. */
async function readInput(request: FastifyRequest, { row, members }: FoundCall) {
  const body = await readJsonBody(request.raw, row.mostBytes ?? usualMostBytes);
  if (!body.ok) return body;
  const all = new Map<string, unknown>(Object.entries(members));
  for (const [name, value] of [...new URLSearchParams(queryOf(request)), ...Object.entries(body.members)]) {
    if (all.has(name)) return { ok: false, status: 400, message: `${name} is given twice.` } as const;
    all.set(name, value);
  }
  return { ok: true, members: Object.fromEntries(all) } as const;
}

const statusOf: Record<EmulatorErrorKind, number> = {
  option: 400,
  unknown: 404,
  'not-allowed': 409,
  port: 500,
  state: 500,
};

function send(reply: FastifyReply, { row }: FoundCall, value: unknown): FastifyReply {
  if (value === undefined) return reply.code(204).send();
  if (row.answers === 'image') {
    const { mediaType, bytes } = value as Image;
    return reply.type(mediaType).send(bytes);
  }
  return reply.type('application/json; charset=utf-8').send(row.answers === 'document' ? value : JSON.stringify(value));
}

function sendUnknown(reply: FastifyReply, method: string, path: string, methods: string[]): FastifyReply {
  if (methods.length === 0) {
    return sendRefusal(reply, 404, `There is no call ${prefix}${path}; docs/emulator.md lists them.`);
  }
  const allowed = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ');
  return sendRefusal(reply.header('Allow', allowed), 405, `${prefix}${path} takes ${allowed}; this was ${method}.`);
}

const sendRefusal = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ error }));
