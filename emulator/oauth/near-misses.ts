// Hints for the developer about a rejected sign-in that was almost right. A hint names the difference, never the value;
// it goes to the journal only, and the response stays the same.

import { hash } from 'node:crypto';
import { digestOf } from '../http/digest.ts';
import { decode } from '../http/request.ts';
import type { Application, World } from '../world/world.ts';
import { isChallenge, isScope } from './parameters.ts';

const unquoted = (text: string): string | null => /^(["'])(.*)\1$/s.exec(text.trim())?.[2] ?? null;

/** What happens to a value on its way, and how it is undone. */
const flaws: readonly [flaw: string, undo: (text: string) => string | null][] = [
  ['has surrounding whitespace', (text) => text.trim()],
  ['has surrounding quotes', unquoted],
  ['is percent-encoded twice', decode],
  ['contains a plus that must be encoded as %2B', (text) => text.replaceAll(' ', '+')],
];

/** The flaw without which the value would be right. */
function flawOf(name: string, given: string, isRight: (text: string) => boolean): string | null {
  const flaw = flaws.find(([, undo]) => {
    const undone = undo(given);
    return undone !== null && undone !== given && isRight(undone);
  });
  return flaw === undefined ? null : `${name} ${flaw[0]}`;
}

export function nearClientId(given: string, { applications }: World): string | null {
  const alike = [...applications.keys()].find((id) => id.toLowerCase() === given.toLowerCase());
  if (alike !== undefined) return `client_id differs from ${alike} in case`;
  if (ownerOf(given, applications.values()) !== undefined) return 'client_id is the secret of an application';
  return flawOf('client_id', given, (text) => applications.has(text));
}

export function nearSecret(given: string, { clientId, secretDigest }: Application, world: World): string | null {
  if (given === clientId) return 'client_secret is the client_id';
  const owner = ownerOf(given, world.applications.values());
  if (owner !== undefined) return `client_secret is that of ${owner.clientId}`;
  return flawOf('client_secret', given, (text) => digestOf(text) === secretDigest);
}

/**
 * For a redirect URI that is not registered, or that differs from the authorization request.
 * @param isPortFree whether a loopback URI may have any port (RFC 8252 §7.3)
 */
export function nearRedirectUri(given: string, expected: readonly string[], isPortFree: boolean): string | null {
  const flaw = flawOf('redirect_uri', given, (text) => expected.includes(text));
  if (flaw !== null) return flaw;
  const url = parse(given);
  if (url === null) return 'redirect_uri is not a URL';
  if (given.includes('#')) return 'redirect_uri has a fragment';
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

export function nearVerifier(given: string, challenge: string): string | null {
  if (given === '') return 'code_verifier is missing';
  if (given === challenge) return 'code_verifier is the challenge itself';
  const flaw = flawOf('code_verifier', given, (text) => digestOf(text) === challenge);
  if (flaw !== null) return flaw;
  if (/^[0-9a-f]{64}$/i.test(given) && Buffer.from(given, 'hex').toString('base64url') === challenge) {
    return 'code_verifier is its own hash, in hex';
  }
  if (digestOf(hash('sha256', given)) === challenge) {
    return 'the challenge was computed from the hex digest; use the base64url of the SHA-256 digest itself';
  }
  if (given.length < 43) return `code_verifier is too short: ${given.length} characters, at least 43`;
  if (given.length > 128) return `code_verifier is too long: ${given.length} characters, at most 128`;
  if (!/^[A-Za-z0-9._~-]*$/.test(given)) return 'code_verifier has invalid characters (RFC 7636 §4.1)';
  return null;
}

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
  const flaw = flawOf('code_challenge', challenge, isChallenge);
  if (flaw !== null) return flaw;
  return `code_challenge has ${challenge.length} characters; an S256 challenge has 43`;
}

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
  const placeOf = (text: string) => places.find(([, place]) => world[place].has(digestOf(text)));
  const found = placeOf(given);
  if (found === undefined) return flawOf(name, given, (text) => placeOf(text)?.[0] === name);
  const [foundName, place, message] = found;
  if (foundName !== name) return `${name} is ${message}`;
  const owner = world.consents.get(world[place].get(digestOf(given))?.consentId ?? '')?.clientId;
  return owner === undefined || clientId === null || owner === clientId ? null : `${name} belongs to ${owner}`;
}

function ownerOf(secret: string, applications: Iterable<Application>): Application | undefined {
  const digest = digestOf(secret);
  return [...applications].find(({ secretDigest }) => secretDigest === digest);
}

const parse = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);
