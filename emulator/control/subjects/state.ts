// Exports and imports the complete state as one document.

import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { writeDocument } from '../../world/serialize-world.ts';
import type { World } from '../../world/world.ts';
import { readClock } from './clock.ts';

export type StateControl = {
  /** Deterministic: the same state at the same time gives the same bytes. */
  export(): string;
  /**
   * Replaces the state with a document (its text or its value), all or nothing. Sets a frozen clock to the time of the
   * document; a running clock only moves forward.
   */
  import(document: unknown): Promise<void>;
};

/** @param interrupt cancels the running scenario */
export function createStateControl(context: EmulatorContext, interrupt: (because: string) => void): StateControl {
  const { world, clock, images } = context;
  return {
    export: () => writeDocument(world, clock.now()),
    async import(document) {
      const { readDocument, readWorld } = await import('../../world/world-document.ts');
      const read = typeof document === 'string' ? readDocument(document) : readWorld(document);
      if (!read.ok) {
        throw new EmulatorError('option', `Not a valid state document (${read.reason}). Nothing has changed.`);
      }
      if (clock.steering?.isFrozen === true) clock.steering.put(read.atMs);
      else clock.notBefore(read.atMs);
      images.clear();
      interrupt('another state was imported');
      replaceWorld(context, read.world);
    },
  };
}

/** Replaces the contents of the world object, because others hold a reference to it. */
export function replaceWorld({ world, clock, checks, images, events, changed }: EmulatorContext, by: World): void {
  // A new flight may reuse an ID and must not show the old image.
  if (by.flights !== world.flights) images.clear();
  Object.assign(world, by);
  checks.followAll();
  events.publish({ type: 'clock', clock: readClock(clock) });
  changed('applications', 'pilots', 'consents', 'tokens', 'flights', 'faults', 'limits');
}
