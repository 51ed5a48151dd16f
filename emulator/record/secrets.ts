// The secrets that pass through: found by the names of what contains them, and masked by value in any later text. Kept in
// memory only.

import { digestOf } from '../http/digest.ts';
import { readBasic } from '../http/request.ts';
import { kindOf, marked, maskOf } from '../journal/masking.ts';

import { isObject } from '../http/json.ts';
import type { Observation, Pair } from './traffic.ts';

type SecretKind = 'token' | 'secret' | 'verifier' | 'state' | 'cookie';

/** A shorter value would mask ordinary words; it is masked only if its name identifies it. */
const leastLength = 6;

export type SeenSecrets = ReturnType<typeof createSeenSecrets>;

export function createSeenSecrets() {
  const labels = new Map<string, string>();
  /** Every written form, the longest first, because one secret may contain another. */
  const written: { form: string; mask: string }[] = [];

  return {
    /** Returns a label that is the same for the same value, and reveals nothing about it. */
    learn(kind: SecretKind, value: string): string {
      const known = labels.get(value);
      if (known !== undefined) return known;
      const label = `${kind} ${labels.size + 1}`;
      labels.set(value, label);
      if (value.length < leastLength) return label;
      const mask = kind === 'token' ? maskOf(value, digestOf(value)) : marked(kind);
      written.push(...[...formsOf(value)].map((form) => ({ form, mask })));
      written.sort((left, right) => right.form.length - left.form.length);
      return label;
    },
    /** Masks every learnt value in a text, however it is encoded. */
    mask: (text: string): string =>
      written.reduce((masked, { form, mask }) => masked.replaceAll(form, () => mask), text),
  };
}

/** As it is, percent-encoded, as in a form, and as in JSON. */
function formsOf(value: string): Set<string> {
  const encoded = encodeURIComponent(value.toWellFormed());
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);
  const inJson = JSON.stringify(value).slice(1, -1);
  const lowerCase = (text: string) => text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
  return new Set([
    value,
    encoded,
    inForm,
    lowerCase(encoded),
    lowerCase(inForm),
    inJson,
    inJson.replaceAll('/', '\\/'),
  ]);
}

/** On the pages of the service itself. */
const ofLogin = /(?:^|[_-])(?:pass|pw|pwd|pin|otp|totp)(?:$|[_-])|csrf|xsrf/i;

/** Returns null for a parameter that contains no secret. */
function secretKindOf(name: string): SecretKind | null {
  if (name === 'state' || name === 'nonce') return 'state';
  const kind = kindOf(name);
  if (kind === 'plain') return ofLogin.test(name) ? 'secret' : null;
  return kind === 'form_token' ? 'token' : kind;
}

/** The parameters with labels in place of secrets. */
export const labelled = (pairs: Iterable<readonly [string, string]>, secrets: SeenSecrets): Pair[] =>
  [...pairs].map(([name, value]): Pair => {
    const kind = secretKindOf(name);
    return [name, kind === null || value === '' ? secrets.mask(value) : secrets.learn(kind, value)];
  });

/** Learns the secret texts of a JSON value, at any depth; returns a copy with labels in their place. */
export function learnJson(json: unknown, secrets: SeenSecrets, within: SecretKind | null = null): unknown {
  if (typeof json === 'string') return within === null || json === '' ? json : secrets.learn(within, json);
  if (Array.isArray(json)) return json.map((item) => learnJson(item, secrets, within));
  if (!isObject(json)) return json;
  const members = Object.entries(json).map(([name, value]) => {
    // `code` is an error code there.
    const kind = name === 'code' ? null : secretKindOf(name);
    return [name, learnJson(value, secrets, kind ?? within)];
  });
  return Object.fromEntries(members);
}

type Credentials = Pick<Observation, 'bearer' | 'basic' | 'basicUser'>;

export const noCredentials: Credentials = { bearer: null, basic: null, basicUser: null };

/** Learns the secrets of a header; of `authorization` it returns the labels. */
export function learnHeader(name: string, value: string, secrets: SeenSecrets): Credentials {
  switch (name) {
    case 'authorization':
    case 'proxy-authorization': {
      const [, scheme = '', credentials = value] = /^(\S+) +(.*)$/s.exec(value.trim()) ?? [];
      const label = secrets.learn('token', credentials);
      if (scheme.toLowerCase() === 'bearer') return { ...noCredentials, bearer: label };
      if (scheme.toLowerCase() !== 'basic') return noCredentials;
      const readings = readBasic(value);
      for (const [, secret] of readings) if (secret !== '') secrets.learn('secret', secret);
      return { ...noCredentials, basic: label, basicUser: readings[0]?.[0] ?? null };
    }
    case 'cookie':
    case 'set-cookie':
      for (const pair of name === 'cookie' ? value.split(';') : [value.split(';')[0]!]) {
        const cookie = pair.slice(pair.indexOf('=') + 1).trim();
        if (cookie !== '') secrets.learn('cookie', cookie);
      }
      return noCredentials;
    case 'location':
      labelled(parametersOf(value), secrets);
      return noCredentials;
    case 'www-authenticate':
      return noCredentials;
    default:
      if (/token|secret|passw|api-?key|auth|session/.test(name) && value !== '') secrets.learn('token', value);
      return noCredentials;
  }
}

/** Of the query and the fragment of an address. */
export function parametersOf(address: string): [string, string][] {
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  return [...new URLSearchParams(query), ...(fragment.includes('=') ? new URLSearchParams(fragment) : [])];
}
