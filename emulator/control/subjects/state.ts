// The whole world as one document, out and in.

import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { writeDocument } from '../../world/serialize-world.ts';
import type { World } from '../../world/world.ts';
import { readClock } from './clock.ts';

export interface StateControl {
  /** The document's text. The same world at the same moment gives the same bytes. */
  export(): string;
  /**
   * Takes a document, as a text or as the value of it, in place of the world, all or nothing. A frozen clock goes to the document's moment, also
   * to an earlier one; a running clock only forward.
   */
  import(document: unknown): Promise<void>;
}

/** @param interrupt ends what was under way in the world that goes, and why */
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

/** Puts another world in the place of the present one, which everybody goes on holding. */
export function replaceWorld({ world, clock, checks, images, events, changed }: EmulatorContext, by: World): void {
  // Another flight may have the number of one that is gone: it must not show its image.
  if (by.flights !== world.flights) images.clear();
  Object.assign(world, by);
  checks.followAll();
  events.publish({ type: 'clock', clock: readClock(clock) });
  changed('applications', 'pilots', 'consents', 'tokens', 'flights', 'faults', 'limits');
}
