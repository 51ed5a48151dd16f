// Whether the service can be reached. "Offline" from the system is certain, "online" is only a hint (field guide 18):
// how the last request ended outranks it, whichever process made it.
import type { Failure } from '../../contract/failure.ts';
import type { AppState } from '../../contract/state.ts';
import type { Name } from '../../messages/message.ts';
import { connectivityFailures, failures, serviceFailures } from '../messages/failures.ts';
import type { Clock, SystemEvents } from '../platform/ports.ts';

export function createConnection(deps: { clock: Clock; system: SystemEvents; onChange(): void; onBack(): void }) {
  const { clock } = deps;
  let isSystemOffline = false;
  let last: AppState['connection']['status'] = 'unknown';
  let since = clock.now();

  const undo = deps.system.onNetworkHint((online) => {
    const wasOffline = isSystemOffline;
    isSystemOffline = !online;
    if (wasOffline && online) deps.onBack();
    deps.onChange();
  });

  return {
    /**
     * `hold`: why no report is uploaded. `lastOutcome`: the result of the newest request; null if none was made, or
     * nobody is signed in. A service on this computer needs no network.
     */
    state(given: {
      hold: Failure | null;
      lastOutcome: string | null;
      service: Name;
      isOnThisComputer: boolean;
    }): AppState['connection'] {
      const { status, concern } = judge(given, isSystemOffline);
      if (status !== last) {
        last = status;
        since = clock.now();
      }
      return { status, since, concern };
    },
    stop: undo,
  };
}

type Judgement = Pick<AppState['connection'], 'status' | 'concern'>;

function judge(
  given: Parameters<ReturnType<typeof createConnection>['state']>[0],
  isSystemOffline: boolean,
): Judgement {
  const { hold, lastOutcome, service } = given;
  if (isSystemOffline && !given.isOnThisComputer) return { status: 'offline', concern: failures.offline() };
  if (hold !== null && connectivityFailures.has(hold.kind)) return { status: 'offline', concern: hold };
  // Uploads fail, even if other requests were answered since. One that waits for the pilot concerns the sign-in.
  if (hold !== null && serviceFailures.has(hold.kind) && hold.requiredAction === undefined)
    return { status: 'service-error', concern: hold };
  switch (lastOutcome) {
    case null:
    // The connection worked and then broke: the next request will show.
    case 'lost':
      return { status: 'unknown', concern: null };
    case 'unreachable':
    case 'captive-portal':
      return { status: 'offline', concern: failures.serviceUnreachable(service) };
    case 'server-error':
    case 'not-understood':
    case 'accepted-unread':
      return { status: 'service-error', concern: null };
    default:
      return { status: 'online', concern: null };
  }
}
