// Whether the service answers now. Checked before the last attempt with a refresh token (25): an outage should not cost
// the pilot a new sign-in. Also checked before a browser is opened, which would show its own error page.
import type { Failure } from '../../contract/failure.ts';
import { connectionFailure, failures } from '../messages/failures.ts';
import type { Clock } from '../platform/ports.ts';
import { askService } from '../service/ask-service.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Fetch } from './oauth/authorization-server.ts';

/** The pilot waits for it. */
const REACH_LIMIT_MS = 5_000;

type Deps = { profile: ServiceProfile; clock: Clock; fetch: Fetch };

/** False for no answer, and for 5xx. */
export async function serviceAnswers(deps: Deps, owner: AbortSignal): Promise<boolean> {
  const { address, userinfoPath } = deps.profile;
  const answer = await askService(`${address}${userinfoPath}`, deps, { owner });
  return answer.kind === 'answered' && answer.status < 500;
}

/** Why no sign-in can begin: nothing answers at the service's address. Null for an answer with any status. */
export async function whyUnreachable(deps: Deps, owner?: AbortSignal): Promise<Failure | null> {
  const { address, name } = deps.profile;
  const answer = await askService(address, deps, { limitMs: REACH_LIMIT_MS, ...(owner && { owner }) });
  if (answer.kind === 'answered' || owner?.aborted) return null;
  const { why, code } = answer;
  if (why === 'no-answer') return failures.nothingAnswers(address, code);
  return { ...connectionFailure(name, why, code), requiredAction: 'sign-in' };
}
