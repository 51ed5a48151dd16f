// Plain requests of any kind, to be corrupted at the HTTP level, and several of them on one connection.

import { clientId, clientSecret } from '../../open-emulator.ts';
import type { Chance } from '../../../support/chance.ts';
import { bytesOf, draft, render } from './draft.ts';
import type { Draft } from './draft.ts';
import { marks } from './fuzz-case.ts';
import { spoilDraft } from './http-changes.ts';

/** A valid request of any kind, to be corrupted. */
export function plainDraft(chance: Chance): Draft {
  return chance.pick([
    () => draft('GET', '/nowhere'),
    () =>
      draft('GET', '/api/v1/flights', {
        headers: [
          ['Host', 'x'],
          ['Authorization', `Bearer ${marks.accessToken}`],
        ],
      }),
    () => draft('GET', `/oauth/authorize?client_id=${clientId}`),
    () => draft('HEAD', '/oauth/token'),
    () => draft('DELETE', '/oauth/token'),
    () =>
      draft('POST', '/oauth/token', {
        headers: [
          ['Host', 'x'],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        body: bytesOf(
          `grant_type=refresh_token&refresh_token=${marks.refreshToken}&client_id=${clientId}&client_secret=${clientSecret}`,
        ),
      }),
    () =>
      draft('POST', '/nowhere', {
        headers: [
          ['Host', 'x'],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        body: bytesOf('x=y'.repeat(chance.pick([1, 30_000]))),
      }),
    () =>
      draft('POST', '/api/v1/flights', {
        headers: [
          ['Host', 'x'],
          ['Content-Type', 'text/plain'],
        ],
        body: bytesOf('x'.repeat(chance.int(0, 3000))),
      }),
  ])();
}

/** Several requests on one connection, sent without waiting for answers. */
export function pipeline(first: Draft, chance: Chance): Buffer {
  const others = Array.from({ length: chance.int(1, 12) }, () => plainDraft(chance));
  first.message.push(`with ${others.length} more behind it`);
  if (chance.is(0.3)) spoilDraft(chance.pick(others), chance);
  return Buffer.concat([first, ...others].map((one) => render(one, chance.pick([1, 7, 1000]))));
}
