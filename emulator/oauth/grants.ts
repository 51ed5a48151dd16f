// Consents, codes and tokens. Each function is one synchronous step, so of many simultaneous requests exactly one wins
// (rule 22).

import { randomUUID } from 'node:crypto';
import { digestOf, randomSecret } from '../http/digest.ts';
import { maskOf } from '../journal/masking.ts';
import { elapsed } from '../journal/message-text.ts';
import { withoutStop } from '../journal/journal.ts';
import type { Hint } from '../journal/journal.ts';
import type { Consent, World } from '../world/world.ts';
import { nearRedirectUri, nearScope, nearToken, nearVerifier } from './near-misses.ts';
import { matchesChallenge, splitScopes } from './parameters.ts';
import type { TokenResponse } from '../api-types.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

export type GrantContext = {
  world: World;
  settings: EmulatorSettings;
  nowMs: number;
};

/** `message` is for the client; `rule` and `hint` go to the journal. */
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
  world.codes.set(digestOf(code), {
    consentId: consent.id,
    redirectUri,
    challenge,
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + settings.codeLifetimeMs,
    used: false,
  });
  return code;
}

/** Rules 9 to 11. A failed exchange leaves the code unchanged; a second one may revoke the tokens of the first (A23). */
export function redeemCode(
  context: GrantContext,
  clientId: string,
  given: { code: string; redirectUri: string; verifier: string },
): GrantAnswer {
  const { world, settings, nowMs } = context;
  const code = world.codes.get(digestOf(given.code));
  const consent = code && world.consents.get(code.consentId);
  if (code === undefined || consent === undefined || consent.clientId !== clientId) {
    return refused('The code was not issued to this application.', {
      hint: () => nearToken('code', given.code, world, clientId),
    });
  }
  const { pilotId } = consent;
  if (code.used && !settings.codeReplayRevokes) {
    return refused('The code was already used.', { pilotId });
  }
  if (code.used) {
    revokeConsent(consent, nowMs, 'a code was reused');
    const rule = `the code was already used: the consent of ${pilotId} is revoked`;
    return refused('The code was already used; its tokens are revoked.', { rule, pilotId, revokes: true });
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
    return refused('redirect_uri differs from the authorization request.', { hint, pilotId });
  }
  if (!matchesChallenge(given.verifier, code.challenge)) {
    const hint = () => nearVerifier(given.verifier, code.challenge);
    return refused('code_verifier does not match the challenge.', { hint, pilotId });
  }
  code.used = true;
  const tokens = issueTokens(context, consent, consent.scopes);
  return { ok: true, tokens, rule: `exchanged: a code for the tokens of ${pilotId}`, pilotId };
}

/** Rule 22: replaces the token pair; using the old refresh token again revokes the whole consent. */
export function rotateRefreshToken(
  context: GrantContext,
  clientId: string,
  given: { refreshToken: string; scope: string | undefined },
): GrantAnswer {
  const { world, nowMs } = context;
  const usedDigest = digestOf(given.refreshToken);
  const token = world.refreshTokens.get(usedDigest);
  const consent = token && world.consents.get(token.consentId);
  if (token === undefined || consent === undefined || consent.clientId !== clientId) {
    return refused('The refresh token was not issued to this application.', {
      hint: () => nearToken('refresh_token', given.refreshToken, world, clientId),
    });
  }
  const { pilotId } = consent;
  if (token.rotated) {
    revokeConsent(consent, nowMs, 'a refresh token was reused');
    const rule = `${maskOf(given.refreshToken, usedDigest)} was already used: the consent of ${pilotId} is revoked`;
    const message = 'The refresh token was already used; the consent of the pilot is revoked.';
    return refused(message, { rule, pilotId, revokes: true });
  }
  if (consent.revokedAtMs !== null) return refused('The consent is revoked.', { rule: whyRevoked(consent), pilotId });
  if (nowMs >= token.expiresAtMs) {
    const rule = `the refresh token expired ${elapsed(nowMs - token.expiresAtMs)} ago`;
    return refused('The refresh token has expired.', { rule, pilotId });
  }
  const scopes = given.scope === undefined ? consent.scopes : splitScopes(given.scope);
  // RFC 6749 §6: never more scopes than the pilot granted.
  if (scopes.length === 0 || scopes.some((scope) => !consent.scopes.includes(scope))) {
    return {
      ok: false,
      error: 'invalid_scope',
      message: 'The scope exceeds what the pilot granted.',
      rule: `invalid_scope: ${pilotId} granted ${consent.scopes.join(' ')}`,
      hint: () => nearScope(given.scope ?? ''),
      pilotId,
    };
  }
  token.rotated = true;
  const tokens = issueTokens(context, consent, scopes);
  return { ok: true, tokens, rule: `rotated: ${maskOf(given.refreshToken, usedDigest)} of ${pilotId}`, pilotId };
}

export const whyRevoked = (consent: Consent): string =>
  `its consent was revoked: ${consent.revokedBecause ?? 'manually'}`;

export function issueTokens(context: GrantContext, consent: Consent, scopes: readonly string[]): TokenResponse {
  const { world, settings, nowMs } = context;
  forgetExpired(context);
  const [accessToken, refreshToken] = [randomSecret('at_'), randomSecret('rt_')];
  world.accessTokens.set(digestOf(accessToken), {
    consentId: consent.id,
    // Lists are never changed, so tokens can share one.
    scopes: scopes === consent.scopes ? consent.scopes : [...scopes],
    expiresAtMs: nowMs + settings.accessLifetimeMs,
  });
  world.refreshTokens.set(digestOf(refreshToken), {
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

/** The rule defaults to the message. */
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
 * Maps keep insertion order, so the oldest entries usually expire first. Each call checks a few of them, so the cost is
 * constant. After that, reuse of a rotated token is no longer detected.
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

/** Codes are remembered for a while after they expire, so that a late reuse is still detected. */
const keptAfterExpiryMs = 60 * 60_000;
