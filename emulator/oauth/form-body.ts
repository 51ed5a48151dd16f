// Takes in the body of a form, for the endpoints that read one. Everything else leaves its body alone, whatever type
// it says: what is decided without a body is not decided by its length.

import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { EmulatorSettings } from '../options/option-table.ts';

/** In place of a form: why it was not read, in a sentence. */
export class UnreadForm {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * The body becomes `request.body`, as text. Of one that is too long (A25) or breaks off, the rest is let through unread,
 * so that the sender hears the answer instead of a broken connection.
 */
export function takeForms(app: FastifyInstance, settings: Pick<EmulatorSettings, 'maxFormBytes'>): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) =>
    readText(payload, settings.maxFormBytes, (form) => done(null, form)),
  );
}

function readText(payload: IncomingMessage, mostBytes: number, done: (form: string | UnreadForm) => void): void {
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
    if (sizeBytes > mostBytes) finish(new UnreadForm(`The form may have ${mostBytes} bytes and is longer.`));
  };
  const end = () => finish((pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString('utf8'));
  const breakOff = () => finish(new UnreadForm('The form breaks off.'));
  payload.on('data', take).on('end', end).on('error', breakOff);
}
