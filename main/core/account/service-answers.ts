// Whether the service answers now. Asked before the last attempt with a refresh token (25): an outage should not cost
// the pilot a new sign-in. Also asked before a browser is opened, which would show a page of its own about it.
import type { Failure } from '../../contract/failure.ts';
import { connectionFailure, failures } from '../messages/failures.ts';
import { classifyConnectionError } from '../platform/network/connection-error.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Fetch } from './oauth/authorization-server.ts';
import { withTimeLimit } from './oauth/time-limit.ts';

const limitMs = 10_000;
/** The pilot waits for it. */
const reachLimitMs = 5_000;

type Deps = { profile: ServiceProfile; clock: Clock; fetch: Fetch };

/** Without a token, so that nothing is done. False for no answer, and for 500 and above. */
export async function serviceAnswers(deps: Deps, owner: AbortSignal): Promise<boolean> {
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

/** Why no sign-in can begin: nothing answers at the service's address. Null for any answer, whatever its status. */
export async function whyUnreachable(deps: Deps, owner: AbortSignal): Promise<Failure | null> {
  const { profile, clock } = deps;
  try {
    await withTimeLimit(clock, reachLimitMs, owner, async (signal) => {
      const response = await deps.fetch(profile.address, { signal, redirect: 'manual' });
      await response.body?.cancel();
    });
    return null;
  } catch (error) {
    if (owner.aborted) return null;
    const { why, code } = classifyConnectionError(error);
    if (why === 'no-answer') return failures.nothingAnswers(profile.address, code);
    return { ...connectionFailure(profile.name, why, code), requiredAction: 'sign-in' };
  }
}
