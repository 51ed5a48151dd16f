// Reads form bodies for the endpoints that need one. Other endpoints leave the body unread, of any type.

import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** A25. */
const mostFormBytes = 64 * 1024;

/** Replaces a form that was not read; `message` is the reason. */
export class UnreadForm {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * The body becomes `request.body`, as text. The rest of a body that is too long (A25) is discarded, so that the client
 * gets the response instead of a broken connection.
 */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) =>
    readText(payload, (form) => done(null, form)),
  );
}

function readText(payload: IncomingMessage, done: (form: string | UnreadForm) => void): void {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  const finish = (form: string | UnreadForm) => {
    payload.off('data', take).off('end', end).off('error', breakOff);
    payload.on('error', () => undefined).resume();
    done(form);
  };
  const take = (piece: Buffer) => {
    pieces.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes > mostFormBytes) finish(new UnreadForm(`The form exceeds ${mostFormBytes} bytes.`));
  };
  const end = () => finish((pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString('utf8'));
  const breakOff = () => finish(new UnreadForm('The form is incomplete.'));
  payload.on('data', take).on('end', end).on('error', breakOff);
}
