// Applies faults to requests: the first one that matches and is due. The hooks are here; damaged-responses.ts changes the
// responses.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { replaceResponse, garbageFor, sendCut, sendSlowly } from './damaged-responses.ts';
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
    /** The fault that applies. */
    fault: Fault | null;
    /** Set if a fault slows the request down. */
    throttle: Throttle | null;
  }
}

/** The properties that a fault can match. */
type RequestTraits = { [name in keyof FaultMatch]?: string | undefined };

/** Counts the request on each fault that matches, up to the one that applies. */
export function takeFault(faults: readonly Fault[], traits: RequestTraits, seed: string): Fault | null {
  for (const fault of faults) {
    if (!isMatch(fault.match, traits)) continue;
    fault.seen += 1;
    if (fault.seen <= fault.skip || (fault.times !== null && fault.fired >= fault.times)) continue;
    if (fault.probability < 1 && drawFor(fault, seed) >= fault.probability) continue;
    fault.fired += 1;
    return fault;
  }
  return null;
}

/** In [0, 1), deterministic for a seed, fault and count. */
const drawFor = ({ id, seen }: Fault, seed: string): number =>
  Number.parseInt(hash('sha256', `fault ${id} ${seen} ${seed}`).slice(0, 8), 16) / 2 ** 32;

export function isMatch(match: FaultMatch, traits: RequestTraits): boolean {
  const { method, path, ...others } = match;
  if (method !== undefined && method.toUpperCase() !== traits.method) return false;
  if (path !== undefined && !isPathMatch(path, traits.path ?? '')) return false;
  return Object.entries(others).every(
    ([name, wanted]) => wanted === undefined || wanted === traits[name as keyof FaultMatch],
  );
}

/** A `*` at the end matches anything. */
const isPathMatch = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

export function registerFaults(app: FastifyInstance, context: EmulatorContext, ending: AbortSignal): void {
  const { world, settings, clock, changed } = context;
  app.decorateRequest('fault', null);
  app.decorateRequest('throttle', null);

  /** Whether the request is answered, also where the answer is still being sent. */
  const applyFault = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const traits = traitsOf(world, request);
    const fault = takeFault(world.faults, traits, settings.seed);
    changed('faults');
    if (fault === null) return false;
    const { id, effect } = fault;
    request.fault = fault;
    if (request.exchange) request.exchange.fault = id;
    switch (effect.type) {
      case 'latency':
        await clock.sleep(effect.ms, ending);
        if (ending.aborted) hangUp(reply);
        return ending.aborted;
      case 'status':
        recordClient(world, request, traits);
        rule(request, `fault ${id}: answered ${effect.status} instead of the service`);
        void reply.send(replaceResponse(reply, effect));
        return true;
      case 'drop':
        if (effect.when === 'after') return false;
        recordClient(world, request, traits);
        rule(request, `fault ${id}: connection closed before processing`);
        end(request, 'dropped');
        hangUp(reply);
        return true;
      case 'throttle':
        // Also slows down the body of an upload (upload.ts).
        request.throttle = createThrottle(clock, effect.bytesPerSecond, ending);
        return false;
      default:
        return false;
    }
  };

  app.addHook('preHandler', (request, reply, done) => {
    // No cost without faults.
    if (world.faults.length === 0) return done();
    applyFault(request, reply).then(
      // `reply.sent` is false while a response waits for the state file.
      // oxlint-disable-next-line promise/no-callback-in-promise -- a hook of Fastify ends by its callback
      (isAnswered) => void (isAnswered || done()),
      // oxlint-disable-next-line promise/no-callback-in-promise -- likewise
      (cause: Error) => done(cause),
    );
  });

  // The request has been processed; nothing has been sent yet.
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (request.fault === null) return done(null, payload);
    const { id, fired, effect } = request.fault;
    const body = bytesOf(request, payload);
    switch (effect.type) {
      case 'drop':
        end(request, 'dropped');
        return void reply.raw.destroy();
      case 'done-then': {
        const instead = replaceResponse(reply, effect) ?? '';
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

/** Records the outcome and what was sent in the journal. */
function end({ exchange }: FastifyRequest, outcome: 'dropped' | 'cut', sent?: Buffer): void {
  if (!exchange) return;
  exchange.outcome = outcome;
  if (exchange.source) exchange.source.body = sent?.toString('utf8');
}

/** Records the client in the journal for requests that the service never sees. */
function recordClient({ applications }: World, request: FastifyRequest, { clientId, pilot }: RequestTraits): void {
  concerns(request, { clientId: applications.has(clientId ?? '') ? clientId : undefined, pilot });
}

/** The body that would be sent. */
const bytesOf = ({ method }: FastifyRequest, payload: unknown): Buffer =>
  method === 'HEAD' || (typeof payload !== 'string' && !Buffer.isBuffer(payload))
    ? Buffer.alloc(0)
    : Buffer.from(payload);

/** Closes the connection without a response. */
function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function traitsOf(world: World, request: FastifyRequest): RequestTraits {
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
