// Applications, pilots, consents and tokens.

import type {
  ApplicationChange,
  ApplicationView,
  NewApplication,
  Page,
  PageRequest,
  PilotView,
  ConsentFilter,
  ConsentsRequest,
  ConsentView,
  SignedIn,
  SignInRequest,
  TokenFilter,
  TokenKind,
  TokensRequest,
  TokenState,
  TokenView,
} from '../../api-types.ts';
import { isoTime, isoTimeOrNull } from '../../clock/timestamps.ts';
import type { EmulatorContext } from '../../context.ts';
import { EmulatorError } from '../../emulator-error.ts';
import { digestOf, randomSecret, fingerprintOf } from '../../http/digest.ts';
import { grantConsent, issueTokens, revokeConsent } from '../../oauth/grants.ts';
import { registrationError } from '../../oauth/redirect-uri.ts';
import { isScope, scopeTexts } from '../../oauth/scopes.ts';
import { checkParties } from '../../world/fault-match.ts';
import type { Application, Pilot, Consent, World } from '../../world/world.ts';
import { pageByName, viewPage, wholeList } from './paging.ts';

export type ApplicationsControl = {
  list(request: PageRequest): Page<ApplicationView>;
  /** Only this result contains the secret. */
  add(application: NewApplication): ApplicationView & { clientSecret: string };
  update(change: ApplicationChange & { clientId: string }): ApplicationView;
};

/** @param secrets the plain secrets by client ID; new ones are added */
export function createApplicationsControl(
  { world, clock, changed }: Pick<EmulatorContext, 'world' | 'clock' | 'changed'>,
  secrets: Map<string, string>,
): ApplicationsControl {
  return {
    list: (request) =>
      viewPage(
        pageByName(world.applications.values(), ({ clientId }) => clientId, request),
        viewApplication,
      ),
    add({ clientId, name = clientId, clientSecret = randomSecret('cs_'), redirectUris, writeEnabled = true }) {
      if (world.applications.has(clientId)) {
        throw new EmulatorError('not-allowed', `Application ${clientId} already exists.`);
      }
      checkAddresses(redirectUris);
      const secretDigest = digestOf(clientSecret);
      const application: Application = {
        clientId,
        name,
        secretDigest,
        redirectUris: [...redirectUris],
        writeEnabled,
        disabledAtMs: null,
      };
      world.applications.set(clientId, application);
      secrets.set(clientId, clientSecret);
      changed('applications');
      return { ...viewApplication(application), clientSecret };
    },
    update({ clientId, disabled, writeEnabled, redirectUris, clientSecret }) {
      const application = world.applications.get(clientId);
      if (application === undefined) throw new EmulatorError('unknown', `Application ${clientId} not found.`);
      checkAddresses(redirectUris ?? []);
      if (disabled !== undefined) application.disabledAtMs = disabled ? clock.now() : null;
      if (writeEnabled !== undefined) application.writeEnabled = writeEnabled;
      if (redirectUris !== undefined) application.redirectUris = [...redirectUris];
      if (clientSecret !== undefined) {
        application.secretDigest = digestOf(clientSecret);
        secrets.set(clientId, clientSecret);
      }
      changed('applications', 'tokens', 'limits');
      return viewApplication(application);
    },
  };
}

function checkAddresses(addresses: readonly string[]): void {
  for (const address of addresses) {
    const obstacle = registrationError(address);
    if (obstacle !== null) {
      throw new EmulatorError('not-allowed', `Can’t register ${address}: it ${obstacle}.`);
    }
  }
}

const viewApplication = (application: Application): ApplicationView => ({
  clientId: application.clientId,
  name: application.name,
  redirectUris: [...application.redirectUris],
  writeEnabled: application.writeEnabled,
  disabled: application.disabledAtMs !== null,
});

export type PilotsControl = {
  list(request: PageRequest): Page<PilotView>;
  add(pilot: PilotView): PilotView;
};

export function createPilotsControl({ world, changed }: Pick<EmulatorContext, 'world' | 'changed'>): PilotsControl {
  return {
    list: (request) =>
      viewPage(
        pageByName(world.pilots.values(), ({ id }) => id, request),
        viewPilot,
      ),
    add(pilot) {
      if (world.pilots.has(pilot.id)) throw new EmulatorError('not-allowed', `Pilot ${pilot.id} already exists.`);
      world.pilots.set(pilot.id, viewPilot(pilot));
      changed('pilots');
      return viewPilot(pilot);
    },
  };
}

const viewPilot = ({ id, name }: Pilot): PilotView => ({ id, name });

export type ConsentsControl = {
  list(request: ConsentsRequest): Page<ConsentView>;
  /** Revokes one by its ID, or all that match; returns those it revoked. */
  revoke(which: ConsentFilter & { id?: string }): Page<ConsentView>;
  signIn(request: SignInRequest): SignedIn;
};

export function createConsentsControl({
  world,
  settings,
  clock,
  changed,
}: Pick<EmulatorContext, 'world' | 'settings' | 'clock' | 'changed'>): ConsentsControl {
  return {
    list({ newestFirst = false, ...request }) {
      checkParties(request, world);
      const all = newestFirst ? [...world.consents.values()].toReversed() : world.consents.values();
      return viewPage(
        pageByName(matching(all, request), ({ id }) => id, request),
        viewConsent,
      );
    },
    revoke({ id, ...filter }) {
      checkParties(filter, world);
      const named = id === undefined ? world.consents.values() : [world.consents.get(id) ?? refuse(`Consent ${id}`)];
      const live = [...matching(named, filter)].filter((consent) => consent.revokedAtMs === null);
      for (const consent of live) revokeConsent(consent, clock.now(), 'the pilot took it back');
      changed('consents', 'tokens');
      return wholeList(live.map(viewConsent));
    },
    signIn({ pilot = firstKey(world.pilots), clientId = firstKey(world.applications), scopes }) {
      if (!world.pilots.has(pilot)) refuse(`Pilot ${pilot}`);
      if (!world.applications.has(clientId)) refuse(`Application ${clientId}`);
      const wanted = scopes ?? Object.keys(scopeTexts);
      const unknown = wanted.find((scope) => !isScope(scope));
      if (unknown !== undefined) refuse(`Scope ${unknown}`);
      const context = { world, settings, nowMs: clock.now() };
      const consent = grantConsent(context, { clientId, pilotId: pilot, scopes: wanted });
      const tokens = issueTokens(context, consent, wanted);
      changed('consents', 'tokens');
      return { ...tokens, consentId: consent.id };
    },
  };
}

function* matching(consents: Iterable<Consent>, { pilot, clientId }: ConsentFilter): Iterable<Consent> {
  for (const consent of consents) {
    const isOfPilot = pilot === undefined || consent.pilotId === pilot;
    if (isOfPilot && (clientId === undefined || consent.clientId === clientId)) yield consent;
  }
}

const viewConsent = (consent: Consent): ConsentView => ({
  id: consent.id,
  clientId: consent.clientId,
  pilot: consent.pilotId,
  scopes: [...consent.scopes],
  grantedAt: isoTime(consent.grantedAtMs),
  revokedAt: isoTimeOrNull(consent.revokedAtMs),
  revokedBecause: consent.revokedBecause,
});

const firstKey = (entries: ReadonlyMap<string, unknown>): string => entries.keys().next().value ?? '';

function refuse(what: string): never {
  throw new EmulatorError('unknown', `${what} not found.`);
}

export type TokensControl = {
  list(request: TokensRequest): Page<TokenView>;
  /** Expires live ones now; returns how many. */
  expire(filter: TokenFilter): { expired: number };
};

/** The common members of codes, access tokens and refresh tokens. */
type Kept = {
  consentId: string;
  expiresAtMs: number;
  scopes?: string[];
  used?: boolean;
  rotated?: boolean;
};

type Token = {
  kind: TokenKind;
  digest: string;
  kept: Kept;
};

export function createTokensControl({
  world,
  clock,
  changed,
}: Pick<EmulatorContext, 'world' | 'clock' | 'changed'>): TokensControl {
  return {
    list(request) {
      const nowMs = clock.now();
      const { status, newestFirst } = request;
      const page = pageByName(
        tokensOf(world, request, newestFirst),
        ({ kind, digest }) => `${kind}.${digest}`,
        request,
        (token) => status === undefined || tokenStateOf(world, token, nowMs) === status,
      );
      return viewPage(page, (token) => viewToken(world, token, nowMs));
    },
    expire(filter) {
      const { consentId } = filter;
      if (consentId !== undefined && !world.consents.has(consentId))
        throw new EmulatorError('unknown', `Consent ${consentId} not found.`);
      const nowMs = clock.now();
      const live = [...tokensOf(world, filter)].filter(({ kept }) => kept.expiresAtMs > nowMs);
      for (const { kept } of live) kept.expiresAtMs = nowMs;
      changed('tokens');
      return { expired: live.length };
    },
  };
}

function* tokensOf(world: World, { kind, consentId }: TokenFilter, newestFirst = false): Iterable<Token> {
  const kinds: [TokenKind, Map<string, Kept>][] = [
    ['access', world.accessTokens],
    ['refresh', world.refreshTokens],
    ['code', world.codes],
  ];
  for (const [name, entries] of kinds) {
    if (kind !== undefined && name !== kind) continue;
    for (const [digest, kept] of newestFirst ? [...entries].toReversed() : entries) {
      if (consentId === undefined || kept.consentId === consentId) yield { kind: name, digest, kept };
    }
  }
}

function viewToken(world: World, token: Token, nowMs: number): TokenView {
  const { kind, digest, kept } = token;
  const consent = world.consents.get(kept.consentId);
  return {
    kind,
    fingerprint: fingerprintOf(digest),
    consentId: kept.consentId,
    clientId: consent?.clientId ?? '',
    pilot: consent?.pilotId ?? '',
    scopes: [...(kept.scopes ?? consent?.scopes ?? [])],
    expiresAt: isoTime(kept.expiresAtMs),
    status: tokenStateOf(world, token, nowMs),
  };
}

function tokenStateOf(world: World, { kept }: Token, nowMs: number): TokenState {
  const { consentId, used, rotated, expiresAtMs } = kept;
  if (world.consents.get(consentId)?.revokedAtMs !== null) return 'revoked';
  if (used === true || rotated === true) return 'used';
  return nowMs >= expiresAtMs ? 'expired' : 'live';
}
