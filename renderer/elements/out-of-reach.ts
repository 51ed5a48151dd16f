// Two things that a pilot has to tell apart: this computer is off line, or it is not and the service cannot be reached.
import type { AppState } from '../../main/contract/state.ts';

export const isOutOfReach = ({ status, concern }: AppState['connection']): boolean =>
  status === 'off-line' && concern !== null && concern.kind !== 'offline';
