// Records requests and responses in the journal, with secrets masked. It runs for every request, so most of the work is done
// after the response was sent.

import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { digestOf } from '../http/digest.ts';
import { isControl } from '../http/request-url.ts';
import type { EmulatorClock } from '../clock/clock.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import type { World } from '../world/world.ts';
import type { Journal } from './journal.ts';
import { newExchange } from './exchange.ts';
import type { Exchange, Source } from './exchange.ts';
import { decodeForm, marked, maskForm, maskHeader, maskText } from './masking.ts';
import type { IsSecret } from './masking.ts';
import { answerText, bounded, formText, unreadText } from './message-text.ts';
import { ruleUnlessRuled } from './ruling.ts';
import { stopwatchMs } from '../clock/clock.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface FastifyRequest {
    /** The journal entry; null for requests to the control interface. */
    exchange: Exchange | null;
  }
}

const mostPathCharacters = 2048;

export type Recording = {
  /** To be called before any other hook is registered. */
  watch(app: FastifyInstance): void;
  /** For a request without hooks, because its URL cannot be decoded. */
  begin(request: FastifyRequest, reply: FastifyReply, answer: string): void;
  /**
   * Records an error on a connection.
   * @param answer the complete response, or null
   */
  broken(socket: Duplex, what: { message: string; answer: string | null; sizeBytes: number }): void;
};

type Recorded = {
  world: World;
  clock: EmulatorClock;
  journal: Journal;
  settings: Pick<EmulatorSettings, 'control'>;
};

/** @param hasConnections whether the server of the application accepts them; otherwise each request is watched */
export function createRecording({ world, clock, journal, settings }: Recorded, hasConnections: boolean): Recording {
  const isClient = (clientId: string) => world.applications.has(clientId);
  const isSecret: IsSecret = (text) => {
    const digest = digestOf(text);
    const { codes, accessTokens, refreshTokens, applications } = world;
    if (codes.has(digest) || accessTokens.has(digest) || refreshTokens.has(digest)) return true;
    for (const { secretDigest } of applications.values()) if (secretDigest === digest) return true;
    return false;
  };

  const openOn = (connection: Duplex): Exchange[] =>
    [...journal.inProgress()].filter(({ source }) => source?.request?.raw.socket === connection);

  const read = (exchange: Exchange, source: Source) => {
    if (source.head !== null) readAnswer(exchange, source, isClient);
    readRequest(exchange, source, exchange.status !== null && exchange.status >= 400 ? isSecret : undefined);
    if (typeof exchange.hint === 'function') exchange.hint = exchange.hint();
  };

  const begin = (request: FastifyRequest, reply: FastifyReply, body?: string) => {
    const { raw } = request;
    const url = raw.url ?? '';
    if (settings.control && isControl(url)) return;
    const at = url.indexOf('?');
    const exchange = newExchange(clock.now(), raw.method ?? '?');
    exchange.startedMs = stopwatchMs();
    exchange.path = maskText(bounded(at === -1 ? url : url.slice(0, at), mostPathCharacters));
    if (at !== -1) exchange.query = bounded(maskForm(url.slice(at + 1)));
    exchange.requestHeaders = headersOf(raw.rawHeaders, isClient);
    exchange.source = { request, answer: reply.raw, body, form: null, parts: null, head: null, read };
    request.exchange = exchange;
    journal.begin(exchange);
    // An injected request has no connection to watch.
    if (!hasConnections || !(raw.socket instanceof Socket)) reply.raw.once('close', () => conclude(exchange, 'gone'));
  };

  const conclude = (exchange: Exchange | null, outcome: 'answered' | 'gone') => {
    if (exchange === null || exchange.durationMs !== null) return;
    exchange.durationMs = Math.round((stopwatchMs() - exchange.startedMs) * 1000) / 1000;
    if (exchange.outcome === 'open') exchange.outcome = outcome;
    if (exchange.source !== null) release(exchange, exchange.source);
    journal.finished(exchange);
  };

  return {
    begin(request, reply, answer) {
      begin(request, reply, answer);
      reply.raw.once('finish', () => conclude(request.exchange, 'answered'));
    },
    watch(app) {
      app.decorateRequest('exchange', null);
      app.addHook('onRequest', (request, reply, done) => {
        begin(request, reply);
        done();
      });
      app.addHook('onSend', (request, _reply, payload, done) => {
        const source = request.exchange?.source;
        if (source) source.body = payload;
        done();
      });
      app.addHook('onError', (request, _reply, error, done) => {
        ruleUnlessRuled(request, `bad_request: ${messageOf(error)}`);
        done();
      });
      app.addHook('onResponse', (request, reply, done) => {
        conclude(request.exchange, reply.raw.errored ? 'gone' : 'answered');
        done();
      });
      // One listener per connection instead of one per request.
      app.server.on('connection', (connection) =>
        connection.once('close', () => {
          for (const exchange of openOn(connection)) conclude(exchange, 'gone');
        }),
      );
    },
    broken(socket, { message, answer, sizeBytes }) {
      const [exchange = newExchange(clock.now(), '?')] = openOn(socket);
      exchange.rule = message;
      if (answer !== null) {
        exchange.status = Number(answer.slice(9, 12));
        exchange.outcome = 'answered';
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        exchange.answerHead = head;
        exchange.answerBody = body;
        exchange.answerBytes = body.length;
      }
      // An open exchange ends with its connection.
      if (exchange.id !== 0) return;
      journal.begin(exchange);
      exchange.durationMs = 0;
      if (answer === null) exchange.outcome = 'gone';
      exchange.requestBytes = sizeBytes;
      exchange.requestBody = `<${sizeBytes} bytes that are not HTTP>`;
      journal.finished(exchange);
    },
  };
}

function headersOf(raw: readonly string[], isClient: (clientId: string) => boolean): string[] {
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    headers.push(maskText(name), maskHeader(name, raw[at + 1]!, isClient));
  }
  return headers;
}

/** Keeps what will be read, and releases the rest of the request. */
function release(exchange: Exchange, source: Source): void {
  const { request, answer } = source;
  if (request === null || answer === null) return;
  source.request = null;
  source.answer = null;
  const { body, raw } = request;
  if (typeof body === 'string') source.form = body;
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  exchange.requestBytes = encoding === undefined ? Number(length) || 0 : unknownSize;
  if (!answer.headersSent) return;
  exchange.status = answer.statusCode;
  source.head = (answer as { _header?: string | null })._header ?? '';
}

const unknownSize = -1;

function readRequest(exchange: Exchange, source: Source, isSecret: IsSecret | undefined): void {
  const { parts, form } = source;
  const size = exchange.requestBytes;
  exchange.requestBytes = Math.max(0, size);
  if (parts !== null) exchange.requestBody = bounded(parts.text());
  else if (form === null)
    exchange.requestBody = unreadText(typeIn(exchange.requestHeaders), size === unknownSize ? null : size);
  else {
    exchange.requestBody = form === '' ? null : formText(form, isSecret);
    if (size === unknownSize) exchange.requestBytes = Buffer.byteLength(form);
  }
  if (isSecret === undefined) return;
  exchange.path = maskPath(exchange.path, isSecret);
  if (exchange.query !== '') exchange.query = maskForm(exchange.query, isSecret);
}

/** Only this many parts of a path are checked. */
const mostParts = 12;

function maskPath(path: string, isSecret: IsSecret): string {
  const parts = path.split('/', mostParts);
  const at = parts.findIndex((part) => part !== '' && isSecret(decodeForm(part)));
  return at === -1 ? path : maskPath(path.replaceAll(parts[at]!, marked('secret')), isSecret);
}

/** As sent; the application replaces invalid types. */
function typeIn(headers: readonly string[]): string | undefined {
  const at = headers.indexOf('content-type');
  return at === -1 ? undefined : headers[at + 1];
}

function readAnswer(exchange: Exchange, source: Source, isClient: (clientId: string) => boolean): void {
  const { body } = source;
  const head = source.head ?? '';
  const isRedirect = exchange.status !== null && exchange.status >= 300 && exchange.status < 400;
  const isDelicate = isRedirect || exchange.fault !== null || head.includes('ookie');
  exchange.answerHead = isDelicate ? maskHead(head, isClient) : head;
  if (exchange.method === 'HEAD') return;
  exchange.answerBody = answerText(body, exchange.fault === null);
  exchange.answerBytes = typeof body === 'string' ? Buffer.byteLength(body) : Buffer.isBuffer(body) ? body.length : 0;
}

const maskHead = (head: string, isClient: (clientId: string) => boolean): string =>
  head.replace(/^([^:\r\n]+): ([^\r\n]*)/gm, (_line, name: string, value: string) => {
    return `${name}: ${maskHeader(name.toLowerCase(), value, isClient)}`;
  });

/** Describes errors of Fastify by their code; other messages could contain anything. */
function messageOf({ code }: { code?: string }): string {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'the form exceeds 64 KiB';
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'the body does not match its Content-Length';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'invalid Content-Type';
    default:
      return code ?? 'internal error';
  }
}
