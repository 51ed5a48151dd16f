// Distinguishes for the pilot an offline computer, an unreachable service, and a service that answers with errors.
import type { AppState } from '../../main/contract/state.ts';

export function connectionStatus({
  status,
  concern,
}: AppState['connection']): 'unknown' | 'online' | 'serviceError' | 'offline' | 'unreachable' {
  if (status === 'service-error') return 'serviceError';
  if (status !== 'offline') return status;
  return concern !== null && concern.kind !== 'offline' ? 'unreachable' : 'offline';
}
