// Which methods the routes of an application serve at a path, for the Allow header of a 405 (A30).

import type { FastifyInstance } from 'fastify';

/** To be called before the routes are registered. Returns the methods of a path, none for an unknown one. */
export function allowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { methods: string | string[]; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => void routes.push({ methods: method, url }));
  return (path) =>
    [...new Set(routes.filter(({ url }) => isAt(url, path)).flatMap(({ methods }) => methods))].toSorted();
}

/** A `:name` is any part of a path. */
function isAt(url: string, path: string): boolean {
  const [parts, given] = [url.split('/'), path.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, place) => part === given[place] || (part.startsWith(':') && given[place] !== ''))
  );
}
