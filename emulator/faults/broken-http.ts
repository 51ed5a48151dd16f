// What never becomes a request that a route could answer: Node's parser gives up on it, it runs out of time, or it asks
// for a tunnel. Each gets one answer with a body like all others, and the end of the connection.

import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rule } from '../journal/ruling.ts';
import type { Recording } from '../journal/recording.ts';

const badRequest = { detail: 'bad_request' };

/** How long a connection that asked for a tunnel may take to end. */
const mostSilenceMs = 5000;

const statusOf: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What Node's parser says of what it gives up on. */
export interface ParserError extends Error {
  code?: string;
  reason?: string;
  /** The bytes, as a Buffer. */
  rawPacket?: unknown;
}

export interface BrokenHttp {
  /** For Node's `clientError`. */
  answer(error: ParserError, socket: Duplex): void;
  /** Takes what Node alone would answer in a way of its own. */
  watch(app: FastifyInstance): void;
}

export function createBrokenHttp(recording: Recording): BrokenHttp {
  const lastAnswered = new WeakMap<Duplex, IncomingMessage>();
  /** The answers of each connection that are not out yet. */
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();
  /** What is to be said last on a connection, once the requests before it have their answers. */
  const waiting = new WeakMap<Duplex, () => void>();

  const end = (socket: Duplex, last: LastWord) => {
    const answer = answerText(last.status, last.body);
    recording.broken(socket, { message: last.message, answer, sizeBytes: last.sizeBytes });
    socket.end(answer);
  };

  const sayLast = (socket: Duplex, say: () => void): void => {
    if (waiting.has(socket)) return;
    if (socket.writable && isOwedAnswers(unanswered.get(socket))) waiting.set(socket, say);
    else say();
  };

  const answer = (error: ParserError, socket: Duplex): void => {
    // A refusal may go out while its body still comes in. What breaks then has had its answer, and gets no second one.
    const isAnswered = lastAnswered.get(socket)?.complete === false;
    if (isAnswered || error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else {
      const { code = '', reason = '', rawPacket } = error;
      const status = statusOf[code] ?? '400 Bad Request';
      const sizeBytes = Buffer.isBuffer(rawPacket) ? rawPacket.length : 0;
      end(socket, { status, body: badRequest, message: messageOf(code, reason), sizeBytes });
    }
  };

  return {
    answer: (error, socket) => sayLast(socket, () => answer(error, socket)),
    watch(app) {
      app.addHook('onRequest', ({ raw }, reply, done) => {
        const others = unanswered.get(raw.socket);
        if (others === undefined) unanswered.set(raw.socket, new Set([reply.raw]));
        else others.add(reply.raw);
        done();
      });
      // RFC 9112 §3.2. Node would refuse none too, without a body: `requireHostHeader` is off for that. Of two it would
      // take the first.
      app.addHook('onRequest', (request, reply, done) => {
        const hosts = hostsIn(request.raw);
        if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== '1.1')) return done();
        rule(request, 'bad_request: HTTP/1.1 requires one Host header');
        void reply.code(400).send(badRequest);
      });
      app.addHook('onResponse', ({ raw }, reply, done) => {
        lastAnswered.set(raw.socket, raw);
        const others = unanswered.get(raw.socket);
        others?.delete(reply.raw);
        const say = waiting.get(raw.socket);
        if (say !== undefined && !isOwedAnswers(others)) {
          waiting.delete(raw.socket);
          say();
        }
        done();
      });
      // Nobody is connected anywhere from here; Node would hang up without a word.
      const tunnels = new Set<Duplex>();
      app.server.on('connect', (_request, socket: Socket) => {
        // The connection is ours from here on: Node neither reads it, nor ends it when the server stops.
        tunnels.add(socket);
        socket.on('error', () => undefined).on('close', () => tunnels.delete(socket));
        socket.setTimeout(mostSilenceMs, () => socket.destroy()).resume();
        sayLast(socket, () =>
          end(socket, {
            status: '404 Not Found',
            body: { detail: 'not_found' },
            message: 'not_found: CONNECT is not supported',
            sizeBytes: 0,
          }),
        );
      });
      app.addHook('preClose', (done) => {
        for (const socket of tunnels) socket.destroy();
        done();
      });
      // An expectation that is not understood does not matter (RFC 9110 §10.1.1); Node would answer 417 without a body.
      app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    },
  };
}

/** Counted as they came: `headers` holds the first only, and a request without a network has no other. */
function hostsIn({ rawHeaders, headers }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 0 && headers.host !== undefined ? 1 : hosts;
}

/** A request that came whole gets its own answer, and so does one that is answered before it came whole. */
const isOwedAnswers = (answers: ReadonlySet<ServerResponse> | undefined): boolean =>
  answers !== undefined && [...answers].some(({ req, headersSent }) => req.complete || headersSent);

interface LastWord {
  status: string;
  body: object;
  /** For the journal. */
  message: string;
  /** Of what came and is no request. */
  sizeBytes: number;
}

function answerText(status: string, answer: object): string {
  const body = JSON.stringify(answer);
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

/** For the journal: what of it a sender can mean. */
function messageOf(code: string, reason: string): string {
  switch (code) {
    case 'HPE_INVALID_EOF_STATE':
      return 'bad_request: incomplete request';
    case 'HPE_HEADER_OVERFLOW':
      return 'bad_request: the header exceeds 16 KiB';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'bad_request: request timeout';
    default:
      return `bad_request: ${reason || code}`;
  }
}
