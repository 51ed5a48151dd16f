// Who may use the control interface: clients that know the token. The Host is checked first (http/allowed-host.ts), because a
// name that points here from outside (DNS rebinding) would pass as the same origin. Web pages of other origins need the token too, and
// `--cors`.

import type { FastifyRequest } from 'fastify';
import { isSameText } from '../http/digest.ts';

/** Returns null, or the error message. */
export function checkToken({ raw }: FastifyRequest, token: string): string | null {
  if ((raw.headersDistinct?.['authorization']?.length ?? 0) > 1) {
    return 'Several Authorization headers; send one, with Bearer and the control token.';
  }
  const given = /^bearer +(\S+) *$/i.exec(raw.headers.authorization ?? '')?.[1];
  if (given === undefined) {
    return 'Control token required: send Authorization: Bearer with the token that the emulator printed at startup.';
  }
  return isSameText(given, token) ? null : 'Wrong control token; the emulator prints the right one at startup.';
}
