// Records in the journal which rule decided a request, with figures: `too_fast: 3.2 s after flight 17, minimum 5 s`.
// Rules and hints contain no secrets, and nothing chosen by a client except IDs of the service.

import type { FastifyRequest } from 'fastify';
import type { Hint } from './journal.ts';

/** The last call wins, because an upload is evaluated twice. No effect once the exchange is over. */
export function rule({ exchange }: FastifyRequest, message: string, hint: Hint = null): void {
  if (exchange?.outcome !== 'open') return;
  exchange.rule = message;
  exchange.hint = hint;
}

/** Sets a default rule for responses with several causes. */
export function ruleUnlessRuled(request: FastifyRequest, message: string, hint: Hint = null): void {
  if (request.exchange && request.exchange.rule === null) rule(request, message, hint);
}

/** Records who sent the request, as far as it is known. */
export function concerns(
  { exchange }: FastifyRequest,
  who: { clientId?: string | undefined; pilot?: string | undefined; grantType?: string | undefined },
): void {
  if (!exchange) return;
  if (who.clientId !== undefined) exchange.clientId = who.clientId;
  if (who.pilot !== undefined) exchange.pilot = who.pilot;
  if (who.grantType !== undefined) exchange.grantType = who.grantType;
}

/** A sentence as part of a rule; names at the start keep their case. */
export const withoutStop = (message: string): string =>
  message.replace(/^(?:The|This|It|No|An?)\b/, (first) => first.toLowerCase()).replace(/\.$/, '');
