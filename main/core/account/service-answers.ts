// Whether the service answers now. Asked before the last attempt with a refresh token (25): an outage should not cost
// the pilot a new sign-in. Also asked before a browser is opened, which would show a page of its own about it.
import type { Failure } from '../../contract/failure.ts';
import { connectionFailure, failures } from '../messages/failures.ts';
import { classifyConnectionError } from '../platform/network/connection-error.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Fetch } from './oauth/authorization-server.ts';
import { withTimeLimit } from './oauth/time-limit.ts';

const LIMIT_MS = 10_000;
/** The pilot waits for it. */
const REACH_LIMIT_MS = 5_000;

type Deps = { profile: ServiceProfile; clock: Clock; fetch: Fetch };

/** Asks without a token, so that nothing is done. Returns the status of the answer; throws where there is none. */
const statusAt = ({ clock, fetch }: Deps, address: string, limitMs: number, owner: AbortSignal): Promise<number> =>
  withTimeLimit(clock, limitMs, owner, async (signal) => {
    const response = await fetch(address, { signal, redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  });

/** False for no answer, and for 500 and above. */
export async function serviceAnswers(deps: Deps, owner: AbortSignal): Promise<boolean> {
  const { address, userinfoPath } = deps.profile;
  return statusAt(deps, `${address}${userinfoPath}`, LIMIT_MS, owner).then(
    (status) => status < 500,
    () => false,
  );
}

/** Why no sign-in can begin: nothing answers at the service's address. Null for an answer with any status. */
export async function whyUnreachable(deps: Deps, owner: AbortSignal): Promise<Failure | null> {
  const { address, name } = deps.profile;
  try {
    await statusAt(deps, address, REACH_LIMIT_MS, owner);
    return null;
  } catch (error) {
    if (owner.aborted) return null;
    const { why, code } = classifyConnectionError(error);
    if (why === 'no-answer') return failures.nothingAnswers(address, code);
    return { ...connectionFailure(name, why, code), requiredAction: 'sign-in' };
  }
}
