// Consents, codes and tokens as rules over the world. Each function is one synchronous step: of many requests at the
// same moment exactly one wins (rule 22).

import { randomUUID } from 'node:crypto';
import { digestOf, randomSecret } from '../http/digest.ts';
import type { Hint } from '../journal/exchange.ts';
import { maskOf } from '../journal/masking.ts';
import { elapsed, withoutStop } from '../journal/wording.ts';
import type { AccessToken, Consent, World } from '../world/world.ts';
import { nearRedirectUri, nearScope, nearToken, nearVerifier } from './near-misses.ts';
import { matchesChallenge } from './pkce.ts';
import { splitScopes } from './scopes.ts';
import type { TokenResponse } from '../api-types.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

type GrantSettings = Pick<
  EmulatorSettings,
  'codeLifetimeMs' | 'accessLifetimeMs' | 'refreshLifetimeMs' | 'codeReplayRevokes'
>;

export interface GrantContext {
  world: World;
  settings: GrantSettings;
  nowMs: number;
  /** Is told each secret that is looked at or made, with its digest. */
  mention?: (secret: string, digest: string) => void;
}

/** What is answered, and for the journal why: `rule` with figures, and what was nearly right. */
export type GrantAnswer =
  | { ok: true; tokens: TokenResponse; rule: string; pilotId: string }
  | {
      ok: false;
      error: 'invalid_grant' | 'invalid_scope';
      message: string;
      rule: string;
      hint?: Hint;
      pilotId?: string;
      revokes?: true;
    };

export function grantConsent(
  { world, nowMs }: GrantContext,
  asked: { clientId: string; pilotId: string; scopes: readonly string[] },
): Consent {
  const consent: Consent = {
    id: randomUUID(),
    clientId: asked.clientId,
    pilotId: asked.pilotId,
    scopes: [...asked.scopes],
    grantedAtMs: nowMs,
    revokedAtMs: null,
    revokedBecause: null,
  };
  world.consents.set(consent.id, consent);
  return consent;
}

export function revokeConsent(consent: Consent, nowMs: number, because: string): void {
  if (consent.revokedAtMs !== null) return;
  consent.revokedAtMs = nowMs;
  consent.revokedBecause = because;
}

export function issueCode(
  context: GrantContext,
  consent: Consent,
  { redirectUri, challenge }: { redirectUri: string; challenge: string },
): string {
  const { world, settings, nowMs } = context;
  const code = randomSecret('ac_');
  world.codes.set(digest(context, code), {
    consentId: consent.id,
    redirectUri,
    challenge,
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + settings.codeLifetimeMs,
    used: false,
  });
  return code;
}

/** Rules 9 to 11. A wrong exchange leaves the code as it was; a second one may revoke what the first had issued (A23). */
export function redeemCode(
  context: GrantContext,
  clientId: string,
  given: { code: string; redirectUri: string; verifier: string },
): GrantAnswer {
  const { world, settings, nowMs } = context;
  const code = world.codes.get(digest(context, given.code));
  const consent = code && world.consents.get(code.consentId);
  if (code === undefined || consent === undefined || consent.clientId !== clientId) {
    return refused('The code is not one that was issued to this application.', {
      hint: () => nearToken('code', given.code, world, clientId),
    });
  }
  const { pilotId } = consent;
  if (code.used && !settings.codeReplayRevokes) {
    return refused('The code was used already.', { rule: 'the code was used before', pilotId });
  }
  if (code.used) {
    revokeConsent(consent, nowMs, 'a code was used a second time');
    const rule = `the code was used before: the consent of ${pilotId} is revoked`;
    return refused('The code was used already; what it had issued is revoked.', { rule, pilotId, revokes: true });
  }
  if (consent.revokedAtMs !== null) return refused('The consent is revoked.', { rule: whyRevoked(consent), pilotId });
  if (nowMs >= code.expiresAtMs) {
    return refused('The code has expired.', {
      rule: `the code expired ${elapsed(nowMs - code.expiresAtMs)} ago`,
      pilotId,
    });
  }
  if (given.redirectUri !== code.redirectUri) {
    const hint = () => nearRedirectUri(given.redirectUri, [code.redirectUri], false);
    return refused('redirect_uri is not the one of the authorization.', { hint, pilotId });
  }
  if (!matchesChallenge(given.verifier, code.challenge)) {
    const hint = () => nearVerifier(given.verifier, code.challenge);
    return refused('code_verifier does not match the challenge.', { hint, pilotId });
  }
  code.used = true;
  const tokens = issueTokens(context, consent, consent.scopes);
  return { ok: true, tokens, rule: `exchanged: a code for the tokens of ${pilotId}`, pilotId };
}

/** Rule 22: the old token goes, a new pair comes; using the old one again revokes the whole consent. */
export function rotateRefreshToken(
  context: GrantContext,
  clientId: string,
  given: { refreshToken: string; scope: string | undefined },
): GrantAnswer {
  const { world, nowMs } = context;
  const usedDigest = digest(context, given.refreshToken);
  const token = world.refreshTokens.get(usedDigest);
  const consent = token && world.consents.get(token.consentId);
  if (token === undefined || consent === undefined || consent.clientId !== clientId) {
    return refused('The refresh token is not one that was issued to this application.', {
      hint: () => nearToken('refresh_token', given.refreshToken, world, clientId),
    });
  }
  const { pilotId } = consent;
  if (token.rotated) {
    revokeConsent(consent, nowMs, 'a refresh token was used a second time');
    const rule = `${maskOf(given.refreshToken, usedDigest)} was rotated before: the consent of ${pilotId} is revoked`;
    const message = 'The refresh token was used already; the consent of the pilot is revoked.';
    return refused(message, { rule, pilotId, revokes: true });
  }
  if (consent.revokedAtMs !== null) return refused('The consent is revoked.', { rule: whyRevoked(consent), pilotId });
  if (nowMs >= token.expiresAtMs) {
    const rule = `the refresh token expired ${elapsed(nowMs - token.expiresAtMs)} ago`;
    return refused('The refresh token has expired.', { rule, pilotId });
  }
  const scopes = given.scope === undefined ? consent.scopes : splitScopes(given.scope);
  // RFC 6749 §6: fewer scopes for this access token, never more than the pilot granted.
  if (scopes.length === 0 || scopes.some((scope) => !consent.scopes.includes(scope))) {
    return {
      ok: false,
      error: 'invalid_scope',
      message: 'The scope goes beyond what the pilot granted.',
      rule: `invalid_scope: ${pilotId} granted ${consent.scopes.join(' ')}`,
      hint: () => nearScope(given.scope ?? ''),
      pilotId,
    };
  }
  token.rotated = true;
  const tokens = issueTokens(context, consent, scopes);
  return { ok: true, tokens, rule: `rotated: ${maskOf(given.refreshToken, usedDigest)} of ${pilotId}`, pilotId };
}

/** Why, for the journal, a token is good for nothing although it has not expired. */
const whyRevoked = (consent: Consent): string => `its consent was revoked: ${consent.revokedBecause ?? 'by hand'}`;

function digest({ mention }: Pick<GrantContext, 'mention'>, secret: string): string {
  const digest = digestOf(secret);
  mention?.(secret, digest);
  return digest;
}

export function issueTokens(context: GrantContext, consent: Consent, scopes: readonly string[]): TokenResponse {
  const { world, settings, nowMs } = context;
  forgetExpired(context);
  const accessToken = randomSecret('at_');
  const refreshToken = randomSecret('rt_');
  world.accessTokens.set(digest(context, accessToken), {
    consentId: consent.id,
    // Nobody changes them: of a great many tokens each need not have a list of its own.
    scopes: scopes === consent.scopes ? consent.scopes : [...scopes],
    expiresAtMs: nowMs + settings.accessLifetimeMs,
  });
  world.refreshTokens.set(digest(context, refreshToken), {
    consentId: consent.id,
    expiresAtMs: nowMs + settings.refreshLifetimeMs,
    rotated: false,
  });
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: Math.floor(settings.accessLifetimeMs / 1000),
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}

/** The live access token, or null where it is unknown, expired or its consent revoked. A16: or its application disabled. */
export function findAccess(context: Omit<GrantContext, 'settings'>, accessToken: string) {
  const { world, nowMs } = context;
  const token = world.accessTokens.get(digest(context, accessToken));
  const consent = token && world.consents.get(token.consentId);
  const application = consent && world.applications.get(consent.clientId);
  const pilot = consent && world.pilots.get(consent.pilotId);
  if (!token || !consent || !application || !pilot) return null;
  if (nowMs >= token.expiresAtMs || consent.revokedAtMs !== null || application.disabledAtMs !== null) return null;
  return { token, consent, application, pilot };
}

/** Why it is not live, for the journal. */
export function whyNoAccess({ world, nowMs }: Pick<GrantContext, 'world' | 'nowMs'>, accessToken: string) {
  const token = world.accessTokens.get(digestOf(accessToken));
  const consent = token && world.consents.get(token.consentId);
  const application = consent && world.applications.get(consent.clientId);
  if (!token || !consent) {
    return {
      message: 'no such access token was issued',
      consent: undefined,
      hint: () => nearToken('access_token', accessToken, world, null),
    };
  }
  const message = () => {
    if (consent.revokedAtMs !== null) return whyRevoked(consent);
    if (nowMs >= token.expiresAtMs) return `the access token expired ${elapsed(nowMs - token.expiresAtMs)} ago`;
    return application?.disabledAtMs == null ? 'its application or its pilot is gone' : 'its application is disabled';
  };
  return { message: message(), hint: null, consent };
}

export interface Access extends NonNullable<ReturnType<typeof findAccess>> {
  token: AccessToken;
}

/** Without words of its own the ruling says what the answer says. */
const refused = (
  message: string,
  { rule, ...known }: { rule?: string; hint?: Hint; pilotId?: string; revokes?: true },
): GrantAnswer => ({
  ok: false,
  error: 'invalid_grant',
  message,
  rule: `invalid_grant: ${rule ?? withoutStop(message)}`,
  ...known,
});

/**
 * Maps keep the order of insertion, so the oldest entries expire first (after a lifetime was shortened, later ones may:
 * they wait for those before them). A few are looked at each time, and no token costs more than once. An expired token is as unknown as one that
 * never was, with one exception that is on purpose: reuse of a rotated token is only recognised while it could have lived.
 */
function forgetExpired({ world, nowMs }: GrantContext): void {
  for (const entries of [world.codes, world.accessTokens, world.refreshTokens]) {
    let looked = 0;
    for (const [digest, { expiresAtMs }] of entries) {
      if (expiresAtMs > nowMs - keptAfterExpiryMs || looked++ >= 4) break;
      entries.delete(digest);
    }
  }
}

/** Codes are remembered for a while after they expire, so that a late replay is still recognised. */
const keptAfterExpiryMs = 60 * 60_000;
