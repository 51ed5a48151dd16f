// Whoever decides about a request says why, with figures, for the journal. The words name the rule first: `too_fast:
// 3.2 s after flight 17, minimum 5 s`. They and hints hold no secret and nothing that a client made up, apart from
// ids that the service knows.

import type { FastifyRequest } from 'fastify';
import { maskOf } from './masking.ts';
import type { Hint } from './exchange.ts';

/** The last ruling counts, as an upload is looked at twice; what is over is ruled no more. */
export function rule({ exchange }: FastifyRequest, message: string, hint: Hint = null): void {
  if (exchange?.outcome !== 'open') return;
  exchange.rule = message;
  exchange.hint = hint;
}

/** For an answer that many give: the ruling of whoever knew more stands. */
export function ruleUnlessRuled(request: FastifyRequest, message: string, hint: Hint = null): void {
  if (request.exchange && request.exchange.rule === null) rule(request, message, hint);
}

/** Who asks, as far as it is known; each only where the service knows it. */
export function concerns(
  { exchange }: FastifyRequest,
  who: { clientId?: string | undefined; pilot?: string | undefined; grantType?: string | undefined },
): void {
  if (!exchange) return;
  if (who.clientId !== undefined) exchange.clientId = who.clientId;
  if (who.pilot !== undefined) exchange.pilot = who.pilot;
  if (who.grantType !== undefined) exchange.grantType = who.grantType;
}

/** A token or a code that came or goes, with its digest: it will be masked, and needs no digest for that. */
export function mention({ exchange }: FastifyRequest, secret: string, digest: string): void {
  const source = exchange?.source;
  if (source) (source.mentions ??= new Map()).set(secret, maskOf(secret, digest));
}
