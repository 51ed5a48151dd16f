// Finds the secrets of an exchange by the names of what contains them.

import { readBasic } from '../../http/basic-auth.ts';
import { kindOf } from '../../journal/masking.ts';
import { isObject } from '../traffic/observation.ts';
import type { Pair } from '../traffic/observation.ts';
import type { SecretKind, SeenSecrets } from './seen-secrets.ts';

/** On the pages of the service itself. */
const ofLogin = /(?:^|[_-])(?:pass|pw|pwd|pin|otp|totp)(?:$|[_-])|csrf|xsrf/i;

/** Returns null for a parameter that contains no secret. */
export function secretKindOf(name: string): SecretKind | null {
  if (name === 'state' || name === 'nonce') return 'state';
  const kind = kindOf(name);
  if (kind === 'plain') return ofLogin.test(name) ? 'secret' : null;
  return kind === 'form_token' ? 'token' : kind;
}

/** A member of JSON; `code` is an error code there. */
const memberKindOf = (name: string): SecretKind | null => (name === 'code' ? null : secretKindOf(name));

/** The parameters with labels in place of secrets. */
export const labelled = (pairs: Iterable<readonly [string, string]>, secrets: SeenSecrets): Pair[] =>
  [...pairs].map(([name, value]): Pair => {
    const kind = secretKindOf(name);
    return [name, kind === null || value === '' ? secrets.mask(value) : secrets.learn(kind, value)];
  });

/** A copy of a JSON value whose secret texts are replaced, at any depth. */
export function replaceSecrets(
  json: unknown,
  replace: (kind: SecretKind, value: string) => string,
  within: SecretKind | null = null,
): unknown {
  if (typeof json === 'string') return within === null || json === '' ? json : replace(within, json);
  if (Array.isArray(json)) return json.map((item) => replaceSecrets(item, replace, within));
  if (!isObject(json)) return json;
  const members = Object.entries(json).map(([name, value]) => [
    name,
    replaceSecrets(value, replace, memberKindOf(name) ?? within),
  ]);
  return Object.fromEntries(members);
}

export type Credentials = {
  bearer: string | null;
  basic: string | null;
  /** The user name of HTTP Basic. */
  basicUser: string | null;
};

/** Learns the secrets of a header; of `authorization` it returns the labels. */
export function learnHeader(name: string, value: string, secrets: SeenSecrets): Credentials {
  const none = { bearer: null, basic: null, basicUser: null };
  switch (name) {
    case 'authorization':
    case 'proxy-authorization': {
      const [, scheme = '', credentials = value] = /^(\S+) +(.*)$/s.exec(value.trim()) ?? [];
      const label = secrets.learn('token', credentials);
      if (scheme.toLowerCase() === 'bearer') return { ...none, bearer: label };
      if (scheme.toLowerCase() !== 'basic') return none;
      const readings = readBasic(value);
      for (const [, secret] of readings) if (secret !== '') secrets.learn('secret', secret);
      return { ...none, basic: label, basicUser: readings[0]?.[0] ?? null };
    }
    case 'cookie':
    case 'set-cookie':
      for (const pair of name === 'cookie' ? value.split(';') : [value.split(';')[0]!]) {
        const cookie = pair.slice(pair.indexOf('=') + 1).trim();
        if (cookie !== '') secrets.learn('cookie', cookie);
      }
      return none;
    case 'location':
      labelled(parametersOf(value), secrets);
      return none;
    case 'www-authenticate':
      return none;
    default:
      if (/token|secret|passw|api-?key|auth|session/.test(name) && value !== '') secrets.learn('token', value);
      return none;
  }
}

/** Of the query and the fragment of an address. */
export function parametersOf(address: string): [string, string][] {
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  return [...new URLSearchParams(query), ...(fragment.includes('=') ? new URLSearchParams(fragment) : [])];
}
