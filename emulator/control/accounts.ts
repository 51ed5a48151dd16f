// Applications, pilots, consents and tokens.

import {
  applicationView,
  consentView,
  expiredView,
  newApplicationView,
  pageOf,
  pilotView,
  signedInView,
  tokenKinds,
  tokenStates,
  tokenView,
} from '../api-types.ts';
import type { ApplicationView, ConsentView, PilotView, TokenKind, TokenState, TokenView } from '../api-types.ts';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import { EmulatorError } from '../emulator-error.ts';
import { digestOf, fingerprintOf, randomSecret } from '../http/digest.ts';
import { grantConsent, issueTokens, revokeConsent } from '../oauth/grants.ts';
import { registrationError, isScope, scopeTexts } from '../oauth/parameters.ts';
import { flag, listOf, members, oneOf, page, switched, text } from '../options/input-schemas.ts';
import { checkParties } from '../world/fault-match.ts';
import type { Application, Consent, Pilot, World } from '../world/world.ts';
import { call } from './call.ts';
import { pageByName, viewPage, wholeList } from './paging.ts';
import { firstKey } from '../world/world.ts';

const addresses = listOf(text, 'a list of redirect URIs');
const ofParties = { pilot: text.optional(), clientId: text.optional() };
/** All kinds by default. */
const tokens = { kind: oneOf(tokenKinds).optional(), consentId: text.optional() };

export const accountCalls = {
  'applications.list': call({
    method: 'GET',
    path: '/applications',
    summary: 'List the registered applications',
    input: members(page),
    answer: pageOf(applicationView),
    run: ({ world }, page) =>
      viewPage(
        pageByName(world.applications.values(), ({ clientId }) => clientId, page),
        viewApplication,
      ),
  }),
  'applications.add': call({
    method: 'POST',
    path: '/applications',
    summary: 'Register an application; only this response contains its secret',
    input: members({
      clientId: text,
      name: text.optional(),
      clientSecret: text.optional(),
      redirectUris: addresses,
      writeEnabled: flag.optional(),
    }),
    isStep: true,
    answer: newApplicationView,
    example: { clientId: 'my-client', redirectUris: ['http://127.0.0.1/done'] },
    run({ world, secrets, changed }, given) {
      const {
        clientId,
        name = clientId,
        clientSecret = randomSecret('cs_'),
        redirectUris,
        writeEnabled = true,
      } = given;
      if (world.applications.has(clientId)) {
        throw new EmulatorError('not-allowed', `Application ${clientId} already exists.`);
      }
      checkAddresses(redirectUris);
      const application: Application = {
        clientId,
        name,
        secretDigest: digestOf(clientSecret),
        redirectUris: [...redirectUris],
        writeEnabled,
        disabledAtMs: null,
      };
      world.applications.set(clientId, application);
      secrets.set(clientId, clientSecret);
      changed('applications');
      return { ...viewApplication(application), clientSecret };
    },
  }),
  'applications.update': call({
    method: 'PATCH',
    path: '/applications/:clientId',
    summary: 'Disable an application, or change its subscription, secret or redirect URIs',
    input: members({
      clientId: text,
      disabled: flag.optional(),
      writeEnabled: flag.optional(),
      redirectUris: addresses.optional(),
      clientSecret: text.optional(),
    }),
    isStep: true,
    answer: applicationView,
    example: { writeEnabled: false },
    run({ world, clock, secrets, changed }, { clientId, disabled, writeEnabled, redirectUris, clientSecret }) {
      const application = world.applications.get(clientId) ?? refuse(`Application ${clientId}`);
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
  }),
  'pilots.list': call({
    method: 'GET',
    path: '/pilots',
    summary: 'List the pilots',
    input: members(page),
    answer: pageOf(pilotView),
    run: ({ world }, page) =>
      viewPage(
        pageByName(world.pilots.values(), ({ id }) => id, page),
        viewPilot,
      ),
  }),
  'pilots.add': call({
    method: 'POST',
    path: '/pilots',
    summary: 'Add a pilot',
    input: members({ id: text, name: text }),
    isStep: true,
    answer: pilotView,
    example: { id: 'maren', name: 'Maren Falk' },
    run({ world, changed }, pilot) {
      if (world.pilots.has(pilot.id)) throw new EmulatorError('not-allowed', `Pilot ${pilot.id} already exists.`);
      world.pilots.set(pilot.id, viewPilot(pilot));
      changed('pilots');
      return viewPilot(pilot);
    },
  }),
  'consents.list': call({
    method: 'GET',
    path: '/consents',
    summary: 'List the consents that pilots have granted',
    input: members({ ...page, ...ofParties, newestFirst: switched.optional() }),
    answer: pageOf(consentView),
    run({ world }, { newestFirst = false, ...filter }) {
      checkParties(filter, world);
      const all = newestFirst ? [...world.consents.values()].toReversed() : world.consents.values();
      return viewPage(
        pageByName(matching(all, filter), ({ id }) => id, filter),
        viewConsent,
      );
    },
  }),
  'consents.revoke': call({
    method: 'POST',
    path: '/consents/:id/revoke',
    alsoPath: '/consents/revoke',
    summary: 'Revoke one consent, or all of a pilot or an application; returns those it revoked',
    input: members({ id: text.optional(), ...ofParties }),
    isStep: true,
    answer: pageOf(consentView),
    example: { pilot: 'maren' },
    run({ world, clock, changed }, { id, ...filter }) {
      checkParties(filter, world);
      const named = id === undefined ? world.consents.values() : [world.consents.get(id) ?? refuse(`Consent ${id}`)];
      const live = [...matching(named, filter)].filter((consent) => consent.revokedAtMs === null);
      for (const consent of live) revokeConsent(consent, clock.now(), 'the pilot took it back');
      changed('consents', 'tokens');
      return wholeList(live.map(viewConsent));
    },
  }),
  'tokens.list': call({
    method: 'GET',
    path: '/tokens',
    summary: 'List codes and tokens with their fingerprints and expiry times',
    input: members({ ...page, ...tokens, status: oneOf(tokenStates).optional(), newestFirst: switched.optional() }),
    answer: pageOf(tokenView),
    run({ world, clock }, filter) {
      const { status, newestFirst } = filter;
      const nowMs = clock.now();
      const page = pageByName(
        tokensOf(world, filter, newestFirst),
        ({ kind, digest }) => `${kind}.${digest}`,
        filter,
        (token) => status === undefined || tokenStateOf(world, token, nowMs) === status,
      );
      return viewPage(page, (token) => viewToken(world, token, nowMs));
    },
  }),
  'tokens.expire': call({
    method: 'POST',
    path: '/tokens/expire',
    summary: 'Expire live codes and tokens now; returns how many',
    input: members(tokens),
    isStep: true,
    answer: expiredView,
    example: { kind: 'access' },
    run({ world, clock, changed }, filter) {
      const { consentId } = filter;
      if (consentId !== undefined && !world.consents.has(consentId)) refuse(`Consent ${consentId}`);
      const nowMs = clock.now();
      const live = [...tokensOf(world, filter)].filter(({ kept }) => kept.expiresAtMs > nowMs);
      for (const { kept } of live) kept.expiresAtMs = nowMs;
      changed('tokens');
      return { expired: live.length };
    },
  }),
  signIn: call({
    method: 'POST',
    path: '/sign-in',
    summary: 'Sign a pilot in without a browser; returns a consent and its tokens',
    input: members({
      ...ofParties,
      scopes: listOf(text, 'a list of scopes').min(1, { error: 'at least one scope' }).optional(),
    }),
    isStep: true,
    answer: signedInView,
    example: { pilot: 'maren', scopes: ['openid', 'flights:write'] },
    run({ world, settings, clock, changed }, given) {
      const { pilot = firstKey(world.pilots), clientId = firstKey(world.applications), scopes } = given;
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
  }),
};

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

const viewPilot = ({ id, name }: Pilot): PilotView => ({ id, name });

function* matching(
  consents: Iterable<Consent>,
  { pilot, clientId }: { pilot?: string | undefined; clientId?: string | undefined },
): Iterable<Consent> {
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

function refuse(what: string): never {
  throw new EmulatorError('unknown', `${what} not found.`);
}

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

function* tokensOf(
  world: World,
  { kind, consentId }: { kind?: TokenKind | undefined; consentId?: string | undefined },
  newestFirst = false,
): Iterable<Token> {
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
