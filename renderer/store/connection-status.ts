// What a pilot has to tell apart: this computer is offline, or it is online and the service can't be reached.
import type { AppState } from '../../main/contract/state.ts';

export function connectionStatus({ status, concern }: AppState['connection']): 'online' | 'offline' | 'unreachable' {
  if (status === 'online') return 'online';
  return concern !== null && concern.kind !== 'offline' ? 'unreachable' : 'offline';
}
