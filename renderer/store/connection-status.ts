// What a pilot has to tell apart: this computer is offline, the service can't be reached, or it answers with errors.
import type { AppState } from '../../main/contract/state.ts';

export function connectionStatus({
  status,
  concern,
}: AppState['connection']): 'unknown' | 'online' | 'serviceError' | 'offline' | 'unreachable' {
  if (status === 'service-error') return 'serviceError';
  if (status !== 'offline') return status;
  return concern !== null && concern.kind !== 'offline' ? 'unreachable' : 'offline';
}
