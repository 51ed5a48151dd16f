// A response that is decided before the body of its request was read still arrives. Three things see to it:
// - It waits for a body that is on its way, for a moment. A proxy in between may close both its sides with the response.
// - Then it is sent, the server's side is closed, and what still comes is discarded (RFC 9112 §9.6). Closing at once would
//   reset the connection, and a client that is still sending would see a broken pipe instead of the response.
// - A client that waits for `100 Continue` gets it only when the body is wanted, so a refusal comes in its place (RFC 9110
//   §10.1.1). A proxy may have sent one of its own, so whether the client waits is seen from its silence.

import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterRealTime } from '../clock/clock.ts';
import { waitsForContinue } from '../http/request.ts';

/**
 * A client that sends nothing for this long does wait for `100 Continue`. Behind a busy proxy that has sent one it may begin
 * late, and curl begins after a second in any case: half of that is far from both.
 */
const mostContinueMs = 500;
/** A response waits until the client has sent nothing for this long, and not longer than the second. */
const mostSilenceMs = 1000;
const mostWaitMs = 20_000;
const mostDiscardedMs = 30_000;
const mostDiscardedBytes = 64 * 1024 ** 2;

/** To be called before the routes are registered. */
export function waitForBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    const send = () => done(null, payload);
    if (!isUnread(raw)) send();
    else if (waitsForContinue(raw)) {
      const onSilence = () => (raw.readableLength === 0 ? send() : whenSent(raw, send));
      afterRealTime(mostContinueMs, onSilence);
    } else whenSent(raw, send);
  });
}

function isUnread({ complete, headers, socket }: IncomingMessage): boolean {
  if (complete || !(socket instanceof Socket)) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function whenSent(request: IncomingMessage, send: () => void): void {
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    cancelSilence();
    cancelWait();
    request.off('data', onData).off('end', over).off('close', over).off('error', over).resume();
    send();
  };
  const onData = () => {
    cancelSilence();
    cancelSilence = afterRealTime(mostSilenceMs, over);
  };
  let cancelSilence = afterRealTime(mostSilenceMs, over);
  const cancelWait = afterRealTime(mostWaitMs, over);
  request.on('data', onData).on('end', over).on('close', over).on('error', over);
}

export function closeAfterBodies(server: Server): void {
  const requests = new WeakMap<Socket, IncomingMessage>();
  server.prependListener('request', (request: IncomingMessage) => requests.set(request.socket, request));
  // With TLS, requests arrive on the connections of the second event.
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: Socket) => {
      const destroySoon = socket.destroySoon.bind(socket);
      // Node calls this after the last response of a connection.
      socket.destroySoon = () => {
        const request = requests.get(socket);
        if (request === undefined || request.complete || socket.destroyed) destroySoon();
        else discard(socket, request, destroySoon);
      };
    });
  }
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const onReader = (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return;
      request.off('newListener', onReader);
      if (response.headersSent) return;
      delete request.headers.expect;
      response.writeContinue();
    };
    request.on('newListener', onReader);
    server.emit('request', request, response);
  });
}

function discard(socket: Socket, request: IncomingMessage, destroySoon: () => void): void {
  const mostRead = socket.bytesRead + mostDiscardedBytes;
  const over = () => {
    cancel();
    destroySoon();
  };
  const cancel = afterRealTime(mostDiscardedMs, over);
  request.on('data', () => socket.bytesRead > mostRead && over());
  request.once('end', over).once('error', over);
  socket.once('end', over).once('close', cancel).once('error', over);
  socket.end();
}
