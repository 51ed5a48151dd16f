// Whether the service answers now. Asked before the last attempt with a refresh token (25): an outage should not cost
// the pilot a new sign-in.
import type { Clock } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Fetch } from './oauth/authorization-server.ts';
import { withTimeLimit } from './oauth/time-limit.ts';

const limitMs = 10_000;

/** Without a token, so that nothing is done. False for no answer, and for 500 and above. */
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
