// The assumptions that ordinary use of a service shows: signing in, uploading, refreshing, reading. A check is what the
// emulator does, and the exchanges that show the same or something else. A verdict needs an exchange; without one, the
// assumption is not seen.

import { flightRecord, type JudgedAssumption } from '../api-types.ts';
import { elapsed, formatBytes, remaining } from '../journal/message-text.ts';
import { scopeTexts } from '../oauth/parameters.ts';
import {
  codeIn,
  isForeign,
  isJudged,
  isMissing,
  isRecord,
  isSuccess,
  memberOf,
  paths,
  readTraffic,
  valueOf,
  waitBetweenUploads,
} from './traffic.ts';
import { isObject } from '../http/json.ts';
import type { Authorization, Observation, Traffic, Upload } from './traffic.ts';

type Evidence = {
  request: number;
  holds: boolean;
  /** A sentence without its full stop. */
  shows: string;
};

type Find = (traffic: Traffic) => Evidence[];

type Check = {
  claim: string;
  /** What a client has to do for it to be seen. */
  toObserve: string;
  find: Find;
  /** What a finding does not show, if the claim goes further. */
  extent?: string | undefined;
};

const check = (claim: string, toObserve: string, find: Find, extent?: string): Check => ({
  claim,
  toObserve,
  find,
  extent,
});

/** What an exchange shows; null if nothing. The exchange may be another one. */
type Found = readonly [holds: boolean, shows: string, by?: Observation] | null;

/** What each exchange of a kind shows. */
const each =
  <One extends Observation>(
    of: (traffic: Traffic) => readonly One[],
    look: (one: One, traffic: Traffic) => Found,
  ): Find =>
  (traffic) =>
    of(traffic).flatMap((one) => {
      const found = look(one, traffic);
      return found === null ? [] : [{ request: (found[2] ?? one).request, holds: found[0], shows: found[1] }];
    });

/** A status with the code of its body: `429 too_fast`. */
const answerIn = (one: Observation): string => [one.status, codeIn(one) ?? ''].join(' ').trimEnd();

const asked = ({ authorizations }: Traffic) => authorizations.map((one) => ({ ...one.asked, one }));
const tokenCalls = (traffic: Traffic) => traffic.tokenCalls;
const records = (traffic: Traffic) => traffic.records.map(({ request, record }) => ({ ...request, record }));
const profiles = ({ all }: Traffic) =>
  all.filter((one) => one.method === 'GET' && one.path === paths.userinfo && isJudged(one) && !isForeign(one));
const readings = ({ all }: Traffic) =>
  all.filter(
    (one) =>
      one.method === 'GET' && (one.path === paths.flights || one.path.startsWith(`${paths.flights}/`)) && isJudged(one),
  );

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

const allScopes = Object.keys(scopeTexts);

const minuteMs = 60_000;
const expectedWaitMs = 5000;
/** Bounds that are further apart would also fit other waits. */
const closeMs = 1500;

function wait(traffic: Traffic): Evidence[] {
  const { moreThan, atMost } = waitBetweenUploads(traffic);
  const above = moreThan && {
    request: moreThan.request,
    holds: moreThan.value < expectedWaitMs,
    shows: `Refused as too_fast: the wait is more than ${elapsed(moreThan.value)}`,
  };
  const below = atMost && {
    request: atMost.request,
    holds: atMost.value >= expectedWaitMs,
    shows: `The wait is at most ${remaining(atMost.value)}`,
  };
  const isClose = moreThan !== null && atMost !== null && atMost.value - moreThan.value <= closeMs;
  return [above, below].filter((one) => one !== null).filter(({ holds }) => isClose || !holds);
}

const expectedSize = 10 * 1024 ** 2;

function maximumSize(one: Upload): Found {
  const [file] = one.reports;
  // The whole body, because the file may have been refused before its end.
  const sizeBytes = file?.isWhole === true ? file.sizeBytes : one.bodyBytes;
  const isLarge = sizeBytes > expectedSize;
  if (file === undefined || sizeBytes === Infinity) return null;
  if (one.isAccepted) return isLarge ? [false, `A file of ${formatBytes(sizeBytes)} is accepted`] : null;
  if (one.status !== 413) return null;
  return one.detail === 'file_too_large'
    ? [isLarge, `A file of ${formatBytes(sizeBytes)} is refused with 413 file_too_large`]
    : [false, `413 comes as ${answerIn(one)}, not as file_too_large`];
}

const nullable = Object.entries(flightRecord.shape).flatMap(([name, type]) =>
  type.safeParse(null).success ? [name] : [],
);

/** The type of the first filled field that is no number; `number` if all are. */
function fieldTypes({ record }: { record: Record<string, unknown> }): Found {
  const filled = nullable.filter((name) => (record[name] ?? null) !== null);
  const other = filled.find((name) => typeof record[name] !== 'number');
  if (other !== undefined) return [false, `${other} is a ${typeof record[other]}`];
  return filled.length === 0 ? null : [true, `${filled.join(', ')} are numbers`];
}

const mostSkewMs = 2 * minuteMs;
const quarterMs = 15 * minuteMs;

/** Both sides know the time of the upload. */
function timeZone({ method, record, atMs, endedAtMs }: Observation & { record: Record<string, unknown> }): Found {
  const written = record['created_at'];
  if (method !== 'POST' || typeof written !== 'string') return null;
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(written)) return [false, `created_at has a zone: ${written}`];
  const offMs = Date.parse(`${written}Z`) - (atMs + endedAtMs) / 2;
  if (Math.abs(offMs) <= mostSkewMs) return [true, 'created_at of a new flight is the time in UTC, without a zone'];
  const zoneMs = Math.round(offMs / quarterMs) * quarterMs;
  // Anything else is a clock that is wrong, on one side or the other.
  const isZone = Math.abs(offMs - zoneMs) <= mostSkewMs && Math.abs(zoneMs) <= 14 * 4 * quarterMs;
  return isZone ? [false, `created_at is ${zoneMs / 3_600_000} h from UTC`] : null;
}

/** By assumption, in the order of their numbers. */
export const assumptionChecks: Readonly<Record<string, Check>> = {
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
  A4: check(
    'GET /api/v1/flights returns items and next_before_id',
    'List the flights',
    each(readings, (one): Found => {
      const isList = one.path === paths.flights;
      if (isForeign(one)) return null;
      if (isList && isMissing(one)) return [false, `There is no list of flights: ${one.status}`];
      if (!isSuccess(one)) return null;
      if (!isList) return isRecord(one.json) ? null : [false, 'A flight has another form'];
      const isPage = Array.isArray(memberOf(one, 'items')) && isObject(one.json) && 'next_before_id' in one.json;
      return isPage ? [true, 'The list has items and next_before_id'] : [false, 'The list has another form'];
    }),
  ),
  A6: check(
    'Filled fields are numbers',
    'Read a flight that is checked',
    each(records, fieldTypes),
    'Only for the fields named here',
  ),
  A7: check(
    'Times are in UTC, without a zone',
    'Upload a report',
    each(records, timeZone),
    'A zone that equals UTC at this time of the year looks the same',
  ),
  A10: check(
    'The wait between accepted uploads is 5 s',
    'Upload again and again until it is accepted; the bounds have to be 1.5 s apart or less',
    wait,
  ),
  A12: check(
    'Every 429 has Retry-After',
    'Upload twice in quick succession',
    each(
      ({ all }) => all.filter(({ status, path }) => status === 429 && path.startsWith('/api/')),
      (one): Found =>
        one.retryAfter === null
          ? [false, `${answerIn(one)} has no Retry-After`]
          : [true, `${answerIn(one)} has Retry-After: ${one.retryAfter}`],
    ),
  ),
  A13: check(
    'A file above 10 MiB is 413 file_too_large, and a smaller one is not',
    'Upload a file of more than 10 MiB',
    each(({ uploads }) => uploads, maximumSize),
    'Only for files of these sizes',
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
  A18: check(
    '/oauth/userinfo returns the pilot',
    'Request /oauth/userinfo with a token',
    each(profiles, (one): Found => {
      if (isMissing(one)) return [false, `There is no ${paths.userinfo}: ${one.status}`];
      if (!isSuccess(one)) return null;
      const members = ['sub', 'name', 'preferred_username'].filter((name) => memberOf(one, name) !== undefined);
      return members[0] === 'sub'
        ? [true, `${paths.userinfo} returns ${members.join(', ')}`]
        : [false, `${paths.userinfo} returns no sub`];
    }),
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
};

/** @param service the base URL of the service */
export function judge(observations: readonly Observation[], service: string): JudgedAssumption[] {
  const traffic = readTraffic(observations, service);
  return Object.entries(assumptionChecks).map(([number, one]) => judgeOne(number, one, traffic));
}

function judgeOne(number: string, { claim, toObserve, find, extent }: Check, traffic: Traffic): JudgedAssumption {
  const found = find(traffic);
  if (found.length === 0) return { number, claim, verdict: 'not-seen', evidence: [], note: `${toObserve}.` };
  const isContradicted = found.some(({ holds }) => !holds);
  const findings = new Map<string, number>();
  for (const { holds, shows, request } of found) {
    if (holds === !isContradicted && !findings.has(shows)) findings.set(shows, request);
  }
  return {
    number,
    claim,
    verdict: isContradicted ? 'differs' : 'holds',
    // The first requests are enough.
    evidence: [...findings].slice(0, 3).map(([shows, request]) => ({ request, shows: `${shows}.` })),
    note: isContradicted || extent === undefined ? null : `${extent}.`,
  };
}
