// Takes in the body of a form, for the endpoints that read one. Everything else leaves its body alone, whatever type
// it says: what is decided without a body is not decided by its length.

import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

const mostFormBytes = 64 * 1024;

/**
 * The body becomes `request.body`, as text. One that is longer than any form is, or that breaks off, is none: the rest
 * of it is let through unread, so that the sender hears the answer instead of a broken connection.
 */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) =>
    readText(payload, (text) => done(null, text)),
  );
}

function readText(payload: IncomingMessage, done: (text: string | undefined) => void): void {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  const finish = (text: string | undefined) => {
    payload.off('data', take).off('end', end).off('error', breakOff);
    payload.on('error', () => undefined).resume();
    done(text);
  };
  const take = (piece: Buffer) => {
    pieces.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes > mostFormBytes) finish(undefined);
  };
  const end = () => finish((pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString('utf8'));
  const breakOff = () => finish(undefined);
  payload.on('data', take).on('end', end).on('error', breakOff);
}
