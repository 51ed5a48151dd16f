// Reads the answer of a token endpoint, or how the connection ended, before any of it is used. Pure except for reading
// the body.
import { boundedPlainText } from '../../platform/masking/plain-text.ts';
import type { Fetch } from './oauth-client.ts';

export type TokenResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body for the library: of an object only the members of RFC 6749 §5.1 and §5.2. */
  readonly text: string;
  readonly error: string | null;
  /** What the service says about the error, to be shown once and never written; null if nothing. */
  readonly sentence: string | null;
};

const maxAnswerBytes = 64 * 1024;
const longestLifetimeSeconds = 30 * 24 * 60 * 60;

/** Rejects when the connection breaks before the relevant part has arrived; a body above 64 KiB is read as empty. */
export async function readTokenResponse(response: Awaited<ReturnType<Fetch>>): Promise<TokenResponse> {
  const { text: raw, broken } = await receivedText(response);
  const body = parseObject(raw) ?? (broken ? wholeMembers(raw) : null);
  // A complete pair of tokens is used even if the rest is lost: the previous pair is used up. So is an error.
  if (broken && !(body?.['access_token'] && body['refresh_token']) && !body?.['error']) throw broken.error;
  const error = typeof body?.['error'] === 'string' && body['error'] ? body['error'] : null;
  const description = typeof body?.['error_description'] === 'string' ? body['error_description'] : '';
  const headers: Record<string, string> = { 'content-type': response.headers.get('content-type') ?? 'text/plain' };
  for (const name of ['www-authenticate', 'retry-after']) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  // Parsed as JSON regardless of Content-Type: a rotated token must not be thrown away.
  if (body) headers['content-type'] = 'application/json';
  // The document shows 200. Tokens with another 2xx count as well: the refresh token before them is used up.
  const isYes = response.status >= 200 && response.status < 300 && Boolean(body?.['access_token']);
  return {
    status: isYes ? 200 : response.status,
    headers,
    text: body ? JSON.stringify(knownMembers(body)) : raw,
    error,
    sentence: error !== null && description ? boundedPlainText(description) : null,
  };
}

/** Unknown members are ignored (RFC 6749 §5.1), id_token among them: the service documents none. */
function knownMembers(body: Record<string, unknown>): Record<string, unknown> {
  const text = (name: string) => {
    const value = body[name];
    return typeof value === 'string' && value ? { [name]: value } : {};
  };
  const lifetime = lifetimeSeconds(body['expires_in']);
  return {
    ...text('access_token'),
    ...text('token_type'),
    ...text('refresh_token'),
    ...text('error'),
    ...text('error_description'),
    ...(typeof body['scope'] === 'string' && { scope: body['scope'] }),
    ...(lifetime !== null && { expires_in: lifetime }),
  };
}

/** expires_in as a number or a numeric string; null if it is missing or impossible (0, negative, text). */
export function lifetimeSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 1) return null;
  return Math.min(seconds, longestLifetimeSeconds);
}

type Body = { readonly body: AsyncIterable<unknown> | null };

/** At most 64 KiB; a longer body is read as empty, and its rest is not fetched. */
export async function boundedText(response: Body): Promise<string> {
  const { text, broken } = await receivedText(response);
  if (broken) throw broken.error;
  return text;
}

/** The same, plus what had arrived when the connection broke. */
async function receivedText({ body }: Body): Promise<{ text: string; broken: { error: unknown } | null }> {
  const parts: Uint8Array[] = [];
  const text = () => Buffer.concat(parts).toString('utf8');
  let bytes = 0;
  try {
    for await (const part of body ?? []) {
      const piece = part as Uint8Array;
      bytes += piece.byteLength;
      if (bytes > maxAnswerBytes) return { text: '', broken: null };
      parts.push(piece);
    }
  } catch (error) {
    return { text: text(), broken: { error } };
  }
  return { text: text(), broken: null };
}

/** The complete members of a truncated object. A number at the end may be incomplete and is left out. */
export function wholeMembers(text: string): Record<string, unknown> | null {
  for (let end = text.length, tries = 0; end > 0 && tries < 20; end = text.lastIndexOf(',', end - 1), tries += 1) {
    const isWhole = end < text.length || text.endsWith('"');
    const object = isWhole ? parseObject(`${text.slice(0, end)}}`) : null;
    if (object) return object;
  }
  return null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Retry-After in seconds or as a date (RFC 9110 §10.2.3), at most an hour. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 3_600_000) : null;
}

/**
 * Whether a request can carry this access token: one that none can must not replace one that works. Any visible ASCII,
 * which is more than RFC 6750 §2.1 (b64token) allows.
 */
export const standsInHeader = (accessToken: string): boolean => /^[!-~]+$/.test(accessToken);

/** The same for a refresh token. RFC 6749 §A.17: visible ASCII and spaces. */
export const isRefreshToken = (refreshToken: string): boolean => /^[ -~]+$/.test(refreshToken);
