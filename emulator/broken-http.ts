// What never becomes a request that a route could answer: Node's parser gives up on it, it runs out of time, or it asks
// for a tunnel. Each gets one answer with a body like all others, and the end of the connection.

import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const badRequest = { detail: 'bad_request' };

const statusOf: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export interface BrokenHttp {
  /** For Node's `clientError`. */
  answer(error: Error & { code?: string }, socket: Duplex): void;
  /** Takes what Node alone would answer in a way of its own. */
  watch(app: FastifyInstance): void;
}

export function createBrokenHttp(): BrokenHttp {
  const lastAnswered = new WeakMap<Duplex, IncomingMessage>();

  return {
    answer(error, socket) {
      // A refusal may go out while its body still comes in. What breaks then has had its answer, and gets no second one.
      const isAnswered = lastAnswered.get(socket)?.complete === false;
      if (isAnswered || error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else endWith(socket, statusOf[error.code ?? ''] ?? '400 Bad Request', badRequest);
    },
    watch(app) {
      // RFC 9112 §3.2. Node would refuse it too, without a body: `requireHostHeader` is off for that.
      app.addHook('onRequest', async ({ raw }, reply) => {
        if (raw.httpVersion === '1.1' && raw.headers.host === undefined) return reply.code(400).send(badRequest);
      });
      app.addHook('onResponse', async ({ raw }) => void lastAnswered.set(raw.socket, raw));
      // Nobody is connected anywhere from here; Node would hang up without a word.
      app.server.on('connect', (_request, socket) => endWith(socket, '404 Not Found', { detail: 'not_found' }));
      // An expectation that is not understood does not matter (RFC 9110 §10.1.1); Node would answer 417 without a body.
      app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    },
  };
}

function endWith(socket: Duplex, status: string, answer: object): void {
  const body = JSON.stringify(answer);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
