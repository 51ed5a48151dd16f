// What an answer of the flight endpoint means, as one pure rule over status, headers and body. Nothing counts as not done
// unless it is proved (0020): by a refusal that the document shows, in the shape that it shows, or by a 429. Whatever else
// is answered, what was asked may have been done.
import { z } from 'zod';
import type { RemoteText } from '../platform/masking/remote-text.ts';

export type RawAnswer = {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it came. */
  readonly text: string;
  /** The parsed body; undefined where it is not JSON. */
  readonly json: unknown;
  /** Milliseconds, from Retry-After. */
  readonly retryAfterMs: number | null;
  /** It came over plain http: anything between may have said it. */
  readonly isPlainHttp?: boolean;
  /** It is a redirect to another host than the one that was asked. */
  readonly leadsElsewhere?: boolean;
};

/** Everything but success. The same set for uploads and reads. */
export type Refusal =
  // Proved: nothing was done.
  | { readonly kind: 'too-fast'; readonly retryAfterMs: number | null }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null; readonly code: string }
  | { readonly kind: 'scope-missing'; readonly code: string }
  | { readonly kind: 'write-not-enabled' }
  | { readonly kind: 'file-refused'; readonly code: string }
  | { readonly kind: 'file-too-large'; readonly code: string }
  /** `outcomeUnknown`: not in the document's words, so that anybody may have said it. */
  | { readonly kind: 'unauthorized'; readonly code: string; readonly outcomeUnknown?: boolean }
  // Not proved: what was asked may have been done all the same.
  /** A 403 in words that no document shows. */
  | { readonly kind: 'not-permitted'; readonly code: string }
  | { readonly kind: 'absent'; readonly code: string }
  /** The service, or something between, has trouble: 5xx. `isUnavailable`: 503, which says that nothing was begun. */
  | {
      readonly kind: 'server-error';
      readonly code: string;
      readonly retryAfterMs: number | null;
      readonly isUnavailable?: boolean;
    }
  /** A page for people over plain http: the sign-in of a hotel's network, or the service itself. */
  | { readonly kind: 'captive-portal'; readonly code: string }
  /** Not an answer that the document shows. `isAboutRequest`: a 4xx that says nothing of who asks, where or when. */
  | { readonly kind: 'not-understood'; readonly code: string; readonly isAboutRequest?: boolean };

/** `json` is undefined where the service said yes in words that cannot be read. */
type Meaning = { readonly kind: 'success'; readonly json: unknown } | Refusal;

/** The document's table of refusals, and A13: code and status together are the proof that nothing was done. */
const documented: ReadonlyMap<string, (code: string) => Refusal> = new Map<string, (code: string) => Refusal>([
  ['401 unauthorized', (code) => ({ kind: 'unauthorized', code })],
  ['403 insufficient_scope', (code) => ({ kind: 'scope-missing', code })],
  ['403 write_not_enabled', () => ({ kind: 'write-not-enabled' })],
  ['400 missing_file', (code) => ({ kind: 'file-refused', code })],
  ['400 invalid_file', (code) => ({ kind: 'file-refused', code })],
  ['413 file_too_large', (code) => ({ kind: 'file-too-large', code })],
]);

/** The document shows their status and not their body (A9): the code is enough, wherever it stands alone. */
const likelyCodes = ['write_not_enabled', 'invalid_file', 'too_fast'] as const;

/** What a 4xx says of who asks, of the address, of the way or of the moment concerns every report and not this one. */
const notOfOneRequest: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 410, 421, 425, 426, 429, 451]);

const detailSchema = z.object({ detail: z.string() });

/** `remoteText`: what the service wrote, without secrets, before it is cut to its bound. */
export function readAnswer(answer: RawAnswer, remoteText: RemoteText): Meaning {
  const { status, json, retryAfterMs } = answer;
  if (status === 429) {
    const said = saidCode(answer);
    if (said === 'too_fast') return { kind: 'too-fast', retryAfterMs };
    return { kind: 'rate-limited', retryAfterMs, code: said === null ? codeOf(answer, remoteText) : remoteText(said) };
  }
  const said = saidCode(answer);
  const refusal = said === null ? undefined : documented.get(`${status} ${said}`);
  if (said !== null && refusal) return refusal(said);

  const code = codeOf(answer, remoteText);
  if (isPortal(answer)) return { kind: 'captive-portal', code };
  // The document shows 200. Any other 2xx is a yes all the same, in whatever words.
  if (status >= 200 && status < 300) return { kind: 'success', json };
  if (status === 401) return { kind: 'unauthorized', code, outcomeUnknown: true };
  if (status === 403) return { kind: 'not-permitted', code };
  if (status === 404 || status === 405) return { kind: 'absent', code };
  if (status >= 500)
    return { kind: 'server-error', code, retryAfterMs, ...(status === 503 && { isUnavailable: true }) };
  const isAboutRequest = status >= 400 && !notOfOneRequest.has(status);
  return { kind: 'not-understood', code, ...(isAboutRequest && { isAboutRequest }) };
}

/** The code that is documented for its status, or the text where a code should be. */
function saidCode({ json, text }: RawAnswer): string | null {
  const alone = typeof json === 'object' && json !== null ? Object.values(json) : [json, text.trim()];
  const likely = likelyCodes.find((code) => alone.includes(code));
  if (likely) return likely;
  const parsed = detailSchema.safeParse(json);
  return parsed.success && parsed.data.detail ? parsed.data.detail.trim() : null;
}

/** For the small print: the status, and what was written beside it where that is not a page. */
function codeOf(answer: RawAnswer, remoteText: RemoteText): string {
  const { status, json, text } = answer;
  const type = answer.headers['content-type'] ?? '';
  if (isPage(answer)) return remoteText(`HTTP ${status}, ${type}`);
  const isYes = status >= 200 && status < 300;
  const said = isYes ? '' : (saidCode(answer) ?? (typeof json === 'string' ? json : text));
  return remoteText(said ? `HTTP ${status}: ${said}` : `HTTP ${status}`);
}

const isPage = ({ headers, json }: RawAnswer) => json === undefined && /html/i.test(headers['content-type'] ?? '');

/**
 * The service answers in JSON and redirects nobody: a yes as a page for people, a way to another host, and RFC 6585 §6 are
 * a network's own sign-in page. Over TLS none of them can be: there a network has no certificate of the service's name.
 */
function isPortal(answer: RawAnswer): boolean {
  const { status, isPlainHttp, leadsElsewhere } = answer;
  if (!isPlainHttp) return false;
  if (status === 511) return true;
  if (status >= 300 && status < 400) return leadsElsewhere === true;
  return status >= 200 && status < 300 && isPage(answer);
}
