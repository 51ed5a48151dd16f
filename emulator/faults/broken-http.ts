// Handles connections that never become a request: invalid HTTP, timeouts and CONNECT. Each gets one response with a JSON
// body, and the connection is closed.

import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rule } from '../journal/journal.ts';
import type { Recording } from '../journal/record-requests.ts';

const badRequest = { detail: 'bad_request' };

const mostSilenceMs = 5000;

/** By the code of Node's error: the status, and the message for the journal. */
const known: Record<string, readonly [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the header exceeds 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request timeout'],
  HPE_INVALID_EOF_STATE: ['400 Bad Request', 'incomplete request'],
};

type ParserError = {
  code?: string;
  reason?: string;
  rawPacket?: unknown;
} & Error;

export function createBrokenHttp(recording: Recording) {
  const lastOf = new WeakMap<Duplex, ServerResponse>();

  /** @param message for the journal */
  const end = (socket: Duplex, status: string, body: object, message: string, sizeBytes: number) => {
    const text = JSON.stringify(body);
    const answer = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`;
    recording.broken(socket, { message, answer, sizeBytes });
    socket.end(answer);
  };

  return {
    /** For Node's `clientError`. */
    answer({ code = '', reason = '', rawPacket }: ParserError, socket: Duplex): void {
      // A response may be sent before its request is complete; an error after that gets no second response.
      const last = lastOf.get(socket);
      if (last?.headersSent === true && !last.writableFinished) return void last.once('finish', () => socket.destroy());
      const isAnswered = last?.headersSent === true && !last.req.complete;
      if (isAnswered || code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const [status, message] = known[code] ?? ['400 Bad Request', reason || code];
      const sizeBytes = Buffer.isBuffer(rawPacket) ? rawPacket.length : 0;
      end(socket, status, badRequest, `bad_request: ${message}`, sizeBytes);
    },
    /** Overrides Node's default responses. */
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        const { raw } = request;
        lastOf.set(raw.socket, reply.raw);
        // RFC 9112 §3.2. Node would reject a missing Host without a body (so `requireHostHeader` is off), and accept the
        // first of two.
        const hosts = hostsIn(raw);
        if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return done();
        rule(request, 'bad_request: HTTP/1.1 requires one Host header');
        void reply.code(400).send(badRequest);
      });
      // Node would close a CONNECT without a response.
      const tunnels = new Set<Duplex>();
      app.server.on('connect', (_request, socket: Socket) => {
        // Node neither reads this connection nor closes it when the server stops.
        tunnels.add(socket);
        socket.on('error', () => undefined).on('close', () => tunnels.delete(socket));
        socket.setTimeout(mostSilenceMs, () => socket.destroy()).resume();
        end(socket, '404 Not Found', { detail: 'not_found' }, 'not_found: CONNECT is not supported', 0);
      });
      app.addHook('preClose', (done) => {
        for (const socket of tunnels) socket.destroy();
        done();
      });
      // Unknown expectations are ignored (RFC 9110 §10.1.1); Node would respond with 417 without a body.
      app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    },
  };
}

/** Counts the raw headers; `headers` keeps only the first. Injected requests have no raw headers. */
function hostsIn({ rawHeaders, headers }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 0 && headers.host !== undefined ? 1 : hosts;
}
