// Rejects faults and waits that could never match a request, such as one with a typo. The messages complete “expected …”.

import { z } from 'zod';
import { METHODS } from '../http/node-http.ts';
import { didYouMean, editDistance } from '../options/did-you-mean.ts';
import { EmulatorError } from '../emulator-error.ts';
import { members, text } from '../options/input-schemas.ts';

const texts = z.record(z.string(), z.string({ error: 'a text' }), { error: 'names and their texts' });

export const matchSchema = members({
  method: text.optional(),
  path: text.optional().describe('A trailing * matches any ending.'),
  grantType: text.optional(),
  clientId: text.optional(),
  pilot: text.optional(),
  /** Contained in the query, in these headers, or in the name or type of an uploaded file; case is ignored. */
  query: text.optional(),
  headers: texts.optional(),
  fileName: text.optional(),
  contentType: text.optional(),
  /** Fields of a URL-encoded form, with exactly these values. */
  form: texts.optional(),
});
export type FaultMatch = z.output<typeof matchSchema>;

const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);
const grantTypes = ['authorization_code', 'refresh_token'];
const usualMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const uploadPath = '/api/v1/flights';
const formPaths = ['/oauth/token', '/oauth/authorize', '/oauth/revoke', '/oauth/introspect'];
const servedPaths = [uploadPath, ...formPaths, '/oauth/userinfo', '/.well-known/oauth-authorization-server'];

/** The members that only some requests have, and the paths of these. */
const carried: Partial<Record<keyof FaultMatch, readonly string[]>> = {
  grantType: ['/oauth/token'],
  form: formPaths,
  fileName: [uploadPath],
  contentType: [uploadPath],
};

export function matchErrors(match: FaultMatch): Partial<Record<keyof FaultMatch, string>> {
  const { method, path, grantType, headers = {} } = match;
  const isMethod = method === undefined || METHODS.includes(method.toUpperCase());
  const isGrantType = grantType === undefined || grantTypes.includes(grantType);
  const wrongHeader = Object.keys(headers).find((name) => !isHeaderName(name));
  const wrongPath = path === undefined ? null : (pathError(path) ?? typoError(path));
  const errors: Partial<Record<keyof FaultMatch, string>> = {
    ...(isMethod ? {} : { method: `an HTTP method${meant(method, usualMethods)}` }),
    ...(wrongPath === null ? {} : { path: wrongPath }),
    ...(wrongHeader === undefined ? {} : { headers: `names of headers, which “${wrongHeader}” is not` }),
    ...(isGrantType ? {} : { grantType: `${grantTypes.join(' or ')}${meant(grantType, grantTypes)}` }),
  };
  for (const [name, paths] of Object.entries(carried)) {
    if (match[name as keyof FaultMatch] === undefined) continue;
    if (method !== undefined && method.toUpperCase() !== 'POST') errors.method ??= `POST, because ${name} is set`;
    if (path !== undefined && !paths.some((one) => isPathMatch(path, one))) {
      errors.path ??= `a path that matches ${paths.join(' or ')}, because ${name} is set`;
    }
  }
  const { fileName, contentType, form } = match;
  if ((fileName ?? contentType) !== undefined && (form ?? grantType) !== undefined) {
    errors.form ??= 'no form or grantType, because an upload has neither';
  }
  return errors;
}

/** A `*` at the end matches anything. */
export const isPathMatch = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** Throws an `EmulatorError` for an unknown application or pilot. */
export function checkParties(
  { clientId, pilot }: Pick<FaultMatch, 'clientId' | 'pilot'>,
  { applications, pilots }: Record<'applications' | 'pilots', ReadonlyMap<string, unknown>>,
): void {
  if (clientId !== undefined && !applications.has(clientId)) refuse('Application', clientId, [...applications.keys()]);
  if (pilot !== undefined && !pilots.has(pilot)) refuse('Pilot', pilot, [...pilots.keys()]);
}

function refuse(what: string, named: string, known: readonly string[]): never {
  throw new EmulatorError('unknown', `${what} ${named} not found${meant(named, known)}.`);
}

export function pathError(path: string): string | null {
  const [address = ''] = path.split(/[?#]/, 1);
  // Otherwise a fault could not be removed; and they are not in the journal.
  if (path.startsWith('/_emulator')) return 'a path of the service, not of the control interface';
  if (path !== '*' && !path.startsWith('/')) return `a path that begins with a slash (did you mean “/${path}”?)`;
  if (address !== path) return `a path without a query (did you mean “${address}*”?)`;
  if (path.slice(0, -1).includes('*')) {
    return `a path with * only at the end (did you mean “${path.slice(0, path.indexOf('*') + 1)}”?)`;
  }
  return null;
}

const mostWrongLetters = 2;

/** About a path that is almost a served one. Another path may be that of a service still to come. */
function typoError(path: string): string | null {
  const isPrefix = path.endsWith('*');
  const typed = isPrefix ? path.slice(0, -1) : path;
  const isServed = servedPaths.some(
    (one) => isPathMatch(path, one) || (typed.startsWith(`${one}/`) && (isPrefix || typed !== `${one}/`)),
  );
  if (typed.length < 2 * mostWrongLetters || isServed) return null;
  const candidates = isPrefix ? servedPaths.map((one) => one.slice(0, typed.length)) : servedPaths;
  const distances = candidates.map((one) => editDistance(typed.toLowerCase(), one.toLowerCase()));
  const least = Math.min(...distances);
  if (least > mostWrongLetters) return null;
  const near = `${candidates[distances.indexOf(least)]}${isPrefix ? '*' : ''}`;
  return `a path of the service (did you mean “${near}”?)`;
}

function meant(typed: string, known: readonly string[]): string {
  const near = didYouMean(typed, known);
  return near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`;
}
