// Assumptions about the authorization endpoint, codes, tokens, and what describes the service.

import { elapsed, formatBytes } from '../journal/amounts.ts';
import { answerIn, boundsShow, check, each } from './check.ts';
import type { Checks, Found } from './check.ts';
import { codeLifetime } from './measures.ts';
import { isForeign, isJudged, isSuccess, memberOf, paths, valueOf } from './traffic.ts';
import type { Authorization, Observation, TokenCall, Traffic } from './traffic.ts';

const asked = ({ authorizations }: Traffic) => authorizations.map((one) => ({ ...one.asked, one }));
const tokenCalls = (traffic: Traffic) => traffic.tokenCalls;
const isMissing = ({ status }: Observation) => status === 404 || status === 405;
const at = (method: string, path: string) => (traffic: Traffic) =>
  traffic.all.filter((one) => one.method === method && one.path === path && isJudged(one));
const to = (method: string, path: string) => (traffic: Traffic) =>
  at(method, path)(traffic).filter((one) => !isForeign(one));

/** The redirect with a code, by its parameters; null if there was none. */
function granted({ answer }: Authorization) {
  const code = answer === null ? undefined : valueOf(answer.parameters, 'code');
  return answer === null || code === undefined ? null : answer;
}

/** The host and the port of a loopback redirect URI, and the rest of it. */
const loopback = (address: string) =>
  /^http:\/\/(?<host>127\.0\.0\.1|\[::1\]|localhost)(?::(?<port>\d+))?(?<rest>\/.*)?$/.exec(address)?.groups;

const redirectPorts = each(asked, ({ one }, { authorizations }): Found => {
  const mine = loopback(one.redirectUri);
  const isRefused = one.answer === null && isJudged(one.asked) && (one.asked.status ?? 0) >= 400;
  if (mine === undefined || (one.answer === null && !isRefused)) return null;
  if (one.answer !== null && mine['host'] === 'localhost') return [false, 'A redirect URI with localhost is accepted'];
  const isAlike = ({ redirectUri, clientId, answer }: Authorization) => {
    const { host, port, rest } = loopback(redirectUri) ?? {};
    const isOther = host === mine['host'] && rest === mine['rest'] && port !== mine['port'];
    return isOther && clientId === one.clientId && answer !== null;
  };
  const other = authorizations.find(isAlike);
  if (other === undefined) return null;
  const ports = [loopback(other.redirectUri)?.['port'] ?? 'none', mine['port'] ?? 'none'];
  return isRefused
    ? [false, `Port ${ports[1]} is refused, and ${ports[0]} accepted`]
    : [true, `Ports ${ports.join(' and ')} are accepted for one redirect URI`];
});

const allScopes = ['openid', 'profile', 'flights:read', 'flights:write'];
const scopesIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ').toSorted() : []);

const minuteMs = 60_000;

const codeLifetimes = (traffic: Traffic) =>
  boundsShow(
    codeLifetime(traffic),
    (value) => value >= minuteMs,
    (value) => value < minuteMs,
    (...both) => both.every((value) => Math.abs(value - minuteMs) <= minuteMs / 4),
    {
      above: (value) => `A code is accepted ${elapsed(value)} after it was issued`,
      below: (value) => `A code has expired ${elapsed(value)} after it was issued`,
    },
  );

/** Sent after the response to the other had arrived. */
const isAfter = (one: Observation, other: Observation): boolean =>
  one.request > other.request && one.atMs >= other.endedAtMs;

/** What happened to a consent after a request: whether its tokens are still accepted, if that was tried in time. */
function fateOf(consent: number, after: Observation, traffic: Traffic): { by: Observation; isAlive: boolean } | null {
  const calls = traffic.ofConsent(consent);
  // Reuse of a refresh token revokes the consent as well.
  const reuse = calls.tokenCalls.find((one) => one.grantType === 'refresh_token' && one.error === 'invalid_grant');
  for (const by of calls.apiCalls) {
    if (reuse !== undefined && reuse.request < by.request) return null;
    const isValid = by.validUntilMs !== null && by.endedAtMs < by.validUntilMs;
    if (isValid && isAfter(by, after) && (by.status === 401 || isSuccess(by)))
      return { by, isAlive: by.status !== 401 };
  }
  // An unused refresh token that fails could have expired, or have been used elsewhere.
  const by = calls.tokenCalls.find((one) => one.grantType === 'refresh_token' && one.isGranted && isAfter(one, after));
  return by === undefined ? null : { by, isAlive: true };
}

const codeReplay = each(tokenCalls, (again, traffic): Found => {
  const code = valueOf(again.form, 'code');
  const first = traffic.tokenCalls.find(
    (one) => one.isGranted && code !== undefined && valueOf(one.form, 'code') === code,
  );
  if (first === undefined || first.consent === null || again.request <= first.request) return null;
  if (again.isGranted) return [false, 'A code is accepted twice'];
  const fate = again.error === 'invalid_grant' ? fateOf(first.consent, again, traffic) : null;
  if (fate === null) return null;
  const since = `after it was reused in request ${again.request}`;
  return fate.isAlive
    ? [true, `The tokens of a code still work ${since}`, fate.by]
    : [false, `The tokens of a code are revoked ${since}`, fate.by];
});

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

const refreshScope = each(tokenCalls, (one, traffic): Found => {
  const wanted = valueOf(one.form, 'scope');
  if (one.grantType !== 'refresh_token' || wanted === undefined) return null;
  if (one.error === 'invalid_scope') return [true, 'A refresh with more scopes than granted is invalid_scope'];
  const ofConsent = one.consent === null ? [] : traffic.ofConsent(one.consent).tokenCalls;
  const before = ofConsent.findLast(({ isGranted, request }) => isGranted && request < one.request);
  const had = scopesIn(before && memberOf(before, 'scope'));
  const isNarrower = scopesIn(wanted).length < had.length && scopesIn(wanted).every((name) => had.includes(name));
  if (!one.isGranted || !isNarrower) return null;
  const got = scopesIn(memberOf(one, 'scope')).join(' ');
  return got === scopesIn(wanted).join(' ')
    ? [true, `A refresh for ${wanted} gets only that`]
    : [false, `A refresh for ${wanted} gets ${got}`];
});

const revocation = each(at('POST', paths.revoke), (one, traffic): Found => {
  if (isMissing(one)) return [false, `There is no ${paths.revoke}: ${one.status}`];
  const token = valueOf(one.form, 'token');
  const before = traffic.tokenCalls.filter((other) => other.isGranted && isAfter(one, other));
  const owner = before.find((call) =>
    [memberOf(call, 'access_token'), memberOf(call, 'refresh_token')].includes(token),
  );
  // A token that was replaced may be revoked without effect.
  const isCurrent = owner !== undefined && owner === before.findLast(({ consent }) => consent === owner.consent);
  const fate = isSuccess(one) && isCurrent && owner.consent !== null ? fateOf(owner.consent, one, traffic) : null;
  if (fate === null) return null;
  return fate.isAlive
    ? [false, `Tokens still work after the revocation in request ${one.request}`, fate.by]
    : [true, `Tokens are refused after the revocation in request ${one.request}`, fate.by];
});

const longestForm = 64 * 1024;
/** A higher limit would reject a longer body too. */
const closeForm = 80 * 1024;

export const accessChecks: Checks = {
  A1: check(
    'GET /oauth/authorize takes a PKCE challenge (S256) and redirects with code and state',
    'Sign in through the proxy',
    each(asked, ({ one, path, query, ...rest }): Found => {
      if (path === paths.authorize && isMissing(one.asked)) {
        return [false, `${paths.authorize} is not served: ${rest.status}`];
      }
      const answer = granted(one);
      if (answer === null) return null;
      if (path !== paths.authorize) return [false, `The authorization endpoint is ${path}`];
      if (valueOf(answer.parameters, 'state') !== valueOf(query, 'state')) {
        return [false, 'The redirect carries a code, and not the state of the request', answer.by];
      }
      const shows = `${paths.authorize} redirected with a code and the state, for a challenge with S256`;
      return valueOf(query, 'code_challenge_method') === 'S256' ? [true, shows, answer.by] : null;
    }),
  ),
  A2: check(
    'Loopback redirect URIs match with any port, and not with localhost',
    'Sign in twice, with two ports of the redirect URI',
    redirectPorts,
  ),
  A3: check(
    'A code lives 60 s',
    'Use codes a little before and after this time; that one expired has to be in error_description',
    codeLifetimes,
    'How long a refresh token lives takes longer to see than a recording lasts',
  ),
  A15: check(
    'The scopes openid, profile, flights:read and flights:write are granted, and no other',
    'Sign in with all four scopes',
    each(tokenCalls, (one): Found => {
      const scope = memberOf(one, 'scope');
      if (!one.isGranted || typeof scope !== 'string') return null;
      const names = scope.split(' ').filter((name) => name !== '');
      const other = names.find((name) => !allScopes.includes(name));
      if (other !== undefined) return [false, `The scope ${other} is granted too`];
      return allScopes.every((name) => names.includes(name)) ? [true, 'All four scopes are granted'] : null;
    }),
    'Scopes that nobody requested can’t be seen',
  ),
  A16: check('Tokens of a disabled application get 401', 'A token is refused alike for other reasons', null),
  A17: check(
    'invalid_client has the status 401, with a challenge for HTTP Basic',
    'Send a wrong client secret',
    each(tokenCalls, (one): Found => {
      if (one.error !== 'invalid_client') return null;
      const hasChallenge = one.basic === null || /^basic\b/i.test(one.headers['www-authenticate'] ?? '');
      if (one.status === 401 && hasChallenge) return [true, 'invalid_client has the status 401'];
      if (one.status === 401) return [false, '401 invalid_client for HTTP Basic has no Basic challenge'];
      // With a code, 400 may be the documented row about an application that was disabled later.
      const isDocumented = one.grantType === 'authorization_code' && one.status === 400;
      return isDocumented ? null : [false, `invalid_client has the status ${one.status}`];
    }),
  ),
  A18: check(
    '/oauth/userinfo returns the pilot',
    'Request /oauth/userinfo with a token',
    each(to('GET', paths.userinfo), (one): Found => {
      if (isMissing(one)) return [false, `There is no ${paths.userinfo}: ${one.status}`];
      if (!isSuccess(one)) return null;
      const members = ['sub', 'name', 'preferred_username'].filter((name) => memberOf(one, name) !== undefined);
      return members[0] === 'sub'
        ? [true, `${paths.userinfo} returns ${members.join(', ')}`]
        : [false, `${paths.userinfo} returns no sub`];
    }),
  ),
  A19: check('There is one version, under /api/v1', 'A policy for versions is not in any response', null),
  A20: check(
    'Other bad requests to the token endpoint are 400 invalid_request',
    'Send a request without grant_type',
    each(to('POST', paths.token), (observed, traffic): Found => {
      const one = traffic.tokenCalls.find(({ request }) => request === observed.request);
      const mistake = one === undefined ? null : mistakeIn(one);
      // Which comes first is not part of the assumption.
      if (one === undefined || mistake === null || one.error === 'invalid_client') return null;
      return one.status === 400 && one.error === 'invalid_request'
        ? [true, `A request with ${mistake} is 400 invalid_request`]
        : [false, `A request with ${mistake} is answered with ${answerIn(one)}`];
    }),
    'Only for the mistakes named here',
  ),
  A21: check(
    'The redirect carries iss, the base URL of the service',
    'Sign in through the proxy',
    each(asked, ({ one }, { service }): Found => {
      const answer = granted(one);
      if (answer === null) return null;
      const iss = valueOf(answer.parameters, 'iss');
      if (iss === undefined) return [false, 'The redirect with a code has no iss', answer.by];
      return iss === service
        ? [true, 'iss is the base URL of the service', answer.by]
        : [false, `iss is ${iss}, not the base URL of the service`, answer.by];
    }),
  ),
  A22: check(
    'HTTP Basic needs client_id in the form',
    'Refresh with HTTP Basic and no client_id',
    each(tokenCalls, (one, traffic): Found => {
      if (one.basic === null || valueOf(one.form, 'client_id') !== undefined) return null;
      if (one.isGranted) return [false, 'HTTP Basic is accepted without client_id in the form'];
      const isGood = traffic.tokenCalls.some(({ isGranted, basic }) => isGranted && basic === one.basic);
      return isGood && one.error === 'invalid_client'
        ? [true, 'HTTP Basic without client_id in the form is invalid_client; with it, it was accepted']
        : null;
    }),
  ),
  A23: check('Reusing a code changes nothing', 'Exchange a code twice, then use the access token', codeReplay),
  A24: check('A refresh may request fewer scopes', 'Refresh with one of the granted scopes', refreshScope),
  A25: check(
    'A form above 64 KiB is invalid_request',
    'Send a form of 64 to 80 KiB to the token endpoint',
    each(to('POST', paths.token), (one): Found => {
      const size = formatBytes(one.bodyBytes);
      if (!Number.isFinite(one.bodyBytes)) return null;
      if (one.status === 413) return [false, `A form of ${size} is answered with 413`];
      if (one.bodyBytes <= longestForm) return null;
      if (memberOf(one, 'error') !== 'invalid_request') {
        return [false, `A form of ${size} is answered with ${answerIn(one)}`];
      }
      return one.bodyBytes > closeForm ? null : [true, `A form of ${size} is invalid_request`];
    }),
  ),
  A31: check(
    'The metadata of the authorization server is served',
    'Request /.well-known/oauth-authorization-server',
    each(to('GET', paths.metadata), (one): Found => {
      const isThere = isSuccess(one) && typeof memberOf(one, 'issuer') === 'string';
      return isThere ? [true, 'The metadata is served'] : [false, `There is no metadata: ${answerIn(one)}`];
    }),
  ),
  A32: check('/oauth/revoke ends the consent', 'Revoke a token, then use the access token', revocation),
  A33: check(
    '/oauth/introspect says whether a token is valid',
    'Introspect a token',
    each(to('POST', paths.introspect), (one): Found => {
      if (typeof memberOf(one, 'active') === 'boolean') return [true, 'Introspection answers with active'];
      return isMissing(one) ? [false, `There is no ${paths.introspect}: ${one.status}`] : null;
    }),
  ),
  A34: check('Web pages of other origins may not call it', 'Requests of applications come from no web page', null),
};
