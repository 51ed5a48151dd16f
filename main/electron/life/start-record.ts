// Counts starts that ended unexpectedly, so that the third one is a safe start: without graphics acceleration, and with
// the window at its usual place.
import type { SettingsStore } from '../../core/platform/ports.ts';
import { z } from 'zod';

/** A start that lives this long, or is quit, has succeeded. */
export const settledAfterMs = 60_000;
const failuresBeforeSafe = 2;

const recordSchema = z.object({ unsettled: z.number().int().min(0) });

/** Counts this start immediately, durably. `store` keeps one document. */
export function createStartRecord(store: Pick<SettingsStore, 'read' | 'write'>) {
  const before = recordSchema.safeParse(store.read()).data?.unsettled ?? 0;
  let hasCrashed = false;
  store.write({ unsettled: before + 1 });
  return {
    isSafe: before >= failuresBeforeSafe,
    /** A process of the window ended unexpectedly: this start has failed, even if the pilot quits. */
    crashed: () => void (hasCrashed = true),
    /** The app has run for a while, or is quit. */
    settled() {
      if (!hasCrashed) store.write({ unsettled: 0 });
    },
  };
}
