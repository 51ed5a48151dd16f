// What a start leaves behind, how often a crashed window is reloaded, and who is told that the pilot sees the app.
import { writeFileSync } from 'node:fs';
import type { Clock, SettingsStore } from '../../core/platform/ports.ts';
import { z } from 'zod';

// How often a crashed window is reloaded. A page that crashes immediately would reload forever.

const mostReloads = 3;
const withinMs = 10 * 60_000;

/** Returns a function that decides whether the window may reload once more: three times in any ten minutes. */
export function createReloadLimit({ monotonic }: Pick<Clock, 'monotonic'>): () => boolean {
  let times: number[] = [];
  return () => {
    const now = monotonic();
    times = times.filter((time) => now - time < withinMs);
    if (times.length >= mostReloads) return false;
    times.push(now);
    return true;
  };
}

// Counts starts that ended unexpectedly, so that the third one is a safe start: without graphics acceleration, and with
// the window at its usual place.

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

// `npm start` opens the window in the browser if Electron ends before the pilot saw anything (scripts/open-in-electron.mjs).

/** Reports that the pilot sees the app: its window, its tray icon, a dialog, or the window of the app that runs already. */
export function reportSeen(): void {
  const report = process.env['PILOT_COMPANION_START_REPORT'];
  if (!report) return;
  try {
    writeFileSync(report, '');
  } catch {
    // The program that wanted to know is gone.
  }
}
