// What a call of the flight endpoint can come to, and the meaning of an answer as a pure rule over status, headers and
// body. A request counts as not carried out only if that is proven (0020): by a documented error, in its documented
// form, or by a 429.
import * as z from 'zod/mini';
import type { ConnectionErrorKind, Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/flight.ts';
import { documentedCode, mediaType } from '../platform/masking/remote-values.ts';
import type { StatusSentence } from '../messages/failures.ts';

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
type ErrorOutcome =
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

/** No complete answer came. */
type NoAnswer =
  /** Nothing of the body was sent: the service cannot have a record of it. */
  | {
      readonly kind: 'unreachable';
      readonly code: string;
      /** Absent: nobody answers. */
      readonly why?: ConnectionErrorKind;
    }
  /** Something was sent: the service may have a record of it. */
  | { readonly kind: 'lost'; readonly code: string }
  | { readonly kind: 'stopped'; readonly mayHaveArrived: boolean };

export type UploadOutcome =
  | { readonly kind: 'accepted'; readonly flight: Flight }
  /** A 2xx answer that cannot be parsed: there may be a record. */
  | { readonly kind: 'accepted-unread'; readonly code: string }
  | ErrorOutcome
  | NoAnswer;

export type ListOutcome =
  | {
      readonly kind: 'page';
      readonly flights: readonly Flight[];
      readonly nextBeforeId: number | null;
      /** Ids of records that are listed and cannot be parsed. */
      readonly unreadIds?: readonly number[];
    }
  | ErrorOutcome
  | NoAnswer;
export type ReadOutcome = { readonly kind: 'flight'; readonly flight: Flight } | ErrorOutcome | NoAnswer;

/** No request was made, as there was no token for it. */
export type NoToken = { readonly kind: 'no-token'; readonly failure: Failure };

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

/** After these the service may have a record of the report (0020). */
const unknownKinds = [
  'accepted-unread',
  'lost',
  'not-permitted',
  'absent',
  'server-error',
  'refused-by-gateway',
  'captive-portal',
  'not-understood',
] as const;
type Of<Kind extends UploadOutcome['kind']> = Extract<UploadOutcome, { readonly kind: Kind }>;
type UnknownOutcome =
  | Of<(typeof unknownKinds)[number]>
  | (Of<'unauthorized'> & { readonly outcomeUnknown: true })
  | (Of<'stopped'> & { readonly mayHaveArrived: true });

/** Then nothing is sent again without a lookup or the pilot's decision. What a known outcome means is `afterAttempt`. */
export function outcomeUnknown(outcome: UploadOutcome): outcome is UnknownOutcome {
  if (outcome.kind === 'unauthorized') return outcome.outcomeUnknown === true;
  if (outcome.kind === 'stopped') return outcome.mayHaveArrived;
  return unknownKinds.some((kind) => kind === outcome.kind);
}

// What the statuses mean that the service's document does not name: those of HTTP (RFC 9110), of nginx (494–499) and of
// Cloudflare (520–526), which a server in front of the service sends. The one table for them.
type StatusMeaning = {
  /** `nothing`: by its definition, the request was not carried out. */
  readonly done: 'nothing' | 'unknown';
  /** `retry`: later, by itself. `hold`: every report waits for a fix. `reject`: this report is not uploaded again. */
  readonly next: 'retry' | 'hold' | 'reject';
  /** What the pilot is told (answerFailure). */
  readonly sentence: StatusSentence;
};

const row = (
  done: StatusMeaning['done'],
  next: StatusMeaning['next'],
  sentence: StatusSentence,
  ...statuses: readonly number[]
) => statuses.map((status): [number, StatusMeaning] => [status, { done, next, sentence }]);

const meanings: ReadonlyMap<number, StatusMeaning> = new Map([
  // 408: the request did not arrive in time. 499: its sender had left. 504, 522, 524: the service did not answer in time.
  ...row('unknown', 'retry', 'timed-out', 408, 499, 504, 522, 524),
  // 502, 520: an answer that the gateway could not use. 421: sent to the wrong server, which may have passed it on.
  ...row('unknown', 'retry', 'gateway', 421, 502, 520),
  // 521, 523, 525, 526: no connection to the service was made.
  ...row('nothing', 'retry', 'gateway', 521, 523, 525, 526),
  // RFC 9110 §15.6.4: nothing was started.
  ...row('nothing', 'retry', 'service-error', 503),
  ...row('nothing', 'reject', 'too-large', 413),
  ...row('nothing', 'reject', 'wrong-kind', 415),
  // A length is missing (411), the address (414) or the headers (431, 494) are too long, the token is not valid (498).
  ...row('nothing', 'hold', 'request-refused', 411, 414, 431, 494, 498),
  // A certificate of the client is wrong (495) or missing (496), or http was used in place of https (497).
  ...row('nothing', 'hold', 'certificate', 495, 496, 497),
  ...row('nothing', 'hold', 'legal', 451),
]);

/** Null for a status that says nothing more than its class does. */
export const statusMeaning = (status: number): StatusMeaning | null => meanings.get(status) ?? null;
