// What an answer of the flight endpoint means, as one pure rule over status, headers and body.
// Every row of the document's error table is here; what the document does not show is taken as the mildest of its kind (A9):
// the report stays in the queue, and the code goes into the small print.
import { z } from 'zod';

export type RawAnswer = {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body; undefined where it is not JSON. */
  readonly json: unknown;
  /** Milliseconds, from Retry-After. */
  readonly retryAfterMs: number | null;
  /** It is a redirect to another host than the one that was asked. */
  readonly leadsElsewhere?: boolean;
};

/** Everything but success. The same set for uploads and reads. */
export type Refusal =
  | { readonly kind: 'too-fast'; readonly retryAfterMs: number | null }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null; readonly code: string }
  | { readonly kind: 'unauthorized'; readonly code: string }
  | { readonly kind: 'scope-missing'; readonly code: string }
  | { readonly kind: 'write-not-enabled' }
  | { readonly kind: 'not-permitted'; readonly code: string }
  | { readonly kind: 'file-refused'; readonly code: string }
  | { readonly kind: 'file-too-large'; readonly code: string }
  | { readonly kind: 'absent'; readonly code: string }
  /** The service, or something between, has trouble: 5xx. `mayBeDone`: what was asked may have been done all the same. */
  | {
      readonly kind: 'trouble';
      readonly code: string;
      readonly retryAfterMs: number | null;
      readonly mayBeDone: boolean;
    }
  /** Something between answers in place of the service, with a page for people: the sign-in of a hotel's network. */
  | { readonly kind: 'captive-portal'; readonly code: string }
  /** Not an answer of this service at all: a wrong address, a new version. */
  | { readonly kind: 'not-understood'; readonly code: string; readonly mayBeDone?: boolean };

/** `json` is undefined where the service said yes in words that cannot be read. */
export type Meaning = { readonly kind: 'success'; readonly json: unknown } | Refusal;

const detailSchema = z.object({ detail: z.string() });

export function readAnswer(answer: RawAnswer): Meaning {
  const { status } = answer;
  const parsed = detailSchema.safeParse(answer.json);
  const detail = parsed.success ? parsed.data.detail : null;
  const code = detail ?? `HTTP ${status}`;

  if (isPortal(answer)) return { kind: 'captive-portal', code: portalCode(answer) };

  // The document shows 200. Any other 2xx is a yes all the same, in whatever words, and what said yes may have made a
  // record: only a page for people is somebody else's answer (above).
  if (status >= 200 && status < 300) return { kind: 'success', json: answer.json };
  if (status === 401) return { kind: 'unauthorized', code };
  if (status === 403) {
    if (detail === 'insufficient_scope') return { kind: 'scope-missing', code };
    if (detail === 'write_not_enabled') return { kind: 'write-not-enabled' };
    return { kind: 'not-permitted', code };
  }
  if (status === 429) {
    if (detail === 'too_fast') return { kind: 'too-fast', retryAfterMs: answer.retryAfterMs };
    return { kind: 'rate-limited', retryAfterMs: answer.retryAfterMs, code };
  }
  if (status === 413) return { kind: 'file-too-large', code };
  if (status === 400 && (detail === 'invalid_file' || detail === 'missing_file')) return { kind: 'file-refused', code };
  if (status === 404 || status === 405) return { kind: 'absent', code };
  if (status >= 500) {
    return { kind: 'trouble', code, retryAfterMs: answer.retryAfterMs, mayBeDone: !notDone.has(status) };
  }
  // "See there" may be said after it was done (RFC 9110 §15.4.3, §15.4.4).
  return { kind: 'not-understood', code, mayBeDone: status === 302 || status === 303 };
}

/**
 * Said before anything is done: not implemented, unavailable, version, full disk, loop, not extended, network sign-in
 * (RFC 9110 §15.6, RFC 4918 §11, RFC 6585 §6); and a front's words for a service that it did not reach. A 500 is no such word:
 * a service may stumble over what comes after the record.
 */
const notDone: ReadonlySet<number> = new Set([501, 503, 505, 506, 507, 508, 510, 511, 521, 523, 525, 526]);

/**
 * The service answers in JSON and redirects nobody. A yes as a page for people, a way to another host, and RFC 6585 §6
 * are a network's own sign-in page. A page with any other status may be the service's front: its status counts.
 */
function isPortal({ status, headers, json, leadsElsewhere }: RawAnswer): boolean {
  if (status === 511) return true;
  if (status >= 300 && status < 400) return leadsElsewhere === true;
  return status >= 200 && status < 300 && json === undefined && /html/i.test(headers['content-type'] ?? '');
}

const portalCode = ({ status, headers }: RawAnswer) =>
  status >= 300 ? `HTTP ${status}` : `HTTP ${status}, ${headers['content-type']}`;
