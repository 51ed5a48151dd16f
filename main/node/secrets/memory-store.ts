// Secrets that end with this process.
import { ok } from '../../contract/failure.ts';
import type { SecretStore } from '../../core/platform/ports.ts';
import { createSerialQueue } from '../../core/platform/waits.ts';

export function createMemoryStore(): SecretStore {
  const values = new Map<string, string>();
  const runExclusive = createSerialQueue();
  return {
    place: 'memory',
    concern: null,
    get: async (name) => ok(values.get(name) ?? null),
    async set(name, value) {
      values.set(name, value);
      return ok(null);
    },
    async delete(name) {
      values.delete(name);
      return ok(null);
    },
    exclusively: (_name, work) => runExclusive(work),
  };
}
