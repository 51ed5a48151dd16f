// What an application of the emulator sets up before its routes: CORS, the methods for Allow, and bodies that stay unread.

import type { FastifyInstance } from 'fastify';
import { decode } from './request.ts';

// A34: web pages of the origins in `--cors` may call the emulator (Fetch Standard, CORS protocol). No cookie is allowed along,
// so the consent page stays out of their reach, and the control interface still asks for its token.

/** What a script may read beside the headers that every response shows. */
const readable = 'Allow, Date, Retry-After, WWW-Authenticate';
const preflightAgeSeconds = 600;

/** To be called before the hooks that record requests: a preflight is a question of the browser, not of the client. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', ({ raw: { method, headers } }, reply, done) => {
    const { origin } = headers;
    reply.header('Vary', 'Origin');
    if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return done();
    reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': readable });
    const wanted = headers['access-control-request-method'];
    if (method !== 'OPTIONS' || wanted === undefined) return done();
    reply.headers({
      'Access-Control-Allow-Methods': wanted,
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
      'Access-Control-Max-Age': preflightAgeSeconds,
    });
    // Chromium asks this of a page that is not on this computer.
    if (headers['access-control-request-private-network'] === 'true') {
      reply.header('Access-Control-Allow-Private-Network', 'true');
    }
    void reply.code(204).send();
  });
}

/** Of a response that a fault replaces, so that the page can read it. */
export const isOfOrigins = (name: string): boolean => /^(?:access-control-.*|vary)$/i.test(name);

/** The methods of a path for the Allow header of a 405 (A30), none for an unknown one. */
export function allowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { methods: string | string[]; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => void routes.push({ methods: method, url }));
  return (path) =>
    [
      ...new Set(routes.filter(({ url }) => parametersAt(url, path) !== null).flatMap(({ methods }) => methods)),
    ].toSorted();
}

/** The decoded parts of a path at the `:name`s of a URL; null for another path. */
export function parametersAt(url: string, path: string): Record<string, string> | null {
  const [parts, given] = [url.split('/'), path.split('/').map(decode)];
  const parameters: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const value = given[place];
    if (value && part.startsWith(':')) parameters[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return parts.length === given.length ? parameters : null;
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** So that what comes first can be decided without them (A8); also of an invalid type, which Fastify would reject. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!mediaType.test(raw.headers['content-type'] ?? '')) raw.headers['content-type'] = 'application/octet-stream';
    done();
  });
}
