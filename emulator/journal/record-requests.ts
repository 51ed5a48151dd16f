// Records requests and responses in the journal, with secrets masked. It runs for every request, so most of the work is done
// after the response was sent.

import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { JournalMessage } from '../api-types.ts';
import { stopwatchMs } from '../clock/clock.ts';
import type { EmulatorClock } from '../clock/clock.ts';
import { digestOf } from '../http/digest.ts';
import { isControl } from '../http/request.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import type { World } from '../world/world.ts';
import { newExchange, ruleUnlessRuled } from './journal.ts';
import type { Exchange, Messages, Journal } from './journal.ts';
import { decodeForm, marked, maskForm, maskHeader, maskText } from './masking.ts';
import type { IsSecret } from './masking.ts';
import { answerText, bounded, joined, pairsOf, unreadText } from './message-text.ts';

const mostPathCharacters = 2048;

/** @param hasConnections whether the server of the application accepts them; otherwise each request is watched */
export function createRecording(
  {
    world,
    clock,
    journal,
    settings,
  }: { world: World; clock: EmulatorClock; journal: Journal; settings: Pick<EmulatorSettings, 'control'> },
  hasConnections: boolean,
) {
  const isClient = (clientId: string) => world.applications.has(clientId);
  const isSecret: IsSecret = (text) => {
    const digest = digestOf(text);
    const { codes, accessTokens, refreshTokens, applications } = world;
    if (codes.has(digest) || accessTokens.has(digest) || refreshTokens.has(digest)) return true;
    for (const { secretDigest } of applications.values()) if (secretDigest === digest) return true;
    return false;
  };

  const mask = ([name, value]: readonly [string, string]) =>
    [maskText(name), maskHeader(name, value, isClient)] as const;

  /** The open exchanges, and the connections whose end is theirs. */
  const open = new Map<Exchange, Duplex>();
  const openOn = (connection: Duplex) => [...open.keys()].filter((exchange) => open.get(exchange) === connection);

  const describe = (exchange: Exchange, { raw, body }: FastifyRequest, answer: ServerResponse): Messages => {
    const url = raw.url ?? '';
    const at = url.indexOf('?');
    const status = exchange.outcome !== 'open' && answer.headersSent ? answer.statusCode : null;
    // In a rejected request, a secret may be in the wrong place.
    const isHidden = status === null || status >= 400 ? isSecret : undefined;
    const path = maskText(bounded(at === -1 ? url : url.slice(0, at), mostPathCharacters));
    return {
      method: raw.method ?? '?',
      path: isHidden === undefined ? path : maskPath(path, isHidden),
      query: at === -1 ? '' : bounded(maskForm(url.slice(at + 1), isHidden)),
      status,
      request: {
        headers: joined(pairsOf(raw.rawHeaders).map(mask)),
        ...requestBody(raw, exchange.parts?.text() ?? null, typeof body === 'string' ? body : null, isHidden),
      },
      answer: status === null ? null : responseOf(exchange, headOf(answer), raw.method === 'HEAD'),
    };
  };

  const responseOf = ({ sent, fault }: Exchange, head: string, isHead: boolean): JournalMessage => {
    // Only redirects, cookies and what a fault made up contain secrets.
    const isDelicate = fault !== null || head.includes('ocation: ') || head.includes('ookie: ');
    const headers = joined(isDelicate ? headersIn(head).map(mask) : headersIn(head));
    if (isHead) return { headers, body: null, bodyBytes: 0 };
    const bodyBytes = typeof sent === 'string' || Buffer.isBuffer(sent) ? Buffer.byteLength(sent) : 0;
    return { headers, body: answerText(sent, fault === null), bodyBytes };
  };

  const begin = (request: FastifyRequest, reply: FastifyReply, sent?: string) => {
    const { raw } = request;
    if (settings.control && isControl(raw.url ?? '')) return;
    const exchange = newExchange(clock.now(), stopwatchMs(), () => describe(exchange, request, reply.raw));
    exchange.sent = sent;
    request.exchange = exchange;
    open.set(exchange, raw.socket);
    journal.begin(exchange);
    // An injected request has no connection to watch.
    if (!hasConnections || !(raw.socket instanceof Socket)) reply.raw.once('close', () => conclude(exchange, 'gone'));
  };

  const conclude = (exchange: Exchange | null, outcome: 'answered' | 'gone') => {
    if (exchange === null || exchange.durationMs !== null) return;
    exchange.durationMs = Math.round((stopwatchMs() - exchange.startedMs) * 1000) / 1000;
    if (exchange.outcome === 'open') exchange.outcome = outcome;
    open.delete(exchange);
    journal.finished(exchange);
  };

  return {
    /** For a request without hooks, because its URL cannot be decoded. */
    begin(request: FastifyRequest, reply: FastifyReply, answer: string) {
      begin(request, reply, answer);
      reply.raw.once('finish', () => conclude(request.exchange, 'answered'));
    },
    /** To be called before any other hook is registered. */
    watch(app: FastifyInstance) {
      app.decorateRequest('exchange', null);
      app.addHook('onRequest', (request, reply, done) => {
        begin(request, reply);
        done();
      });
      app.addHook('onSend', (request, _reply, payload, done) => {
        if (request.exchange) request.exchange.sent = payload;
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
    /** Records an error on a connection, with the complete response. */
    broken(socket: Duplex, { message, answer, sizeBytes }: { message: string; answer: string; sizeBytes: number }) {
      const [exchange = newExchange(clock.now(), stopwatchMs(), () => notHttp(sizeBytes))] = openOn(socket);
      const { messages } = exchange;
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const status = Number(answer.slice(9, 12));
      const sent = { headers: joined(headersIn(head)), body, bodyBytes: body.length };
      exchange.messages = () => ({ ...messages(), status, answer: sent });
      exchange.rule = message;
      exchange.outcome = 'answered';
      // An open exchange ends with its connection.
      if (exchange.id !== 0) return;
      journal.begin(exchange);
      conclude(exchange, 'answered');
    },
  };
}

export type Recording = ReturnType<typeof createRecording>;

const notHttp = (sizeBytes: number): Messages => ({
  method: '?',
  path: '',
  query: '',
  status: null,
  request: { headers: {}, body: `<${sizeBytes} bytes that are not HTTP>`, bodyBytes: sizeBytes },
  answer: null,
});

/** The status line and the headers as Node wrote them. */
const headOf = (answer: ServerResponse): string => (answer as { _header?: string | null })._header ?? '';

const headersIn = (head: string): [name: string, value: string][] =>
  head.split('\r\n').flatMap((line) => {
    const at = line.indexOf(': ');
    return at === -1 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 2)]];
  });

/** @param parts the description of the parts of a multipart body, if they were read */
function requestBody(
  { headers, rawHeaders }: IncomingMessage,
  parts: string | null,
  form: string | null,
  isSecret: IsSecret | undefined,
): Omit<JournalMessage, 'headers'> {
  const sizeBytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) || 0 : null;
  const bodyBytes = sizeBytes ?? Buffer.byteLength(form ?? '');
  if (parts !== null) return { body: parts, bodyBytes };
  if (form !== null) return { body: form === '' ? null : bounded(maskForm(form, isSecret)), bodyBytes };
  // As sent; the application replaces invalid types.
  const type = pairsOf(rawHeaders).find(([name]) => name === 'content-type')?.[1];
  return { body: unreadText(type, sizeBytes), bodyBytes };
}

function maskPath(path: string, isSecret: IsSecret): string {
  const parts = path.split('/');
  const at = parts.findIndex((part) => part !== '' && isSecret(decodeForm(part)));
  return at === -1 ? path : maskPath(path.replaceAll(parts[at]!, marked('secret')), isSecret);
}

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
