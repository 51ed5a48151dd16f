// A18, extended mode only: GET /oauth/userinfo returns the profile of the signed-in pilot.

import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../context.ts';
import { rule } from '../journal/ruling.ts';
import { accessOf, challengeBearer, ruleUnauthorized } from './bearer.ts';

export function registerUserinfoRoute(app: FastifyInstance, context: EmulatorContext): void {
  app.get('/oauth/userinfo', (request, reply) => {
    const access = accessOf(context, request);
    if (access === null) {
      ruleUnauthorized(context, request);
      challengeBearer(request, reply, 'unauthorized', 'openid');
      return reply.code(401).send({ detail: 'unauthorized' });
    }
    const { pilot, token } = access;
    if (!token.scopes.includes('openid') && !token.scopes.includes('profile')) {
      rule(request, `insufficient_scope: openid or profile is required, the token has ${token.scopes.join(' ')}`);
      challengeBearer(request, reply, 'insufficient_scope', 'openid');
      return reply.code(403).send({ detail: 'insufficient_scope' });
    }
    rule(request, `served: the profile of ${pilot.id}`);
    return token.scopes.includes('profile')
      ? { sub: pilot.id, name: pilot.name, preferred_username: pilot.id }
      : { sub: pilot.id };
  });
}
