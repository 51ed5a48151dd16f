// Collects changes and sends them together after a short delay: fifty new files are one event, not fifty.
import type { CompanionEvent } from '../../contract/events.ts';
import type { Clock, Logger } from '../platform/ports.ts';

const gatherMs = 25;
const progressEveryMs = 120;

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(deps: {
  clock: Clock;
  log: Logger;
  describe(strips: ReadonlySet<string>): CompanionEvent[];
}) {
  const { clock, log } = deps;
  const listeners = new Set<(event: CompanionEvent) => void>();
  let strips = new Set<string>();
  let undo: (() => void) | null = null;
  const progressAt = new Map<string, number>();

  function notify(event: CompanionEvent) {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // One listener's error must not affect the others.
        log.error('a listener failed', { error });
      }
    }
  }

  function flush() {
    undo = null;
    const changed = strips;
    strips = new Set();
    for (const event of deps.describe(changed)) notify(event);
  }

  return {
    subscribe(listener: (event: CompanionEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The state changed, and these strips with it. */
    note(stripIds: Iterable<string> = []) {
      for (const id of stripIds) strips.add(id);
      undo ??= clock.schedule(gatherMs, flush);
    },
    /** Sends now what is gathered. */
    flush() {
      if (undo === null) return;
      undo();
      flush();
    },
    settingsChanged: () => notify({ type: 'settings.changed' }),
    progress(id: string, sentBytes: number, totalBytes: number) {
      const last = progressAt.get(id) ?? Number.NEGATIVE_INFINITY;
      if (sentBytes < totalBytes && clock.monotonic() - last < progressEveryMs) return;
      if (sentBytes >= totalBytes) progressAt.delete(id);
      else progressAt.set(id, clock.monotonic());
      notify({ type: 'upload.progressed', id, sentBytes, totalBytes });
    },
    exportProgress: (written: number, total: number) => notify({ type: 'export.progressed', written, total }),
    stop() {
      undo?.();
      listeners.clear();
    },
  };
}
