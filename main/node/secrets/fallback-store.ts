// Where there is no keychain: memory, or the file that the pilot agreed to. The agreement may come or go while the program
// runs; what is held moves with it, so that a sign-in is neither lost nor left behind in a file that is no longer wanted.
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { SecretStore } from '../../core/ports.ts';

export function createFallbackStore(stores: {
  memory: SecretStore;
  vault: SecretStore;
  isFileAllowed: boolean;
}): SecretStore {
  const { memory, vault } = stores;
  let current = stores.isFileAllowed ? vault : memory;
  /** What this process has asked for or kept: what has to move. */
  const names = new Set<string>();

  return {
    get place() {
      return current.place;
    },
    get concern() {
      return current.concern;
    },
    get(name) {
      names.add(name);
      return current.get(name);
    },
    set(name, value) {
      names.add(name);
      return current.set(name, value);
    },
    delete: (name) => current.delete(name),
    async allowFile(isAllowed): Promise<Result<null>> {
      const next = isAllowed ? vault : memory;
      if (next === current) return ok(null);
      const before = current;
      for (const name of names) {
        const held = await before.get(name);
        if (!held.ok) return failed(held.failure);
        if (held.value === null) continue;
        const kept = await next.set(name, held.value);
        if (!kept.ok) return kept;
      }
      current = next;
      // Only now: until everything has its new place, the old one is the truth.
      for (const name of names) await before.delete(name);
      return ok(null);
    },
  };
}
