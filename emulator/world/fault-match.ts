// Rejects faults and waits that could never match a request, such as one with a typo. The messages complete “expected …”.

import { METHODS } from '../http/node-http.ts';
import { didYouMean } from '../options/did-you-mean.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { FaultMatch, World } from './world.ts';

const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);
const grantTypes = ['authorization_code', 'refresh_token'];
const usualMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const tokenPath = '/oauth/token';

export function matchErrors({
  method,
  path,
  grantType,
  headers = {},
}: FaultMatch): Partial<Record<keyof FaultMatch, string>> {
  const isMethod = method === undefined || METHODS.includes(method.toUpperCase());
  const isGrantType = grantType === undefined || grantTypes.includes(grantType);
  const wrongHeader = Object.keys(headers).find((name) => !isHeaderName(name));
  const wrongPath = path === undefined ? null : pathError(path, grantType !== undefined);
  return {
    ...(isMethod ? {} : { method: `an HTTP method${meant(method, usualMethods)}` }),
    ...(wrongPath === null ? {} : { path: wrongPath }),
    ...(wrongHeader === undefined ? {} : { headers: `names of headers, which “${wrongHeader}” is not` }),
    ...(isGrantType ? {} : { grantType: `${grantTypes.join(' or ')}${meant(grantType, grantTypes)}` }),
  };
}

/** Throws an `EmulatorError` for an unknown application or pilot. */
export function checkParties(
  { clientId, pilot }: Pick<FaultMatch, 'clientId' | 'pilot'>,
  { applications, pilots }: World,
): void {
  if (clientId !== undefined && !applications.has(clientId)) refuse('Application', clientId, [...applications.keys()]);
  if (pilot !== undefined && !pilots.has(pilot)) refuse('Pilot', pilot, [...pilots.keys()]);
}

function refuse(what: string, named: string, known: readonly string[]): never {
  throw new EmulatorError('unknown', `${what} ${named} not found${meant(named, known)}.`);
}

export function pathError(path: string, hasGrantType = false): string | null {
  const [address = ''] = path.split(/[?#]/, 1);
  // Otherwise a fault could not be removed; and they are not in the journal.
  if (path.startsWith('/_emulator')) return 'a path of the service, not of the control interface';
  if (path !== '*' && !path.startsWith('/')) return `a path that begins with a slash (did you mean “/${path}”?)`;
  if (address !== path) return `a path without a query (did you mean “${address}*”?)`;
  if (path.slice(0, -1).includes('*')) {
    return `a path with * only at the end (did you mean “${path.slice(0, path.indexOf('*') + 1)}”?)`;
  }
  const reachesTokens = path.endsWith('*') ? tokenPath.startsWith(path.slice(0, -1)) : path === tokenPath;
  return hasGrantType && !reachesTokens ? `a path that matches ${tokenPath}, because grantType is set` : null;
}

function meant(typed: string, known: readonly string[]): string {
  const near = didYouMean(typed, known);
  return near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`;
}
