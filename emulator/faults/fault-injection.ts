// Applies faults to requests: the first one that matches and is due.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { concerns, rule } from '../journal/journal.ts';
import { createThrottle } from '../clock/auto-advance.ts';
import type { Throttle } from '../clock/auto-advance.ts';
import { parseForm } from '../http/request.ts';
import { isoTime } from '../clock/clock.ts';
import { drawFor } from '../http/digest.ts';
import { isMatch, traitsOf } from './request-traits.ts';
import type { RequestTraits } from './request-traits.ts';
import { fillTemplates } from '../world/fault-schema.ts';
import type { EmulatorContext } from '../context.ts';
import type { Delay, FaultEffect } from '../world/fault-schema.ts';
import type { Fault, World } from '../world/world.ts';
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { isOfOrigins } from '../http/app-hooks.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface FastifyRequest {
    fault: Fault | null;
    throttle: Throttle | null;
    /** What the fault has matched, for the templates of its response. */
    traits: RequestTraits | null;
  }
}

/** Counts the request on each fault that matches, up to the one that applies. */
export function takeFault(faults: readonly Fault[], traits: RequestTraits, seed: string): Fault | null {
  for (const fault of faults) {
    if (!isMatch(fault.match, traits)) continue;
    fault.seen += 1;
    if (fault.seen <= fault.skip || (fault.times !== null && fault.fired >= fault.times)) continue;
    if (fault.probability < 1 && drawFor(`fault ${fault.id} ${fault.seen} ${seed}`) >= fault.probability) continue;
    fault.fired += 1;
    return fault;
  }
  return null;
}

const stuckHint = 'Advance the clock, or set autoAdvance so that delays take no time.';

export function registerFaults(app: FastifyInstance, context: EmulatorContext, ending: AbortSignal): void {
  const { world, settings, clock, autoAdvance, changed } = context;
  app.decorateRequest('fault', null);
  app.decorateRequest('throttle', null);
  app.decorateRequest('traits', null);

  /** Only a test moves the clock. */
  const isStuck = () => clock.steering?.isFrozen === true && !settings.autoAdvance;

  /** Whether the request is answered, even if the answer is still being sent. */
  const applyFault = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const traits = await traitsOf(world, request, world.faults);
    const fault = takeFault(world.faults, traits, settings.seed);
    changed('faults');
    if (fault === null) return false;
    const { id, effect } = fault;
    request.fault = fault;
    request.traits = traits;
    if (request.exchange) request.exchange.fault = id;
    switch (effect.type) {
      case 'latency':
        if (isStuck()) rule(request, `fault ${id}: delayed while the clock is frozen`, stuckHint);
        await autoAdvance.sleep(delayMs(effect.ms, fault, settings.seed), ending);
        if (request.exchange) request.exchange.rule = null;
        if (ending.aborted) dropConnection(reply);
        return ending.aborted;
      case 'status':
        recordClient(world, request, traits);
        rule(request, `fault ${id}: answered ${effect.status} instead of the service`);
        void reply.send(replaceResponse(reply, filled(effect, request)));
        return true;
      case 'drop':
        if (effect.when === 'after') return false;
        recordClient(world, request, traits);
        rule(request, `fault ${id}: connection closed before processing`);
        end(request, 'dropped');
        dropConnection(reply);
        return true;
      case 'throttle':
        // Also slows down the body of an upload (upload.ts).
        request.throttle = createThrottle({ now: clock.now, sleep: autoAdvance.sleep }, effect.bytesPerSecond, ending);
        return false;
      // The response is damaged as it is sent (below).
      case 'done-then':
      case 'cut':
      case 'garbage':
        return false;
    }
    return effect satisfies never;
  };

  const filled = <Effect extends FaultEffect & { body?: unknown }>(effect: Effect, request: FastifyRequest): Effect => {
    const { fault, traits } = request;
    if (effect.body === undefined || fault === null || traits === null) return effect;
    const plain: Record<string, unknown> = {
      ...traits,
      now: isoTime(clock.now()),
      count: fault.fired,
      fault: fault.id,
    };
    const body = fillTemplates(effect.body, (name) => {
      const [place = '', member] = name.split('.', 2);
      if (member === undefined) return (plain[place] ?? '') as string | number;
      if (place === 'header') return String(traits.headers?.[member.toLowerCase()] ?? '');
      return (place === 'form' ? traits.formField?.(member) : parseForm(traits.query ?? '').get(member)) ?? '';
    });
    return { ...effect, body };
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
        const instead = replaceResponse(reply, filled(effect, request)) ?? '';
        if (request.exchange) request.exchange.sent = instead;
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
        if (request.exchange) request.exchange.sent = garbage;
        return done(null, garbage);
      }
      case 'throttle':
        if (body.length === 0 || request.throttle === null) return done(null, payload);
        return void sendSlowly(reply, body, request.throttle);
      // What is done before the service answers.
      case 'status':
      case 'latency':
        return done(null, payload);
    }
    return effect satisfies never;
  });
}

function end({ exchange }: FastifyRequest, outcome: 'dropped' | 'cut', sent?: Buffer): void {
  if (!exchange) return;
  exchange.outcome = outcome;
  exchange.sent = sent?.toString('utf8');
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

function dropConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

// The delay of a latency fault: fixed, drawn from a distribution, or the next of a list. Drawn from the seed, so runs repeat.

export function delayMs(delay: Delay, { id, fired }: Pick<Fault, 'id' | 'fired'>, seed: string): number {
  if (typeof delay === 'number') return delay;
  if ('list' in delay) return delay.list[(fired - 1) % delay.list.length] ?? 0;
  const deviate = standardNormal(id, fired, seed);
  if ('normal' in delay) return Math.max(0, Math.round(delay.normal.mean + delay.normal.deviation * deviate));
  return Math.round(delay.logNormal.median * Math.exp(delay.logNormal.sigma * deviate));
}

/** Box-Muller. */
function standardNormal(id: number, fired: number, seed: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - drawFor(`delay ${id} ${fired} a ${seed}`)));
  return radius * Math.cos(2 * Math.PI * drawFor(`delay ${id} ${fired} b ${seed}`));
}

// The ways in which faults damage a response: replaced, cut off, unreadable, slow. The request has been processed already.

/** Replaces status and headers, and returns the body: text as it is, anything else as JSON. */
function replaceResponse(
  reply: FastifyReply,
  { status, body, headers = {} }: FaultEffect & { type: 'status' | 'done-then' },
): string | undefined {
  for (const name of Object.keys(reply.getHeaders())) if (!isOfOrigins(name)) reply.removeHeader(name);
  const isJson = body !== undefined && typeof body !== 'string';
  if (isJson) reply.type('application/json; charset=utf-8');
  reply.code(status).headers(headers);
  return isJson ? JSON.stringify(body) : body;
}

/** Sends the head with the full Content-Length and the first bytes, then closes the connection. */
function sendCut(reply: FastifyReply, body: Buffer, afterBytes: number): void {
  const { raw } = hijackWithHead(reply, body);
  const beginning = body.subarray(0, afterBytes);
  const end = () => void raw.destroy();
  // The response never writes an empty chunk, but the socket does.
  if (beginning.length > 0) raw.write(beginning, end);
  else raw.socket?.write('', end);
}

/** Sends the head immediately and the body at the given rate; stops if the client or the emulator is gone. */
async function sendSlowly(reply: FastifyReply, body: Buffer, throttle: Throttle): Promise<void> {
  const { raw } = hijackWithHead(reply, body);
  for (let at = 0; at < body.length; at += throttle.stepBytes) {
    const piece = body.subarray(at, at + throttle.stepBytes);
    if (!(await throttle.pass(piece.length))) return void raw.destroy();
    if (raw.destroyed) return;
    raw.write(piece);
  }
  raw.end();
}

/** Deterministic for a seed. The first byte is invalid in UTF-8. */
function garbageFor(seed: string, sizeBytes: number): Buffer {
  const bytes = createHash('shake256', { outputLength: Math.max(16, sizeBytes) })
    .update(seed)
    .digest();
  bytes[0] = 0xff;
  return bytes;
}

function hijackWithHead(reply: FastifyReply, body: Buffer): FastifyReply {
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  const { raw } = reply.hijack();
  raw.writeHead(raw.statusCode, { ...headers, 'content-length': body.length });
  raw.flushHeaders();
  return reply;
}
