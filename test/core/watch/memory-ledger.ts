// A Ledger that lives as long as the test: pass the same one to a second watch to simulate a restart.
import type { Ledger, LedgerEntry } from '../../../main/core/watch/known-files.ts';

export function createMemoryLedger(): Ledger {
  const folders = new Map<string, Map<string, LedgerEntry>>();
  const folder = (id: string) => {
    const known = folders.get(id) ?? new Map<string, LedgerEntry>();
    folders.set(id, known);
    return known;
  };
  return {
    entries: (id) => [...folder(id).values()],
    put: (id, entry) => void folder(id).set(entry.path, entry),
    putAll(id, entries) {
      for (const entry of entries) folder(id).set(entry.path, entry);
    },
    forget: (id, path) => void folder(id).delete(path),
    forgetExisting(id) {
      for (const { path, verdict } of folder(id).values()) if (verdict === 'existing') folder(id).delete(path);
    },
  };
}
