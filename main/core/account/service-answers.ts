// Whether anything answers for the service just now. Asked before the last try that a refresh token has left (25): a
// service that is down, or a network that leads nowhere, should not cost the pilot a new sign-in.
import type { Clock } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Fetch } from './oauth/authorization-server.ts';
import { withTimeLimit } from './time-limit.ts';

const limitMs = 10_000;

/** Without a token, so that any service answers and none does anything. False for silence, and for 500 and above. */
export async function serviceAnswers(
  deps: { profile: ServiceProfile; clock: Clock; fetch: Fetch },
  owner: AbortSignal,
): Promise<boolean> {
  const { profile, clock } = deps;
  try {
    return await withTimeLimit(clock, limitMs, owner, async (signal) => {
      const address = `${profile.address}${profile.userinfoPath}`;
      const response = await deps.fetch(address, { signal, redirect: 'manual' });
      await response.body?.cancel();
      return response.status < 500;
    });
  } catch {
    return false;
  }
}
