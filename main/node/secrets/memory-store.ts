// Secrets that live as long as this process. Used where there is no keychain, and said plainly.
import { ok } from '../../contract/failure.ts';
import type { SecretStore } from '../../core/ports.ts';

export function createMemoryStore(concern: string | null): SecretStore {
  const values = new Map<string, string>();
  return {
    place: 'memory',
    concern,
    get: async (name) => ok(values.get(name) ?? null),
    async set(name, value) {
      values.set(name, value);
      return ok(null);
    },
    async delete(name) {
      values.delete(name);
      return ok(null);
    },
  };
}
