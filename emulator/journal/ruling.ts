// Records in the journal which rule decided a request, with figures: `too_fast: 3.2 s after flight 17, minimum 5 s`.
// Rules and hints contain no secrets, and nothing chosen by a client except IDs of the service.

import type { FastifyRequest } from 'fastify';

/** What was almost right. A function is called after the response was sent, so that it delays nothing. */
export type Hint = string | null | (() => string | null);

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

// Formats durations and sizes for rules. Past durations are rounded down and future ones up, so that no figure overstates.

/** Past: `850 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`, `30 d`. */
export const elapsed = (ms: number): string => span(ms, Math.floor);

/** Future. */
export const remaining = (ms: number): string => span(ms, Math.ceil);

function span(ms: number, round: (value: number) => number): string {
  if (ms < 1000) return `${Math.max(0, round(ms))} ms`;
  const tenths = round(ms / 100);
  if (tenths < 600) return `${tenths / 10} s`;
  const seconds = round(ms / 1000);
  if (seconds < 3600) return parts(seconds, 60, 'min', 's');
  const minutes = round(ms / 60_000);
  if (minutes < 1440) return parts(minutes, 60, 'h', 'min');
  return parts(round(ms / 3_600_000), 24, 'd', 'h');
}

function parts(amount: number, ratio: number, large: string, small: string): string {
  const rest = amount % ratio;
  return `${Math.floor(amount / ratio)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** `812 bytes`, `12.4 kB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 999_950 ? `${round(bytes / 1000)} kB` : `${round(bytes / 1_000_000)} MB`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A sentence as part of a rule; names at the start keep their case. */
export const withoutStop = (message: string): string =>
  message.replace(/^(?:The|This|It|No|An?)\b/, (first) => first.toLowerCase()).replace(/\.$/, '');
