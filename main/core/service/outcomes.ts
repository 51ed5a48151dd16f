// The meaning of an answer of the flight endpoint, as a pure rule over status, headers and body. A request counts as
// not carried out only if that is proven (0020): by a documented error, in its documented form, or by a 429.
import * as z from 'zod/mini';
import { documentedCode, mediaType } from '../platform/masking/remote-values.ts';
import { statusMeaning, type StatusMeaning } from './answer-statuses.ts';

export type RawAnswer = {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The raw body. */
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  /** Milliseconds, from Retry-After. */
  readonly retryAfterMs: number | null;
  /** It came over http: anything in between may have sent it. */
  readonly isPlainHttp?: boolean;
  /** It redirects to another host. */
  readonly leadsElsewhere?: boolean;
};

/** Everything but success, for uploads and reads. */
export type ErrorOutcome =
  // Proved: nothing was done.
  | { readonly kind: 'too-fast'; readonly retryAfterMs: number | null }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null; readonly code: string }
  | { readonly kind: 'scope-missing'; readonly code: string }
  | { readonly kind: 'write-not-enabled' }
  | { readonly kind: 'file-rejected'; readonly code: string }
  | { readonly kind: 'file-too-large'; readonly code: string }
  /** `outcomeUnknown`: not in the documented form, so that any server may have sent it. */
  | { readonly kind: 'unauthorized'; readonly code: string; readonly outcomeUnknown?: boolean }
  // Not proved: the request may have been carried out.
  /** An undocumented 403. */
  | { readonly kind: 'not-permitted'; readonly code: string }
  | { readonly kind: 'absent'; readonly code: string }
  /** An error of the service or of a gateway, which concerns every request. */
  | {
      readonly kind: 'server-error';
      readonly code: string;
      readonly retryAfterMs: number | null;
      /** Absent: nothing more is known about it. */
      readonly means?: StatusMeaning;
    }
  /** A gateway refuses this file. */
  | { readonly kind: 'refused-by-gateway'; readonly code: string; readonly means: StatusMeaning }
  /** A web page over http: a network's sign-in page, or the service itself. */
  | { readonly kind: 'captive-portal'; readonly code: string }
  /** An undocumented answer. `isAboutRequest`: a 4xx that concerns this request only. */
  | { readonly kind: 'not-understood'; readonly code: string; readonly isAboutRequest?: boolean };

/** `json` is undefined if a 2xx answer cannot be parsed. */
type Meaning = { readonly kind: 'success'; readonly json: unknown } | ErrorOutcome;

/** The document's table of errors, and A13: code and status together prove that nothing was done. */
const documented: ReadonlyMap<string, (code: string) => ErrorOutcome> = new Map<string, (code: string) => ErrorOutcome>(
  [
    ['401 unauthorized', (code) => ({ kind: 'unauthorized', code })],
    ['403 insufficient_scope', (code) => ({ kind: 'scope-missing', code })],
    ['403 write_not_enabled', () => ({ kind: 'write-not-enabled' })],
    ['400 missing_file', (code) => ({ kind: 'file-rejected', code })],
    ['400 invalid_file', (code) => ({ kind: 'file-rejected', code })],
    ['413 file_too_large', (code) => ({ kind: 'file-too-large', code })],
  ],
);

/** The document shows their status and not their body (A9): the code is enough, if it is unambiguous. */
const likelyCodes = ['write_not_enabled', 'invalid_file', 'too_fast'] as const;

/** A 4xx about the client, the address or the time concerns every report. */
const notOfOneRequest: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 410, 425, 426, 429]);

const detailSchema = z.object({ detail: z.string() });

export function readAnswer(answer: RawAnswer): Meaning {
  const { status, json, retryAfterMs } = answer;
  const detail = detailOf(answer);
  const code = codeOf(answer, detail);
  if (status === 429) {
    if (detail === 'too_fast') return { kind: 'too-fast', retryAfterMs };
    return { kind: 'rate-limited', retryAfterMs, code: detail === 'rate_limit_exceeded' ? detail : code };
  }
  const outcomeOf = detail === null ? undefined : documented.get(`${status} ${detail}`);
  if (detail !== null && outcomeOf) return outcomeOf(detail);

  if (isPortal(answer)) return { kind: 'captive-portal', code };
  // The document shows 200. Any other 2xx counts as success as well.
  if (status >= 200 && status < 300) return { kind: 'success', json };
  if (status === 401) return { kind: 'unauthorized', code, outcomeUnknown: true };
  if (status === 403) return { kind: 'not-permitted', code };
  if (status === 404 || status === 405) return { kind: 'absent', code };
  const means = statusMeaning(status);
  if (means?.next === 'reject') return { kind: 'refused-by-gateway', code, means };
  if (means !== null || status >= 500) return { kind: 'server-error', code, retryAfterMs, ...(means && { means }) };
  const isAboutRequest = status >= 400 && !notOfOneRequest.has(status);
  return { kind: 'not-understood', code, ...(isAboutRequest && { isAboutRequest }) };
}

/** The documented code in the answer, `other` for another code, or null if it has none. */
function detailOf({ json, text }: RawAnswer): string | null {
  const alone = typeof json === 'object' && json !== null ? Object.values(json) : [json, text.trim()];
  const likely = likelyCodes.find((code) => alone.includes(code));
  if (likely) return likely;
  const parsed = detailSchema.safeParse(json);
  return parsed.success && parsed.data.detail ? documentedCode(parsed.data.detail) : null;
}

/** What is kept of the answer: its status, and its code or media type. Never its text (decision 0021). */
function codeOf({ status, json, headers }: RawAnswer, detail: string | null): string {
  if (detail !== null) return `HTTP ${status}: ${detail}`;
  const type = json === undefined ? mediaType(headers['content-type']) : null;
  return type === null ? `HTTP ${status}` : `HTTP ${status}, ${type}`;
}

const isPage = ({ headers, json }: RawAnswer) => json === undefined && /html/i.test(headers['content-type'] ?? '');

/**
 * The service answers in JSON and never redirects: a web page with 2xx, a redirect to another host, and 511 (RFC 6585
 * §6) are a network's own sign-in page. Over TLS they cannot be: a network has no certificate for the service's name.
 */
function isPortal(answer: RawAnswer): boolean {
  const { status, isPlainHttp, leadsElsewhere } = answer;
  if (!isPlainHttp) return false;
  if (status === 511) return true;
  if (status >= 300 && status < 400) return leadsElsewhere === true;
  return status >= 200 && status < 300 && isPage(answer);
}
