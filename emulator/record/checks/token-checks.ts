// Assumptions about codes, tokens and the token endpoint.

import { elapsed } from '../../journal/wording.ts';
import { codeLifetime, refreshLifetime } from '../traffic/measures.ts';
import type { Bounds } from '../traffic/measures.ts';
import { memberOf, valueOf } from '../traffic/observation.ts';
import type { Observation } from '../traffic/observation.ts';
import { isForeign, isJudged, isSuccess, paths } from '../traffic/traffic.ts';
import type { TokenCall, Traffic } from '../traffic/traffic.ts';
import { answerIn, differs, holds } from './check.ts';
import type { Checks, Evidence } from './check.ts';

const minuteMs = 60_000;
const monthMs = 30 * 24 * 60 * minuteMs;

/** Bounds that are further from a lifetime would also fit other lifetimes. */
const isClose = (value: number, expectedMs: number) => Math.abs(value - expectedMs) <= expectedMs / 4;

function lifetime(what: string, expectedMs: number, { moreThan, atMost }: Bounds): Evidence[] {
  const accepted = moreThan && `${what} is accepted ${elapsed(moreThan.value)} after it was issued`;
  const expired = atMost && `${what} has expired ${elapsed(atMost.value)} after it was issued`;
  if (moreThan !== null && moreThan.value >= expectedMs) return [differs(moreThan, accepted!)];
  if (atMost !== null && atMost.value < expectedMs) return [differs(atMost, expired!)];
  const isBounded =
    moreThan !== null && atMost !== null && isClose(moreThan.value, expectedMs) && isClose(atMost.value, expectedMs);
  return isBounded ? [holds(moreThan, accepted!), holds(atMost, expired!)] : [];
}

function lifetimes(traffic: Traffic): Evidence[] {
  const ofCode = lifetime('A code', minuteMs, codeLifetime(traffic));
  const ofToken = lifetime('A refresh token', monthMs, refreshLifetime(traffic));
  const all = [...ofCode, ...ofToken];
  const isWhole = ofCode.length > 0 && ofToken.length > 0;
  return isWhole ? all : all.filter((one) => !one.holds);
}

/** Sent after the response to the other had arrived. */
const isAfter = (one: Observation, other: Observation): boolean =>
  one.request > other.request && one.atMs >= other.endedAtMs;

/** What happened to a consent after a request: whether its tokens are still accepted, if that was tried in time. */
function fateOf(consent: number, after: Observation, traffic: Traffic): { by: Observation; isAlive: boolean } | null {
  const { apiCalls, tokenCalls } = traffic.ofConsent(consent);
  // Reuse of a refresh token revokes the consent automatically.
  const reuse = tokenCalls.find(({ grantType, error }) => grantType === 'refresh_token' && error === 'invalid_grant');
  for (const one of apiCalls) {
    if (reuse !== undefined && reuse.request < one.request) return null;
    const isValid = one.validUntilMs !== null && one.endedAtMs < one.validUntilMs;
    if (!isValid || !isAfter(one, after)) continue;
    if (one.status === 401) return { by: one, isAlive: false };
    if (isSuccess(one)) return { by: one, isAlive: true };
  }
  const refresh = tokenCalls.find((one) => one.grantType === 'refresh_token' && isAfter(one, after));
  // An unused refresh token that fails could have expired, or have been used elsewhere.
  return refresh?.isGranted === true ? { by: refresh, isAlive: true } : null;
}

function codeReplay(traffic: Traffic): Evidence[] {
  const granted = new Map<string, TokenCall>();
  for (const one of traffic.tokenCalls) {
    const code = valueOf(one.form, 'code');
    if (one.isGranted && code !== undefined && !granted.has(code)) granted.set(code, one);
  }
  return traffic.tokenCalls.flatMap((again): Evidence[] => {
    const first = granted.get(valueOf(again.form, 'code') ?? '');
    if (first === undefined || first === again || again.request < first.request || first.consent === null) return [];
    if (again.isGranted) return [differs(again, 'A code is accepted twice')];
    const fate = again.error === 'invalid_grant' ? fateOf(first.consent, again, traffic) : null;
    if (fate === null) return [];
    return fate.isAlive
      ? [holds(fate.by, `The tokens of a code still work after it was reused in request ${again.request}`)]
      : [differs(fate.by, `The tokens of a code are revoked after it was reused in request ${again.request}`)];
  });
}

/** The credentials of a token request, as far as they can be compared. */
const credentialsOf = (one: TokenCall) => one.basic ?? `${one.clientId} ${valueOf(one.form, 'client_secret')}`;

function disabledApplication({ tokenCalls, apiCalls }: Traffic): Evidence[] {
  return tokenCalls.flatMap((refused): Evidence[] => {
    // Otherwise its secret may have changed.
    const isDisabled = /disabled/i.test(JSON.stringify(memberOf(refused, 'error_description') ?? ''));
    if (refused.error !== 'invalid_client' || !isDisabled) return [];
    const before = tokenCalls.filter(
      (one) => one.isGranted && one.request < refused.request && credentialsOf(one) === credentialsOf(refused),
    );
    const later = apiCalls.find(
      (api) =>
        before.some((one) => one.consent === api.consent) &&
        isAfter(api, refused) &&
        api.validUntilMs !== null &&
        api.endedAtMs < api.validUntilMs,
    );
    if (later === undefined || !isJudged(later)) return [];
    const since = `after its application was said to be disabled in request ${refused.request}`;
    if (later.status === 401) return [holds(later, `A token is refused with 401 ${since}`)];
    return isSuccess(later) ? [differs(later, `A token still works ${since}`)] : [];
  });
}

function invalidClient({ tokenCalls }: Traffic): Evidence[] {
  return tokenCalls.flatMap((one): Evidence[] => {
    if (one.error !== 'invalid_client') return [];
    if (one.status === 401) {
      const hasChallenge = /^basic\b/i.test(one.headers['www-authenticate'] ?? '');
      return one.basic !== null && !hasChallenge
        ? [differs(one, '401 invalid_client for HTTP Basic has no Basic challenge')]
        : [holds(one, 'invalid_client has the status 401')];
    }
    // With a code, 400 may be the documented row about an application that was disabled later.
    return one.grantType === 'authorization_code' && one.status === 400
      ? []
      : [differs(one, `invalid_client has the status ${one.status}`)];
  });
}

/** What is wrong with a request that no row of the document names; null if nothing is. */
function mistakeIn({ form, contentType, grantType, query }: TokenCall): string | null {
  if (contentType !== 'application/x-www-form-urlencoded') return 'a body that is not a form';
  if (form === null) return null;
  const names = form.filter(([, value]) => value !== '').map(([name]) => name);
  const known = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'refresh_token'];
  const repeated = known.find((name) => names.filter((other) => other === name).length > 1);
  if (repeated !== undefined) return `${repeated} given twice`;
  if (query.some(([name]) => known.includes(name))) return 'parameters in the URL';
  if (grantType === undefined || grantType === '') return 'no grant_type';
  if (grantType === 'refresh_token' && !names.includes('refresh_token')) return 'no refresh_token';
  return grantType === 'authorization_code' && !names.includes('code') ? 'no code' : null;
}

function badRequests({ tokenCalls }: Traffic): Evidence[] {
  return tokenCalls.flatMap((one): Evidence[] => {
    const mistake = one.method === 'POST' ? mistakeIn(one) : null;
    // Which comes first is not part of the assumption.
    if (mistake === null || one.error === 'invalid_client' || !isJudged(one) || isForeign(one)) return [];
    return one.status === 400 && one.error === 'invalid_request'
      ? [holds(one, `A request with ${mistake} is 400 invalid_request`)]
      : [differs(one, `A request with ${mistake} is answered with ${answerIn(one)}`)];
  });
}

function basicAlone({ tokenCalls }: Traffic): Evidence[] {
  const good = new Set(tokenCalls.filter(({ isGranted }) => isGranted).map(({ basic }) => basic));
  return tokenCalls.flatMap((one): Evidence[] => {
    if (one.basic === null || valueOf(one.form, 'client_id') !== undefined) return [];
    if (one.isGranted) return [differs(one, 'HTTP Basic is accepted without client_id in the form')];
    return good.has(one.basic) && one.error === 'invalid_client'
      ? [holds(one, 'HTTP Basic without client_id in the form is invalid_client; with it, it was accepted')]
      : [];
  });
}

const scopesIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ').toSorted() : []);

function refreshScope(traffic: Traffic): Evidence[] {
  return traffic.tokenCalls.flatMap((one): Evidence[] => {
    const wanted = valueOf(one.form, 'scope');
    if (one.grantType !== 'refresh_token' || wanted === undefined) return [];
    if (one.error === 'invalid_scope') return [holds(one, 'A refresh with more scopes than granted is invalid_scope')];
    const granted = scopesIn(memberOf(one, 'scope'));
    const before =
      one.consent === null
        ? undefined
        : traffic
            .ofConsent(one.consent)
            .tokenCalls.findLast(({ isGranted, request }) => isGranted && request < one.request);
    const had = scopesIn(before === undefined ? undefined : memberOf(before, 'scope'));
    const isNarrower = scopesIn(wanted).length < had.length && scopesIn(wanted).every((name) => had.includes(name));
    if (!one.isGranted || !isNarrower) return [];
    return granted.join(' ') === scopesIn(wanted).join(' ')
      ? [holds(one, `A refresh for ${wanted} gets only that`)]
      : [differs(one, `A refresh for ${wanted} gets ${granted.join(' ')}`)];
  });
}

function revocation(traffic: Traffic): Evidence[] {
  const calls = traffic.all.filter(({ path, method }) => path === paths.revoke && method === 'POST');
  return calls.filter(isJudged).flatMap((one): Evidence[] => {
    if (one.status === 404 || one.status === 405) return [differs(one, `There is no ${paths.revoke}: ${one.status}`)];
    const token = valueOf(one.form, 'token');
    const granted = traffic.tokenCalls.filter((other) => other.isGranted && isAfter(one, other));
    const owner = granted.find(
      (other) => memberOf(other, 'access_token') === token || memberOf(other, 'refresh_token') === token,
    );
    // A token that was replaced may be revoked without effect.
    const isCurrent = owner !== undefined && owner === granted.findLast(({ consent }) => consent === owner.consent);
    const fate = isSuccess(one) && isCurrent && owner.consent !== null ? fateOf(owner.consent, one, traffic) : null;
    if (fate === null) return [];
    return fate.isAlive
      ? [differs(fate.by, `Tokens still work after the revocation in request ${one.request}`)]
      : [holds(fate.by, `Tokens are refused after the revocation in request ${one.request}`)];
  });
}

function introspection({ all }: Traffic): Evidence[] {
  return all.flatMap((one): Evidence[] => {
    if (one.path !== paths.introspect || one.method !== 'POST' || !isJudged(one)) return [];
    if (typeof memberOf(one, 'active') === 'boolean') return [holds(one, 'Introspection answers with active')];
    return one.status === 404 || one.status === 405
      ? [differs(one, `There is no ${paths.introspect}: ${one.status}`)]
      : [];
  });
}

export const tokenChecks: Checks = {
  A3: {
    claim: 'A code lives 60 s, and a refresh token 30 days',
    toObserve:
      'Use codes and refresh tokens a little before and after these times; that one expired has to be in error_description',
    find: lifetimes,
  },
  A16: {
    claim: 'Tokens of a disabled application get 401',
    toObserve:
      'Have the application disabled, refresh, and use a token that has not expired; that it is disabled has to be in error_description',
    find: disabledApplication,
  },
  A17: {
    claim: 'invalid_client has the status 401, with a challenge for HTTP Basic',
    toObserve: 'Send a wrong client secret',
    find: invalidClient,
  },
  A20: {
    claim: 'Other bad requests to the token endpoint are 400 invalid_request',
    toObserve: 'Send a request without grant_type',
    find: badRequests,
    extent: 'Only for the mistakes named here',
  },
  A22: {
    claim: 'HTTP Basic needs client_id in the form',
    toObserve: 'Refresh with HTTP Basic and no client_id',
    find: basicAlone,
  },
  A23: {
    claim: 'Reusing a code changes nothing',
    toObserve: 'Exchange a code twice, then use the access token',
    find: codeReplay,
  },
  A24: {
    claim: 'A refresh may request fewer scopes',
    toObserve: 'Refresh with one of the granted scopes',
    find: refreshScope,
  },
  A32: {
    claim: '/oauth/revoke ends the consent',
    toObserve: 'Revoke a token, then use the access token',
    find: revocation,
  },
  A33: {
    claim: '/oauth/introspect says whether a token is valid',
    toObserve: 'Introspect a token',
    find: introspection,
  },
};
