// The controls over faults: asked for, listed, removed. What a fault does to a request stands in faults.ts.

import { EmulatorRefusal } from './refusal.ts';
import type { Service } from './service.ts';
import { faultRequestSchema, firstIssue } from './world-document.ts';
import type { Fault, FaultEffect, FaultMatch } from './world.ts';

export interface FaultRequest {
  /** What is left out matches anything; a path may end in a star. */
  match?: FaultMatch;
  /** So many matching requests pass first; none by default. */
  skip?: number;
  /** So many are touched; all until it is removed by default. */
  times?: number;
  effect: FaultEffect;
}

export interface FaultControls {
  add(request: FaultRequest): Fault;
  list(): Fault[];
  remove(id: number): void;
  clear(): void;
}

export function createFaultControls({ world, changed }: Pick<Service, 'world' | 'changed'>): FaultControls {
  return {
    add(request) {
      const parsed = faultRequestSchema.safeParse(request);
      if (!parsed.success) {
        throw new EmulatorRefusal('option', `A fault cannot be like this: ${firstIssue(parsed.error)}.`);
      }
      const fault: Fault = { ...parsed.data, id: world.nextFaultId++, seen: 0, fired: 0 };
      world.faults.push(fault);
      changed();
      return structuredClone(fault);
    },
    list: () => world.faults.map((fault) => structuredClone(fault)),
    remove(id) {
      const index = world.faults.findIndex((fault) => fault.id === id);
      if (index === -1) throw new EmulatorRefusal('unknown', `There is no fault ${id}.`);
      world.faults.splice(index, 1);
      changed();
    },
    clear() {
      world.faults.length = 0;
      changed();
    },
  };
}
