// The service as oauth4webapi describes a server. The document shows no discovery, so everything comes from the
// profile.
import * as oauth from 'oauth4webapi';
import type { fetch } from 'undici';
import { tokenAddress, type ServiceProfile } from '../../service/profile.ts';

export type Fetch = typeof fetch;

/** `issuer` is compared with `iss` in an answer (RFC 9207 §2.4). */
export const authorizationServer = (profile: ServiceProfile): oauth.AuthorizationServer => ({
  issuer: profile.issuer,
  authorization_endpoint: `${profile.address}${profile.authorizePath}`,
  token_endpoint: tokenAddress(profile),
  userinfo_endpoint: `${profile.address}${profile.userinfoPath}`,
});

export const clientOf = (profile: ServiceProfile): oauth.Client => ({ client_id: profile.clientId });

/** The options of every call: our fetch, and http where `readAddress` allowed it. */
export const callOptions = (fetch: typeof globalThis.fetch, signal: AbortSignal) => ({
  // Marked as deprecated by the library as a warning; createAccount allows http for loopback addresses only.
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, options: object) => fetch(url, options),
  signal,
});
