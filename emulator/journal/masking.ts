// The one place that masks secrets. By name: parameters, headers and members that contain secrets. By pattern: the tokens
// and codes of this service, anywhere. By value: in rejected requests, where a secret may be in the wrong place. A token
// becomes `at_‹3f9c1a›`, its prefix and fingerprint; other secrets become a word in the same marks.

import { digestOf, fingerprintOf } from '../http/digest.ts';
import { decode, readBasic } from '../http/request.ts';

export type Kind = 'plain' | 'token' | 'secret' | 'verifier' | 'form_token';

const kinds = new Map<string, Kind>();
const note = (kind: Kind, names: string) => names.split(' ').forEach((name) => kinds.set(name, kind));
note('token', 'access_token refresh_token id_token token code device_code user_code authorization_code');
note('secret', 'client_secret password client_assertion assertion');
note('verifier', 'code_verifier');
note('form_token', 'form_token');
note('plain', 'grant_type client_id redirect_uri scope state response_type code_challenge code_challenge_method');
note('plain', 'login_hint nonce decision pilot limit before_id token_type token_type_hint error error_description iss');

/** Tokens and codes of this service: a prefix and 256 bits (http/digest.ts). */
const ownSecret = /(?:at|rt|ac)_[A-Za-z0-9_-]{43}/g;
const ownSecretLength = 46;

/** A name and value inside another value, such as a badly split form or a URL with a query. */
const namedInside = /(?:secret|token|passw[a-z]*|assertion|verifier|\bcode)[^\w]{0,4}[=:]/i;

/** What stands in place of a secret. */
export const marked = (word: string): string => `‹${word}›`;

export type IsSecret = (text: string) => boolean;

const maskToken = (text: string): string => maskOf(text, digestOf(text));

export const maskOf = (text: string, digest: string): string =>
  `${/^(?:at|rt|ac)_/.test(text) ? text.slice(0, 3) : ''}${marked(fingerprintOf(digest))}`;

/** Masks tokens and codes of this service anywhere in a text. */
export const maskText = (text: string): string =>
  text.length < ownSecretLength ? text : text.replace(ownSecret, maskToken);

/**
 * Masks a form or a query, and keeps its order and encoding.
 * @param isSecret whether a value is one of the service's secrets
 */
export const maskForm = (text: string, isSecret?: IsSecret): string =>
  text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at === -1) return maskValue(pair, isSecret);
      const name = pair.slice(0, at);
      return `${maskText(name)}=${maskAs(kindOf(name), pair.slice(at + 1), isSecret)}`;
    })
    .join('&');

function maskAs(kind: Kind, value: string, isSecret: IsSecret | undefined): string {
  if (value === '') return value;
  switch (kind) {
    case 'plain':
      return maskValue(value, isSecret);
    case 'token':
      return maskToken(decodeForm(value));
    default:
      return marked(kind);
  }
}

/** What a parameter's name implies about its value. */
export function kindOf(sentName: string): Kind {
  const known = kinds.get(sentName);
  if (known !== undefined) return known;
  const name = decodeForm(sentName).trim().toLowerCase();
  const meant = kinds.get(name);
  if (meant !== undefined) return meant;
  // Metadata describes credentials and contains none.
  if (/_(?:endpoint|supported|uri|type|expires_in)$/.test(name)) return 'plain';
  if (/secret|passw|assertion|api[-_]?key|session|authori[sz]ation|cookie/.test(name)) return 'secret';
  if (name.includes('verifier')) return 'verifier';
  return name.includes('token') ? 'token' : 'plain';
}

/** Masks a value whose name does not indicate a secret. */
function maskValue(value: string, isSecret?: IsSecret): string {
  const isEncoded = value.includes('%') || value.includes('+');
  const text = isEncoded ? decodeForm(value) : value;
  if (isSecret !== undefined && (isSecret(text) || isSecret(text.trim()))) return marked('secret');
  if (/[=:]/.test(text) && namedInside.test(text)) return marked('hidden');
  const masked = maskText(text);
  return masked === text ? value : masked;
}

/** Without one of these, a text has no member that contains a secret. */
const namesSecret =
  /secret|token|passw|verifier|assertion|api[-_]?key|session|authori[sz]ation|cookie|(?:device|user)_code/i;

/** Masks the secret members of JSON text, which may be cut off. */
export function maskJson(text: string): string {
  if (!namesSecret.test(text)) return maskText(text);
  const masked = text.replace(/"((?:[^"\\]|\\.)*)"(\s*:\s*)"((?:[^"\\]|\\.)*)/gs, (whole, name, between, value) => {
    const kind = name === 'code' ? 'plain' : kindOf(String(name));
    if (kind === 'plain')
      return /[=:]/.test(value) && namedInside.test(value) ? `"${name}"${between}"${marked('hidden')}` : whole;
    return `"${name}"${between}"${maskAs(kind, String(value), undefined)}`;
  });
  return maskText(masked);
}

export function maskAddress(address: string): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  const withQuery = query === '' ? maskText(path) : `${maskText(path)}?${maskForm(query)}`;
  return fragment === '' ? withQuery : `${withQuery}#${maskForm(fragment)}`;
}

/** @param name in lower case */
export function maskHeader(name: string, value: string, isClient: (clientId: string) => boolean): string {
  switch (name) {
    case 'authorization':
    case 'proxy-authorization':
      return maskAuthorization(value, isClient);
    case 'cookie':
      return value.split(';').map(maskCookie).join(';');
    case 'set-cookie': {
      const [pair = '', ...attributes] = value.split(';');
      return [maskCookie(pair), ...attributes].join(';');
    }
    case 'location':
    case 'referer':
    case 'content-location':
      return maskAddress(value);
    case 'www-authenticate':
      return maskText(value);
    default:
      return /token|secret|passw|api-?key|auth|session/.test(name) ? maskToken(value) : maskValue(value);
  }
}

function maskAuthorization(value: string, isClient: (clientId: string) => boolean): string {
  const [, scheme = '', credentials = ''] =
    /^(bearer|basic|token|digest|dpop|negotiate)(?: +(.*))?$/is.exec(value.trim()) ?? [];
  if (scheme === '') return value === '' ? value : maskToken(value);
  if (credentials === '') return scheme;
  if (scheme.toLowerCase() !== 'basic') return `${scheme} ${maskToken(credentials)}`;
  const clientId = readBasic(value).find(([id]) => isClient(id))?.[0];
  return clientId === undefined ? `${scheme} ${marked('secret')}` : `${scheme} ${marked(`${clientId}:secret`)}`;
}

function maskCookie(pair: string): string {
  const at = pair.indexOf('=');
  return at === -1 ? marked('cookie') : `${maskText(pair.slice(0, at))}=${marked('cookie')}`;
}

/** Decodes form text; returns it unchanged if it cannot be decoded. */
export const decodeForm = (text: string): string =>
  text.includes('%') || text.includes('+') ? (decode(text.replaceAll('+', ' ')) ?? text) : text;
