// Adds, lists and removes faults; faults/ applies them.

import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import type { Fault } from '../../world/world.ts';
import { checkParties } from '../../world/fault-match.ts';
import { pageByNumber, viewPage } from './paging.ts';
import type { FaultRequest, FaultView, Page, PageRequest } from '../../api-types.ts';

export type FaultsControl = {
  list(request: PageRequest): Page<FaultView>;
  /** With durations and sizes as numbers. */
  add(request: Omit<FaultRequest, 'effect'> & Pick<Fault, 'effect'>): FaultView;
  remove(which: { id: number }): void;
  clear(): void;
};

export function createFaultsControl({ world, changed }: Pick<EmulatorContext, 'world' | 'changed'>): FaultsControl {
  return {
    list: (request) =>
      viewPage(
        pageByNumber(world.faults, ({ id }) => id, request),
        viewFault,
      ),
    add({ match = {}, skip = 0, times = null, probability = 1, effect }) {
      checkParties(match, world);
      const fault: Fault = { match, skip, times, probability, effect, id: world.nextFaultId++, seen: 0, fired: 0 };
      world.faults.push(fault);
      changed('faults');
      return viewFault(fault);
    },
    remove({ id }) {
      const index = world.faults.findIndex((fault) => fault.id === id);
      if (index === -1) throw new EmulatorError('unknown', `Fault ${id} not found.`);
      world.faults.splice(index, 1);
      changed('faults');
    },
    clear() {
      world.faults.length = 0;
      changed('faults');
    },
  };
}

const viewFault = (fault: Fault): FaultView => structuredClone(fault);
