// This app as a client of the service's authorization server: server and client as oauth4webapi describes them, the
// application's secret, and the options of every call.
import * as oauth from 'oauth4webapi';
import type { fetch } from 'undici';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { SecretStore } from '../../platform/ports.ts';
import { tokenAddress, type ServiceProfile } from '../../service/profile.ts';

export type Fetch = typeof fetch;

/**
 * The document shows no discovery, so everything comes from the profile. `issuer` is compared with `iss` in an answer
 * (RFC 9207 §2.4).
 */
export const authorizationServer = (profile: ServiceProfile): oauth.AuthorizationServer => ({
  issuer: profile.issuer,
  authorization_endpoint: `${profile.address}${profile.authorizePath}`,
  token_endpoint: tokenAddress(profile),
  userinfo_endpoint: `${profile.address}${profile.userinfoPath}`,
});

export const clientOf = (profile: ServiceProfile): oauth.Client => ({ client_id: profile.clientId });

/** Null: token requests are sent without one, and the broker adds it. */
export type ApplicationSecret = string | null;

/**
 * The application's secret (rule 33): an emulator's is public, the pilot's own is in the secret store, and a broker's is
 * never here. None is in the package. Read for each call, so that an entered or removed secret takes effect immediately.
 */
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

/** The options of every call: our fetch, and http where `readAddress` allowed it. */
export const callOptions = (fetch: typeof globalThis.fetch, signal: AbortSignal) => ({
  // Marked as deprecated by the library as a warning; `readAddress` allows http for loopback addresses only.
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, options: object) => fetch(url, options),
  signal,
});
