// Whether the service can be reached. "Offline" from the system is certain, "online" is only a hint (field guide 18):
// the outcome of the last calls outranks it.
import type { Failure } from '../../contract/failure.ts';
import type { AppState } from '../../contract/state.ts';
import { failures, connectivityFailures } from '../messages/failures.ts';
import type { Clock, SystemEvents } from '../platform/ports.ts';

export function createConnection(deps: { clock: Clock; system: SystemEvents; onChange(): void; onBack(): void }) {
  const { clock } = deps;
  let isSystemOffline = false;
  let last: AppState['connection']['status'] = 'online';
  let since = clock.now();

  const undo = deps.system.onNetworkHint((online) => {
    const wasOffline = isSystemOffline;
    isSystemOffline = !online;
    if (wasOffline && online) deps.onBack();
    deps.onChange();
  });

  return {
    /** `hold`: why no report is uploaded, by the last calls. A service on this computer needs no network. */
    state(hold: Failure | null, isOnThisComputer = false): AppState['connection'] {
      const isUnreachable = hold !== null && connectivityFailures.has(hold.kind);
      const isOffline = isSystemOffline && !isOnThisComputer;
      const status = isOffline || isUnreachable ? 'offline' : 'online';
      if (status !== last) {
        last = status;
        since = clock.now();
      }
      return { status, since, concern: isOffline ? failures.offline() : isUnreachable ? hold : null };
    },
    stop: undo,
  };
}
