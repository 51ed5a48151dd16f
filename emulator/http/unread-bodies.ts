// Bodies stay unread, so that what comes first can be decided without them (A8).

import type { FastifyInstance } from 'fastify';

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Also of an invalid type, which Fastify would reject before routing. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!mediaType.test(raw.headers['content-type'] ?? '')) raw.headers['content-type'] = 'application/octet-stream';
    done();
  });
}
