import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import type { Pilot } from '../../world/world.ts';
import { pageByName, viewPage } from './paging.ts';
import type { Page, PageRequest, PilotView } from '../../api-types.ts';

export type PilotsControl = {
  list(request: PageRequest): Page<PilotView>;
  add(pilot: PilotView): PilotView;
};

export function createPilotsControl({ world, changed }: Pick<EmulatorContext, 'world' | 'changed'>): PilotsControl {
  return {
    list: (request) =>
      viewPage(
        pageByName(world.pilots.values(), ({ id }) => id, request),
        viewPilot,
      ),
    add(pilot) {
      if (world.pilots.has(pilot.id)) throw new EmulatorError('not-allowed', `Pilot ${pilot.id} already exists.`);
      world.pilots.set(pilot.id, viewPilot(pilot));
      changed('pilots');
      return viewPilot(pilot);
    },
  };
}

const viewPilot = ({ id, name }: Pilot): PilotView => ({ id, name });
