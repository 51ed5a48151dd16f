// What is kept of another program's text: codes of a closed list, media types of a closed list, and short values whose
// alphabet and length leave no room for a token. Everything else is dropped where it arrives (decision 0021).
import { createHash } from 'node:crypto';

const documentedCodes: ReadonlySet<string> = new Set([
  // The service's document, A4 and A13.
  'unauthorized',
  'insufficient_scope',
  'rate_limit_exceeded',
  'write_not_enabled',
  'missing_file',
  'invalid_file',
  'too_fast',
  'not_found',
  'file_too_large',
  // RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1 and RFC 7591 §3.2.2.
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
  'invalid_token',
  'invalid_redirect_uri',
  'invalid_client_metadata',
]);

/** A documented or registered error code, or `other`. */
export const documentedCode = (code: string): string => (documentedCodes.has(code.trim()) ? code.trim() : 'other');

const mediaTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/octet-stream',
  'application/problem+json',
  'application/xml',
  'text/html',
  'text/plain',
  'text/xml',
]);

/** The media type of a Content-Type header, without its parameters, or `other`; null without a header. */
export function mediaType(header: string | null | undefined): string | null {
  if (!header) return null;
  const type = header.split(';', 1)[0]!.trim().toLowerCase();
  return mediaTypes.has(type) ? type : 'other';
}

/** Codes of the system, of TLS, of undici, and of ours. */
export const isErrorCode = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_/]{1,59}$/.test(code);

/** Retry-After (RFC 9110 §10.2.3): seconds, or a date in its one form; null for anything else. */
export function retryAfterValue(header: string | undefined): string | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return text;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toUTCString() === text ? text : null;
}

/** A number as text (A6): digits with a sign, a fraction, a unit or, in times, colons. */
export const isFigure = (text: string): boolean =>
  /^(?:[+-]?\d{1,12}(?:[.,]\d{1,6})?(?::\d{2}){0,2} ?(?:%|kg|ft|nm|min|h|pts?)?)?$/i.test(text);

/** A type or registration of an aircraft: up to three words of ten characters. */
export const isAircraft = (text: string): boolean =>
  text.length <= 20 && /^(?:[\p{L}\p{M}\p{N}./()'-]{1,10}(?: |$)){0,3}$/u.test(text);

/** A code of an airport: ICAO's, and longer ones for fields without one. */
export const isAirport = (text: string): boolean => /^[A-Za-z0-9-]{0,8}$/.test(text);

/**
 * A pilot's name for display: up to eight words of twenty letters, with at most four digits in all, and 20 characters
 * between two spaces, such as “Ana María López-Cruz”, “pilot_737” or “ana@example.com”; null for anything else.
 */
export function displayName(name: string): string | null {
  const text = name.trim();
  const isName =
    /^(?:[\p{L}\p{M}\p{N}]{1,20}(?:[ .,'’@_-]{1,2}|$)){1,8}$/u.test(text) &&
    text.length <= 64 &&
    (text.match(/\p{N}/gu)?.length ?? 0) <= 4 &&
    !/[^ ]{21}/.test(text);
  return isName ? text : null;
}

/** Tells pilots apart (A18). It is only compared: what is long enough for a token is kept as its hash. */
export const subjectOf = (subject: string): string =>
  /^[\w.:@-]{1,16}$/.test(subject) ? subject : createHash('sha256').update(subject).digest('base64url');
