// What the app remembers about its updates, in `updates.json` of the data folder.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SettingsStore } from '../../core/platform/ports.ts';

const recordSchema = z.object({
  /** Decides about staged rollouts, and is not sent. */
  installationId: z.uuid(),
  /** The version whose notes were read, or that was there first. */
  readVersion: z.string(),
  /** The version that was being installed when the app ended. */
  installing: z.nullable(z.string()),
});
type Stored = z.infer<typeof recordSchema>;

export type UpdateRecord = ReturnType<typeof createUpdateRecord>;

/** `version`: of this app. A record that can't be read is begun again: nothing but a note is lost. */
export function createUpdateRecord(store: SettingsStore, version: string) {
  const found = recordSchema.safeParse(store.read());
  let stored: Stored = found.data ?? { installationId: randomUUID(), readVersion: version, installing: null };
  if (!found.success) store.write(stored);
  const change = (more: Partial<Stored>) => {
    stored = { ...stored, ...more };
    store.write(stored);
  };
  return {
    installationId: () => stored.installationId,
    readVersion: () => stored.readVersion,
    installing: () => stored.installing,
    notesRead: () => change({ readVersion: version }),
    beginInstalling: (next: string) => change({ installing: next }),
    endInstalling: () => change({ installing: null }),
  };
}
