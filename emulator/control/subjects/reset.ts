// Restores the initial state, completely or in slices.

import { EmulatorError } from '../../emulator-error.ts';
import { createSeededWorld, seededSecrets } from '../../world/seed.ts';
import type { EmulatorContext } from '../../context.ts';
import type { World } from '../../world/world.ts';
import { dropDangling, dropFuture } from '../../world/world-integrity.ts';
import { replaceWorld } from './state.ts';
import { slices } from '../../api-types.ts';
import type { ResetRequest, Slice } from '../../api-types.ts';

export type ResetControl = {
  /** Everything including settings and scenario, or only the given slices. */
  reset(request: ResetRequest): void;
};

const membersOf: Partial<Record<Slice, readonly (keyof World)[]>> = {
  faults: ['faults', 'nextFaultId'],
  limits: ['usage'],
  consents: ['consents', 'codes', 'accessTokens', 'refreshTokens'],
  flights: ['flights', 'flightIdsByPilot', 'nextFlightId'],
  applications: ['applications'],
  pilots: ['pilots'],
};

/** Resets parts to the seed, then to the initial state of the running scenario. */
export function createRewind(dependencies: {
  context: EmulatorContext;
  /** The plain secrets by client ID. */
  secrets: Map<string, string>;
  restore: (parts: readonly Slice[]) => void;
}): (parts: readonly Slice[]) => void {
  const { context, secrets, restore } = dependencies;
  const { world, clock, journal, images } = context;

  return (parts) => {
    if (parts.includes('clock')) clock.steering?.restart();
    if (parts.includes('journal')) journal.clear();
    if (parts.includes('flights')) images.clear();
    if (parts.includes('applications')) {
      secrets.clear();
      for (const [clientId, secret] of seededSecrets()) secrets.set(clientId, secret);
    }
    const fresh = createSeededWorld();
    const members = parts.flatMap((part) => membersOf[part] ?? []);
    Object.assign(world, Object.fromEntries(members.map((member) => [member, fresh[member]])));
    restore(parts);
    dropDangling(world);
    dropFuture(world, clock.now());
    replaceWorld(context, world);
  };
}

export function createResetControl(context: EmulatorContext, rewind: (parts: readonly Slice[]) => void): ResetControl {
  const { clock, settings, changed } = context;
  const first = { ...settings };

  return {
    reset({ slices: wanted }) {
      if (wanted?.includes('clock') === true && clock.steering === undefined) {
        throw new EmulatorError('not-allowed', 'This emulator uses an external clock, which can’t be reset.');
      }
      if (wanted === undefined) {
        Object.assign(settings, first);
        changed('settings');
      }
      rewind(wanted ?? slices);
    },
  };
}
