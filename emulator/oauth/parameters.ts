// Rule 4 and A2: a redirect URI must equal a registered one exactly; only loopback URIs may differ in the port (RFC 8252
// §7.3, RFC 9700 §4.1.3).

import { pageMessages } from './page.ts';
import { digestOf, isSameText } from '../http/digest.ts';

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(\/[^#]*)?$/;

type RedirectRule = {
  allowLocalhost: boolean;
};

export function isRegistered(requested: string, registered: readonly string[], rule: RedirectRule): boolean {
  const address = withoutPort(requested, rule);
  return registered.some((other) =>
    address === null ? other === requested && !loopback.test(other) : withoutPort(other, rule) === address,
  );
}

/** Returns null, or why the URI cannot be registered. */
export function registrationError(address: string): string | null {
  if (!URL.canParse(address) || !/^[\x21-\x7e]+$/.test(address)) return 'is not a valid URL';
  if (address.includes('#')) return 'has a fragment';
  if (!loopback.test(address) && !address.startsWith('https://')) return 'is neither https nor a loopback URL';
  return null;
}

/** A loopback URI without its port, or null for any other. */
function withoutPort(address: string, { allowLocalhost }: RedirectRule): string | null {
  const match = loopback.exec(address);
  if (match === null) return null;
  const [, host, port, path = ''] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  if (host === 'localhost') return allowLocalhost ? `127.0.0.1${path}` : null;
  return `${host}${path}`;
}

// A15: the scopes. Their texts are those of the consent page.

export const scopeTexts = pageMessages.consent.scopes;

export type Scope = keyof typeof scopeTexts;

export const isScope = (text: string): text is Scope => Object.hasOwn(scopeTexts, text);

export const splitScopes = (text: string): string[] => [...new Set(text.split(' ').filter((scope) => scope !== ''))];

// Rules 8 to 10: PKCE with S256 only (RFC 7636).

/** A SHA-256 digest in base64url is 43 characters (§4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** 43 to 128 unreserved characters (§4.1). */
const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);

export const matchesChallenge = (verifier: string, challenge: string): boolean =>
  isVerifier(verifier) && isSameText(digestOf(verifier), challenge);
