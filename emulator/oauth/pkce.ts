// Rules 8 to 10: PKCE with S256 only (RFC 7636).

import { digestOf, isSameText } from '../http/digest.ts';

/** A SHA-256 digest in base64url is 43 characters (§4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** 43 to 128 unreserved characters (§4.1). */
export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);

export const matchesChallenge = (verifier: string, challenge: string): boolean =>
  isVerifier(verifier) && isSameText(digestOf(verifier), challenge);
