// Faults on request: the first that matches and is due touches the request. Which one is a rule over the world; what it
// does to the connection stands here too, as hooks of the application.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from './digest.ts';
import { bearerToken } from './oauth/bearer.ts';
import { readBasic } from './oauth/client-authentication.ts';
import { parseForm } from './oauth/form.ts';
import { pathOf, queryOf } from './request-address.ts';
import type { Service } from './service.ts';
import type { Fault, FaultEffect, FaultMatch, World } from './world.ts';

/** What a fault can match a request by. */
export type RequestFace = { [name in keyof FaultMatch]?: string | undefined };

/** Counts the request on each fault that matches, up to the one that touches it. */
export function takeFault(faults: readonly Fault[], face: RequestFace): FaultEffect | null {
  for (const fault of faults) {
    if (!isMatch(fault.match, face)) continue;
    fault.seen += 1;
    if (fault.seen <= fault.skip || (fault.times !== null && fault.fired >= fault.times)) continue;
    fault.fired += 1;
    return fault.effect;
  }
  return null;
}

export function isMatch(match: FaultMatch, face: RequestFace): boolean {
  const { method, path, ...others } = match;
  if (method !== undefined && method.toUpperCase() !== face.method) return false;
  if (path !== undefined && !isPathMatch(path, face.path ?? '')) return false;
  return Object.entries(others).every(
    ([name, wanted]) => wanted === undefined || wanted === face[name as keyof FaultMatch],
  );
}

/** A star at the end stands for anything. */
const isPathMatch = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

export function registerFaults(app: FastifyInstance, service: Service, ending: AbortSignal): void {
  const losingTheirAnswer = new WeakSet<FastifyRequest>();

  /** What has been answered, or never will be, goes no further: `goOn` is not called. */
  const touch = async (request: FastifyRequest, reply: FastifyReply, goOn: () => void) => {
    const effect = takeFault(service.world.faults, faceOf(service.world, request));
    switch (effect?.type) {
      case 'latency':
        await service.clock.sleep(effect.ms, ending);
        return ending.aborted ? hangUp(reply) : goOn();
      case 'status':
        return void sendStatus(reply, effect);
      case 'drop':
        if (effect.when === 'before') return hangUp(reply);
        losingTheirAnswer.add(request);
        return goOn();
      default:
        return goOn();
    }
  };

  app.addHook('preHandler', (request, reply, done) => {
    // Nothing of a fault is paid where there is none.
    if (service.world.faults.length === 0) return done();
    void touch(request, reply, done);
  });

  // The handler is through, the world has changed, nothing has been written yet: and nothing will be, as it goes no
  // further from here.
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (losingTheirAnswer.has(request)) reply.raw.destroy();
    else done(null, payload);
  });
}

/** Text as it is, anything else as JSON, under whatever type the headers give. */
function sendStatus(
  reply: FastifyReply,
  { status, body, headers = {} }: FaultEffect & { type: 'status' },
): FastifyReply {
  const isJson = body !== undefined && typeof body !== 'string';
  if (isJson) reply.type('application/json; charset=utf-8');
  return reply
    .code(status)
    .headers(headers)
    .send(isJson ? JSON.stringify(body) : body);
}

/** Breaks the connection without a word. */
function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function faceOf(world: World, request: FastifyRequest): RequestFace {
  const form = parseForm(typeof request.body === 'string' ? request.body : '');
  const basic = readBasic(request.headers.authorization ?? '').find(([id]) => world.applications.has(id));
  const consentId = consentIdOf(world, bearerToken(request), form.get('refresh_token'), form.get('code'));
  const consent = consentId === undefined ? undefined : world.consents.get(consentId);
  const query = parseForm(queryOf(request));
  return {
    method: request.method,
    path: pathOf(request),
    grantType: form.get('grant_type'),
    clientId: consent?.clientId ?? form.get('client_id') ?? basic?.[0] ?? query.get('client_id'),
    pilot: consent?.pilotId,
  };
}

function consentIdOf(world: World, access: string | null, refresh?: string, code?: string): string | undefined {
  if (access !== null) return world.accessTokens.get(digestOf(access))?.consentId;
  if (refresh !== undefined) return world.refreshTokens.get(digestOf(refresh))?.consentId;
  return code === undefined ? undefined : world.codes.get(digestOf(code))?.consentId;
}
