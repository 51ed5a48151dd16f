// Faults on request: the first that matches and is due touches the request. Which one is a rule over the world; where
// it acts stands here too, as hooks of the application; how an answer is damaged stands in damaged-answers.ts.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { answerInstead, garbageFor, sendCut, sendSlowly } from './damaged-responses.ts';
import { digestOf } from '../http/digest.ts';
import { concerns, rule } from '../journal/ruling.ts';
import { bearerToken } from '../oauth/bearer.ts';
import { parseForm } from '../http/form.ts';
import { createThrottle } from '../clock/throttle.ts';
import type { Throttle } from '../clock/throttle.ts';
import { pathOf, queryOf } from '../http/request-url.ts';
import type { EmulatorContext } from '../context.ts';
import type { Fault, FaultMatch, World } from '../world/world.ts';
import { readBasic } from '../http/basic-auth.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The one that touches it. */
    fault: Fault | null;
    /** How slowly its bytes pass, where a fault says so. */
    throttle: Throttle | null;
  }
}

/** What a fault can match a request by. */
export type RequestFace = { [name in keyof FaultMatch]?: string | undefined };

/** Counts the request on each fault that matches, up to the one that touches it. */
export function takeFault(faults: readonly Fault[], face: RequestFace, seed: string): Fault | null {
  for (const fault of faults) {
    if (!isMatch(fault.match, face)) continue;
    fault.seen += 1;
    if (fault.seen <= fault.skip || (fault.times !== null && fault.fired >= fault.times)) continue;
    if (fault.probability < 1 && drawFor(fault, seed) >= fault.probability) continue;
    fault.fired += 1;
    return fault;
  }
  return null;
}

/** From 0 up to, but not including, 1: for the same seed, fault and count the same, whatever else happens. */
const drawFor = ({ id, seen }: Fault, seed: string): number =>
  Number.parseInt(hash('sha256', `fault ${id} ${seen} ${seed}`).slice(0, 8), 16) / 2 ** 32;

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

export function registerFaults(app: FastifyInstance, context: EmulatorContext, ending: AbortSignal): void {
  const { world, settings, clock, changed } = context;
  app.decorateRequest('fault', null);
  app.decorateRequest('throttle', null);

  const touch = async (request: FastifyRequest, reply: FastifyReply) => {
    const face = faceOf(world, request);
    const fault = takeFault(world.faults, face, settings.seed);
    changed('faults');
    if (fault === null) return;
    const { id, effect } = fault;
    request.fault = fault;
    if (request.exchange) request.exchange.fault = id;
    switch (effect.type) {
      case 'latency':
        await clock.sleep(effect.ms, ending);
        if (ending.aborted) hangUp(reply);
        return;
      case 'status':
        concernFace(world, request, face);
        rule(request, `fault ${id}: answered ${effect.status} instead of the service`);
        await reply.send(answerInstead(reply, effect));
        return;
      case 'drop':
        if (effect.when === 'after') return;
        concernFace(world, request, face);
        rule(request, `fault ${id}: connection closed before processing`);
        end(request, 'dropped');
        hangUp(reply);
        return;
      case 'throttle':
        // An upload's body comes at this pace too: upload.ts asks for it.
        request.throttle = createThrottle(clock, effect.bytesPerSecond, ending);
    }
  };

  app.addHook('preHandler', (request, reply, done) => {
    // Nothing of a fault is paid where there is none.
    if (world.faults.length === 0) return done();
    touch(request, reply).then(
      // What has been answered, or never will be, goes no further.
      // oxlint-disable-next-line promise/no-callback-in-promise -- a hook of Fastify ends by its callback
      () => void (reply.sent || done()),
      // oxlint-disable-next-line promise/no-callback-in-promise -- likewise
      (cause: Error) => done(cause),
    );
  });

  // The handler is through, the world has changed, nothing has been written yet.
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (request.fault === null) return done(null, payload);
    const { id, fired, effect } = request.fault;
    const body = bytesOf(request, payload);
    switch (effect.type) {
      case 'drop':
        end(request, 'dropped');
        return void reply.raw.destroy();
      case 'done-then': {
        const instead = answerInstead(reply, effect) ?? '';
        if (request.exchange?.source) request.exchange.source.body = instead;
        if (effect.afterBytes === undefined) return done(null, instead);
        const whole = bytesOf(request, instead);
        end(request, 'cut', whole.subarray(0, effect.afterBytes));
        return sendCut(reply, whole, effect.afterBytes);
      }
      case 'cut':
        end(request, 'cut', body.subarray(0, effect.afterBytes));
        return sendCut(reply, body, effect.afterBytes);
      case 'garbage': {
        if (body.length === 0) return done(null, payload);
        const garbage = garbageFor(`fault ${id} ${fired} ${settings.seed}`, body.length);
        if (request.exchange?.source) request.exchange.source.body = garbage;
        return done(null, garbage);
      }
      case 'throttle':
        if (body.length === 0 || request.throttle === null) return done(null, payload);
        return void sendSlowly(reply, body, request.throttle);
      default:
        done(null, payload);
    }
  });
}

/** For the journal: how it will have ended, and what of the answer went out. */
function end({ exchange }: FastifyRequest, outcome: 'dropped' | 'cut', sent?: Buffer): void {
  if (!exchange) return;
  exchange.outcome = outcome;
  if (exchange.source) exchange.source.body = sent?.toString('utf8');
}

/** For the journal, where the service itself never looks at the request: what it knows of who asks. */
function concernFace({ applications }: World, request: FastifyRequest, { clientId, pilot }: RequestFace): void {
  concerns(request, { clientId: applications.has(clientId ?? '') ? clientId : undefined, pilot });
}

/** What would be sent; nothing for an answer that has no body. */
const bytesOf = ({ method }: FastifyRequest, payload: unknown): Buffer =>
  method === 'HEAD' || (typeof payload !== 'string' && !Buffer.isBuffer(payload))
    ? Buffer.alloc(0)
    : Buffer.from(payload);

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
