// A18, extended mode only: GET /oauth/userinfo answers who the signed-in pilot is.

import type { FastifyInstance } from 'fastify';
import type { Service } from '../service.ts';
import { accessOf, sendRefusal } from './bearer.ts';

export function registerUserinfoRoute(app: FastifyInstance, service: Service): void {
  app.get('/oauth/userinfo', (request, reply) => {
    const access = accessOf(service, request);
    if (access === null) return sendRefusal(service, request, reply, 'unauthorized');
    const { pilot, token } = access;
    if (!token.scopes.includes('openid') && !token.scopes.includes('profile')) {
      return sendRefusal(service, request, reply, 'insufficient_scope', 'openid');
    }
    return token.scopes.includes('profile')
      ? { sub: pilot.id, name: pilot.name, preferred_username: pilot.id }
      : { sub: pilot.id };
  });
}
