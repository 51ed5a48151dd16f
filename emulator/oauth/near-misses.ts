// Hints for the developer about a rejected sign-in that was almost right. A hint names the difference, never the value;
// it goes to the journal only, and the response stays the same.

import { hash } from 'node:crypto';
import { digestOf } from '../http/digest.ts';
import { decode } from '../http/form.ts';
import type { Application, World } from '../world/world.ts';
import { isChallenge, isScope } from './parameters.ts';

/** For an unknown client ID. */
export function nearClientId(given: string, { applications }: World): string | null {
  const ids = [...applications.keys()];
  if (applications.has(given.trim())) return 'client_id has surrounding whitespace';
  const alike = ids.find((id) => id.toLowerCase() === given.trim().toLowerCase());
  if (alike !== undefined) return `client_id differs from ${alike} in case`;
  if (isSecretOfAny(given, applications.values())) return 'client_id is the secret of an application';
  const decoded = decodeOnce(given);
  if (decoded !== null && applications.has(decoded)) return 'client_id is percent-encoded twice';
  return null;
}

/** For a wrong client secret. */
export function nearSecret(given: string, application: Application, { applications }: World): string | null {
  const isIts = (text: string | null) => text !== null && digestOf(text) === application.secretDigest;
  if (isIts(given.trim())) return 'client_secret has surrounding whitespace';
  const decoded = decodeOnce(given);
  if (isIts(decoded)) return 'client_secret is percent-encoded twice';
  if (isIts(given.replaceAll(' ', '+'))) return 'client_secret contains a plus that must be encoded as %2B';
  if (isIts(unquoted(given))) return 'client_secret has surrounding quotes';
  if (given === application.clientId) return 'client_secret is the client_id';
  for (const other of applications.values()) {
    if (other !== application && isSecretOfAny(given, [other])) return `client_secret is that of ${other.clientId}`;
  }
  return null;
}

/**
 * For a redirect URI that is not registered, or that differs from the authorization request.
 * @param isPortFree whether a loopback URI may have any port (RFC 8252 §7.3)
 */
export function nearRedirectUri(given: string, expected: readonly string[], isPortFree: boolean): string | null {
  const trimmed = given.trim();
  if (expected.includes(trimmed) && trimmed !== given) return 'redirect_uri has surrounding whitespace';
  if (expected.includes(decodeOnce(given) ?? given)) return 'redirect_uri is percent-encoded twice';
  const url = parse(trimmed);
  if (url === null) return 'redirect_uri is not a URL';
  if (trimmed.includes('#')) return 'redirect_uri has a fragment';
  const differences = expected
    .map(parse)
    .flatMap((other) => (other === null ? [] : [differencesOf(url, other, isPortFree)]));
  // With more than two differences it is another URL, not a typo.
  const [nearest] = differences.toSorted((left, right) => left.length - right.length);
  if (nearest === undefined || nearest.length === 0 || nearest.length > 2) return null;
  return `redirect_uri ${nearest.join(' and ')}`;
}

function differencesOf(given: URL, other: URL, isPortFree: boolean): string[] {
  const differences: string[] = [];
  if (given.protocol !== other.protocol) differences.push('differs in the scheme');
  if (given.hostname !== other.hostname) {
    const isLocalhost = given.hostname === 'localhost' && other.hostname === '127.0.0.1';
    differences.push(isLocalhost ? 'has localhost instead of 127.0.0.1' : 'differs in the host');
  }
  const isLoopback = other.hostname === '127.0.0.1' || other.hostname === '[::1]';
  if (given.port !== other.port && !(isPortFree && isLoopback)) differences.push('differs in the port');
  if (given.pathname !== other.pathname) {
    const withoutSlash = (path: string) => path.replace(/\/$/, '');
    const isSlash = withoutSlash(given.pathname) === withoutSlash(other.pathname);
    const isCase = given.pathname.toLowerCase() === other.pathname.toLowerCase();
    if (isSlash) differences.push('differs only in a trailing slash');
    else differences.push(isCase ? 'differs in the case of the path' : 'differs in the path');
  }
  if (given.search !== other.search) differences.push('differs in the query');
  return differences;
}

/** For a verifier that does not match the challenge. */
export function nearVerifier(given: string, challenge: string): string | null {
  if (given === '') return 'code_verifier is missing';
  if (given === challenge) return 'code_verifier is the challenge itself';
  if (digestOf(given.trim()) === challenge) return 'code_verifier has surrounding whitespace';
  if (/^[0-9a-f]{64}$/i.test(given) && Buffer.from(given, 'hex').toString('base64url') === challenge) {
    return 'code_verifier is its own hash, in hex';
  }
  if (hexHashOf(given).slice(0, challenge.length) === challenge || digestOf(hexHashOf(given)) === challenge) {
    return 'the challenge was computed from the hex digest; use the base64url of the SHA-256 digest itself';
  }
  if (given.length < 43) return `code_verifier is too short: ${given.length} characters, at least 43`;
  if (given.length > 128) return `code_verifier is too long: ${given.length} characters, at most 128`;
  if (!/^[A-Za-z0-9._~-]*$/.test(given)) return 'code_verifier has invalid characters (RFC 7636 §4.1)';
  return null;
}

const hexHashOf = (text: string) => hash('sha256', text);

/** For an invalid challenge or method. */
export function nearChallenge(challenge: string, method: string | undefined): string | null {
  if (method === 'plain') return 'code_challenge_method is plain; only S256 is supported';
  if (method === undefined) return 'code_challenge_method is missing, which means plain; only S256 is supported';
  if (method !== 'S256') {
    return method.trim().toUpperCase() === 'S256'
      ? 'code_challenge_method differs from S256 in case or whitespace'
      : null;
  }
  if (isChallenge(challenge)) return null;
  if (/^[0-9a-f]{64}$/i.test(challenge)) return 'code_challenge is hex; base64url is expected';
  if (isChallenge(challenge.replaceAll('+', '-').replaceAll('/', '_').replaceAll(' ', '-').replace(/=$/, ''))) {
    return 'code_challenge is base64; base64url without padding is expected';
  }
  if (isChallenge(challenge.trim())) return 'code_challenge has surrounding whitespace';
  return `code_challenge has ${challenge.length} characters; an S256 challenge has 43`;
}

/** For unknown scopes. */
export function nearScope(given: string): string | null {
  const parts = given.split(/[\s,;+]+/).filter((part) => part !== '');
  if (parts.every(isScope)) {
    if (given.includes(',')) return 'scope is separated by commas; use spaces';
    return parts.length > 1 ? 'scope is not separated by spaces' : null;
  }
  return parts.every((part) => isScope(part.toLowerCase())) ? 'scope differs in case' : null;
}

type Name = 'code' | 'refresh_token' | 'access_token';

const places: [Name, 'codes' | 'refreshTokens' | 'accessTokens', string][] = [
  ['code', 'codes', 'a code'],
  ['refresh_token', 'refreshTokens', 'a refresh token'],
  ['access_token', 'accessTokens', 'an access token'],
];

/** For a code or a token that was not issued to this application. */
export function nearToken(name: Name, given: string, world: World, clientId: string | null): string | null {
  const shapes: [string | null, string][] = [
    [given, ''],
    [given.trim(), 'has surrounding whitespace'],
    [unquoted(given), 'has surrounding quotes'],
    [decodeOnce(given), 'is percent-encoded twice'],
  ];
  for (const [text, flaw] of shapes) {
    const isSame = flaw !== '' && text === given;
    const digest = text === null || isSame ? null : digestOf(text);
    const found = digest === null ? undefined : places.find(([, place]) => world[place].has(digest));
    if (digest === null || found === undefined) continue;
    const [foundName, place, message] = found;
    if (foundName !== name) return `${name} is ${message}`;
    if (flaw !== '') return `${name} ${flaw}`;
    const owner = world.consents.get(world[place].get(digest)?.consentId ?? '')?.clientId;
    if (owner !== undefined && clientId !== null && owner !== clientId) return `${name} belongs to ${owner}`;
  }
  return null;
}

function isSecretOfAny(text: string, applications: Iterable<Application>): boolean {
  const digest = digestOf(text);
  for (const { secretDigest } of applications) if (secretDigest === digest) return true;
  return false;
}

/** Returns null if decoding fails or changes nothing. */
function decodeOnce(text: string): string | null {
  const decoded = decode(text);
  return decoded === text ? null : decoded;
}

const unquoted = (text: string): string | null => /^(["'])(.*)\1$/s.exec(text.trim())?.[2] ?? null;

const parse = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);
