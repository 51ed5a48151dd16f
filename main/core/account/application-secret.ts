// The secret of the application: given for an emulator, the pilot's own from the secret store (33). None is in the package.
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../failures.ts';
import type { SecretStore } from '../ports.ts';
import type { ServiceProfile } from '../service/profile.ts';

/** Read anew for each call, so that a secret that was entered or removed counts at once. */
export async function readApplicationSecret(profile: ServiceProfile, secrets: SecretStore): Promise<Result<string>> {
  if (profile.clientSecret.from === 'given') return ok(profile.clientSecret.value);
  const stored = await secrets.get(profile.clientSecret.name);
  if (!stored.ok) return stored;
  return stored.value ? ok(stored.value) : failed(failures.notConfigured());
}
