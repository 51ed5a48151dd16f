// Who may use the control interface: whoever is on this computer and knows the token. A name that points here from
// outside (DNS rebinding) is turned away before anything else, and nothing here is ever said to other origins.

import type { FastifyRequest } from 'fastify';
import { isSameText } from '../http/digest.ts';
import { loopbackHost } from '../http/request-url.ts';

/** Null, or why not. */
export function obstacleOfHost(request: FastifyRequest): string | null {
  const host = loopbackHost(request);
  const { localPort } = request.raw.socket;
  // A request without a network has no port to compare with.
  const isOurs = host !== null && (host.port === null || !localPort || host.port === localPort);
  return isOurs ? null : 'The control interface answers on this computer only, under 127.0.0.1 or localhost.';
}

export function obstacleOfToken({ raw }: FastifyRequest, token: string): string | null {
  if ((raw.headersDistinct?.['authorization']?.length ?? 0) > 1) {
    return 'The request has several Authorization headers; it takes one, with Bearer and the control token.';
  }
  const said = /^bearer +(\S+) *$/i.exec(raw.headers.authorization ?? '')?.[1];
  if (said === undefined)
    return 'Say who you are: Authorization: Bearer and the control token that the emulator shows at its start.';
  return isSameText(said, token) ? null : 'This is not the control token of this emulator; it shows it at its start.';
}
