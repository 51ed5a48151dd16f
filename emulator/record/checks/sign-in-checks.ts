// Assumptions about the authorization endpoint, its redirect, and what describes the service.

import { formatBytes } from '../../journal/wording.ts';
import { memberOf, valueOf } from '../traffic/observation.ts';
import { isForeign, isJudged, isSuccess, paths } from '../traffic/traffic.ts';
import type { Authorization, Traffic } from '../traffic/traffic.ts';
import { answerIn, differs, holds } from './check.ts';
import type { Checks, Evidence } from './check.ts';

const codeOf = ({ answer }: Authorization) => (answer === null ? undefined : valueOf(answer.parameters, 'code'));

/** The port of a loopback redirect URI, and the rest of it. */
function loopback(address: string): { host: string; port: string; rest: string } | null {
  const [, host, port = '', rest = ''] =
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d+))?(\/.*)?$/.exec(address) ?? [];
  return host === undefined ? null : { host, port, rest };
}

/** An error page in place of a redirect. */
const isRefused = ({ asked, answer }: Authorization): boolean =>
  answer === null && asked.redirect === null && asked.status !== null && asked.status >= 400 && asked.status < 500;

function authorizationEndpoint({ authorizations }: Traffic): Evidence[] {
  return authorizations.flatMap((one): Evidence[] => {
    const { asked, answer } = one;
    if (asked.path === paths.authorize && (asked.status === 404 || asked.status === 405)) {
      return [differs(asked, `${paths.authorize} is not served: ${asked.status}`)];
    }
    if (answer === null || codeOf(one) === undefined) return [];
    if (asked.path !== paths.authorize) return [differs(asked, `The authorization endpoint is ${asked.path}`)];
    if (valueOf(answer.parameters, 'state') !== valueOf(asked.query, 'state')) {
      return [differs(answer.by, 'The redirect carries a code, and not the state of the request')];
    }
    return valueOf(asked.query, 'code_challenge_method') === 'S256'
      ? [holds(answer.by, `${paths.authorize} redirected with a code and the state, for a challenge with S256`)]
      : [];
  });
}

/** The first request with each port of one redirect URI, and whether it was accepted. */
function portsOf(asked: readonly Authorization[]): Map<string, Authorization> {
  const ports = new Map<string, Authorization>();
  for (const one of asked) {
    const port = loopback(one.redirectUri)?.port ?? '';
    if (!ports.has(port)) ports.set(port, one);
  }
  return ports;
}

function redirectPorts({ authorizations }: Traffic): Evidence[] {
  const isAccepted = ({ answer }: Authorization) => answer !== null;
  const isLocalhost = (one: Authorization) => isAccepted(one) && loopback(one.redirectUri)?.host === 'localhost';
  const alike = Map.groupBy(
    authorizations.filter((one) => loopback(one.redirectUri) !== null && (isAccepted(one) || isRefused(one))),
    ({ redirectUri, clientId }) => `${loopback(redirectUri)?.host} ${loopback(redirectUri)?.rest} ${clientId}`,
  );
  const compared = [...alike.values()].flatMap((group): Evidence[] => {
    const [accepted, refused] = [portsOf(group.filter(isAccepted)), portsOf(group.filter(isRefused))];
    const [first, second] = accepted.keys();
    if (first === undefined) return [];
    const other = [...refused].find(([port]) => !accepted.has(port));
    if (other !== undefined) return [differs(other[1].asked, `Port ${other[0]} is refused, and ${first} accepted`)];
    return second === undefined
      ? []
      : [holds(accepted.get(second)!.asked, `Ports ${first} and ${second} are accepted for one redirect URI`)];
  });
  const localhost = authorizations.find(isLocalhost);
  return localhost === undefined
    ? compared
    : [...compared, differs(localhost.asked, 'A redirect URI with localhost is accepted')];
}

function issuer({ authorizations, service }: Traffic): Evidence[] {
  return authorizations.flatMap((one): Evidence[] => {
    if (one.answer === null || codeOf(one) === undefined) return [];
    const { by, parameters } = one.answer;
    const iss = valueOf(parameters, 'iss');
    if (iss === undefined) return [differs(by, 'The redirect with a code has no iss')];
    return iss === service
      ? [holds(by, 'iss is the base URL of the service')]
      : [differs(by, `iss is ${iss}, not the base URL of the service`)];
  });
}

const all = ['openid', 'profile', 'flights:read', 'flights:write'];

function scopes({ tokenCalls, authorizations }: Traffic): Evidence[] {
  const granted = tokenCalls.flatMap((one): Evidence[] => {
    const scope = memberOf(one, 'scope');
    if (!one.isGranted || typeof scope !== 'string') return [];
    const names = scope.split(' ').filter((name) => name !== '');
    const other = names.find((name) => !all.includes(name));
    if (other !== undefined) return [differs(one, `The scope ${other} is granted too`)];
    return all.every((name) => names.includes(name)) ? [holds(one, 'All four scopes are granted')] : [];
  });
  const refused = authorizations.flatMap(({ asked, answer }): Evidence[] => {
    const wanted = (valueOf(asked.query, 'scope') ?? '').split(' ');
    const isRejected = answer !== null && valueOf(answer.parameters, 'error') === 'invalid_scope';
    return isRejected && wanted.every((name) => all.includes(name))
      ? [differs(answer.by, `invalid_scope for ${wanted.join(' ')}`)]
      : [];
  });
  return [...granted, ...refused];
}

function profile({ apiCalls }: Traffic): Evidence[] {
  return apiCalls.flatMap((one): Evidence[] => {
    if (one.path !== paths.userinfo || one.method !== 'GET' || !isJudged(one) || isForeign(one)) return [];
    if (one.status === 404 || one.status === 405) return [differs(one, `There is no ${paths.userinfo}: ${one.status}`)];
    if (!isSuccess(one)) return [];
    return memberOf(one, 'sub') === undefined
      ? [differs(one, `${paths.userinfo} returns no sub`)]
      : [
          holds(
            one,
            `${paths.userinfo} returns ${['sub', 'name', 'preferred_username'].filter((name) => memberOf(one, name) !== undefined).join(', ')}`,
          ),
        ];
  });
}

function metadata({ all: exchanges }: Traffic): Evidence[] {
  return exchanges.flatMap((one): Evidence[] => {
    if (one.path !== paths.metadata || one.method !== 'GET' || !isJudged(one) || isForeign(one)) return [];
    const isThere = isSuccess(one) && typeof memberOf(one, 'issuer') === 'string';
    return [isThere ? holds(one, 'The metadata is served') : differs(one, `There is no metadata: ${answerIn(one)}`)];
  });
}

const longestForm = 64 * 1024;
/** A higher limit would reject a longer body too. */
const closeForm = 80 * 1024;

function formSize({ tokenCalls }: Traffic): Evidence[] {
  return tokenCalls.flatMap((one): Evidence[] => {
    const size = formatBytes(one.bodyBytes);
    if (one.method !== 'POST' || !isJudged(one) || isForeign(one) || !Number.isFinite(one.bodyBytes)) return [];
    if (one.status === 413) return [differs(one, `A form of ${size} is answered with 413`)];
    if (one.bodyBytes <= longestForm) return [];
    if (one.error === 'invalid_request' && one.bodyBytes > closeForm) return [];
    return one.error === 'invalid_request'
      ? [holds(one, `A form of ${size} is invalid_request`)]
      : [differs(one, `A form of ${size} is answered with ${answerIn(one)}`)];
  });
}

export const signInChecks: Checks = {
  A1: {
    claim: 'GET /oauth/authorize takes a PKCE challenge (S256) and redirects with code and state',
    toObserve: 'Sign in through the proxy',
    find: authorizationEndpoint,
  },
  A2: {
    claim: 'Loopback redirect URIs match with any port, and not with localhost',
    toObserve: 'Sign in twice, with two ports of the redirect URI',
    find: redirectPorts,
  },
  A15: {
    claim: 'The scopes openid, profile, flights:read and flights:write are granted, and no other',
    toObserve: 'Sign in with all four scopes',
    find: scopes,
    extent: 'Scopes that nobody requested can’t be seen',
  },
  A18: { claim: '/oauth/userinfo returns the pilot', toObserve: 'Request /oauth/userinfo with a token', find: profile },
  A19: { claim: 'There is one version, under /api/v1', invisible: 'A policy for versions is not in any response' },
  A34: {
    claim: 'Web pages of other origins may not call it',
    invisible: 'Requests of applications come from no web page',
  },
  A21: {
    claim: 'The redirect carries iss, the base URL of the service',
    toObserve: 'Sign in through the proxy',
    find: issuer,
  },
  A25: {
    claim: 'A form above 64 KiB is invalid_request',
    toObserve: 'Send a form of 64 to 80 KiB to the token endpoint',
    find: formSize,
  },
  A31: {
    claim: 'The metadata of the authorization server is served',
    toObserve: 'Request /.well-known/oauth-authorization-server',
    find: metadata,
  },
};
