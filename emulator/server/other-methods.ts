// A30: what an address answers to a method that it does not take: 405 with the methods that it does take, in the words
// of its endpoint. What no route stands at is 404.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '../flights/read.ts';
import { ruleUnlessRuled } from '../journal/ruling.ts';
import { authorizePath, sendClosed } from '../oauth/authorize.ts';
import { sendPostOnly, tokenPath } from '../oauth/token.ts';
import { pathOf } from '../http/request-url.ts';
import type { EmulatorContext } from '../context.ts';

/** To be called before the routes are registered. */
export function answerOtherMethods(app: FastifyInstance, { settings }: Pick<EmulatorContext, 'settings'>): void {
  const routes: { method: string; path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const path = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
    for (const one of [method].flat()) routes.push({ method: one, path });
  });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const allowed = [
      ...new Set(routes.filter((route) => route.path.test(path)).map(({ method }) => method)),
    ].toSorted();
    // A20: the token endpoint says it in any case.
    const isSaid = path === tokenPath || (settings.methodNotAllowed && !isLeftOut(request, settings.mode));
    return allowed.length > 0 && isSaid
      ? sendOtherMethod(reply.header('Allow', allowed.join(', ')), path, allowed)
      : sendNotFound(reply);
  });
}

/** A4: in strict mode reading is not there, although uploads go to the same address. */
const isLeftOut = ({ method }: FastifyRequest, mode: string): boolean =>
  mode === 'strict' && (method === 'GET' || method === 'HEAD');

function sendOtherMethod(reply: FastifyReply, path: string, allowed: readonly string[]): FastifyReply {
  if (path === tokenPath) return sendPostOnly(reply);
  if (path === authorizePath) return sendClosed(reply, `This page supports ${allowed.join(', ')} only.`, 405);
  ruleUnlessRuled(reply.request, `method_not_allowed: use ${allowed.join(', ')}`);
  return reply.code(405).send({ detail: 'method_not_allowed' });
}
