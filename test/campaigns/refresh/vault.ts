// The secret store of the campaign: the real vault of a data folder, unlocked. In the machine's own time: the duration
// of a write does not scale.
import type { Logger, SecretStore } from '../../../main/core/platform/ports.ts';
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { createSecretLock } from '../../../main/node/secrets/secret-lock.ts';
import { createFileVault } from '../../../main/node/secrets/vault/file-vault.ts';

export function openCampaignVault(dataDir: string, log: Logger): SecretStore {
  const vault = createFileVault({ dataDir, clock: systemClock, log });
  const lock = createSecretLock({ dataDir, lockDir: dataDir, service: 'campaign', clock: systemClock, log });
  return {
    place: 'open-vault',
    concern: null,
    get: (name) => vault.get(name, 'open'),
    set: (name, value) => vault.set(name, value, 'open'),
    delete: (name) => vault.delete(name, 'open'),
    exclusively: (name, work) => lock(name, false, work),
  };
}
