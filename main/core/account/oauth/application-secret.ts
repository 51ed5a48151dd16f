// The application's secret (33): an emulator's is public, the pilot's own is in the secret store, and a broker's is
// never here. None is in the package.
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { SecretStore } from '../../platform/ports.ts';
import type { ServiceProfile } from '../../service/profile.ts';

/** Null: token requests are sent without one, and the broker adds it. */
export type ApplicationSecret = string | null;

/** Read for each call, so that an entered or removed secret takes effect immediately. */
export async function readApplicationSecret(
  profile: ServiceProfile,
  secrets: SecretStore,
): Promise<Result<ApplicationSecret>> {
  switch (profile.clientSecret.from) {
    case 'given':
      return ok(profile.clientSecret.value);
    case 'broker':
      return ok(null);
    case 'secret-store': {
      const stored = await secrets.get(profile.clientSecret.name);
      if (!stored.ok) return stored;
      return stored.value ? ok(stored.value) : failed(failures.applicationSecretMissing());
    }
  }
}
