// Everything that differs between services. Documented paths are fixed; what the document leaves open (A1, A2, A4, A7,
// A15, A18, A19, A21) is a field here and nowhere else.
import { createHash } from 'node:crypto';
import { readAddress } from '../../contract/service-address.ts';
import type { ServiceSettings } from '../../contract/settings.ts';
import type { ProfileKind } from '../../contract/state.ts';
import { message, type Name } from '../../messages/message.ts';

export type ServiceProfile = {
  /** Names tokens, accounts and jobs: two services, or two emulators, never share any. */
  readonly key: string;
  readonly kind: ProfileKind;
  readonly name: Name;
  /** As `readAddress` returns it, like the others. */
  readonly address: string;
  /** The expected `iss` of its answers (RFC 9207). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: SecretSource;
  readonly authorizePath: string;
  readonly tokenPath: string;
  readonly userinfoPath: string;
  readonly apiPrefix: string;
  readonly redirectPath: string;
  readonly redirectPort: number;
  readonly scopes: readonly string[];
  /** IANA time zone of times without an offset (A7). */
  readonly zone: string;
  /** The page of a flight on the service's website, with `{id}`; empty: none. */
  readonly flightPage: string;
};

/**
 * The three ways to keep the application's secret (rule 33). An emulator's is public and given here; the pilot's own is in
 * the secret store under this name; the broker's is known only to the broker, and token requests go to its address.
 */
export type SecretSource =
  | { readonly from: 'given'; readonly value: string }
  | { readonly from: 'secret-store'; readonly name: string }
  | { readonly from: 'broker'; readonly address: string };

/** The demonstration application of every emulator (docs/emulator/quick-start.md). Public: it works with emulators only. */
export const demonstrationApplication = {
  clientId: 'pilot-companion-demo',
  clientSecret: 'demo-secret-for-the-emulator-only',
  redirectPath: '/callback/emulator',
} as const;

const documented = { tokenPath: '/oauth/token', apiPrefix: '/api/v1', userinfoPath: '/oauth/userinfo' } as const;
const allScopes = ['openid', 'profile', 'flights:read', 'flights:write'];

/** The profile of an emulator: the embedded one ('demo') or another one on this computer. */
export function emulatorProfile(
  kind: 'demo' | 'emulator',
  address: string,
  application: { clientId: string; clientSecret: string; redirectPath: string } = demonstrationApplication,
): ServiceProfile {
  const base = readAddress(address).address ?? address;
  return {
    ...documented,
    // The embedded service keeps its data between starts, but not its port.
    key: kind === 'demo' ? 'demo' : `emulator-${shortHash(base)}`,
    kind,
    name: message(kind === 'demo' ? 'shared.demoService' : 'shared.emulator'),
    address: base,
    issuer: base,
    clientId: application.clientId,
    clientSecret: { from: 'given', value: application.clientSecret },
    authorizePath: '/oauth/authorize',
    redirectPath: application.redirectPath,
    redirectPort: 0,
    scopes: allScopes,
    zone: 'UTC',
    flightPage: '',
  };
}

/** The key of a service: its address alone, as the settings have it. */
export const serviceKey = (address: string) => `service-${shortHash(address)}`;

/** The profile of a real service, from the settings. */
export function serviceProfile(service: ServiceSettings): ServiceProfile {
  const { address } = service;
  const key = serviceKey(address);
  return {
    ...documented,
    key,
    kind: 'service',
    name: service.name,
    address,
    issuer: service.issuer || address,
    clientId: service.clientId,
    clientSecret:
      service.mode === 'broker'
        ? { from: 'broker', address: service.brokerAddress }
        : { from: 'secret-store', name: applicationSecretName(key) },
    authorizePath: service.authorizePath,
    redirectPath: service.redirectPath,
    redirectPort: service.redirectPort,
    scopes: service.scopes.split(/\s+/).filter(Boolean),
    zone: service.zone,
    flightPage: service.flightPage,
  };
}

/** Where token requests go: to the service or its broker. */
export const tokenAddress = ({ clientSecret, address, tokenPath }: ServiceProfile) =>
  `${clientSecret.from === 'broker' ? clientSecret.address : address}${tokenPath}`;

/** The name of the server for token requests, for messages. */
export const tokenServerName = ({ clientSecret, name }: ServiceProfile): Name =>
  clientSecret.from === 'broker' ? new URL(clientSecret.address).host : name;

/** Names of items in the secret store. `item` tells the pilots of a profile apart; it is empty for the first one. */
export const tokensName = (profileKey: string, item = '') => `tokens/${profileKey}${item && `/${item}`}`;
export const applicationSecretName = (profileKey: string) => `application-secret/${profileKey}`;

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
