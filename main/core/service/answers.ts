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
  /** The service, or something between, has trouble: 5xx. `isGateway`: the service itself may have gone on working. */
  | {
      readonly kind: 'trouble';
      readonly code: string;
      readonly retryAfterMs: number | null;
      readonly isGateway: boolean;
    }
  /** Not an answer of this service at all: a captive portal, a wrong address, a new version. */
  | { readonly kind: 'not-understood'; readonly code: string };

/** `json` is undefined where the service said yes in words that cannot be read. */
export type Meaning = { readonly kind: 'success'; readonly json: unknown } | Refusal;

const detailSchema = z.object({ detail: z.string() });

export function readAnswer(answer: RawAnswer): Meaning {
  const { status } = answer;
  const parsed = detailSchema.safeParse(answer.json);
  const detail = parsed.success ? parsed.data.detail : null;
  const code = detail ?? `HTTP ${status}`;

  // The document shows 200. Any other 2xx is a yes all the same, and what said yes may have made a record:
  // only a page for people is somebody else's answer (a captive portal, a wrong address).
  if (status >= 200 && status < 300) {
    const type = answer.headers['content-type'];
    return answer.json === undefined && type !== undefined && !/json/i.test(type)
      ? { kind: 'not-understood', code: `HTTP ${status}, ${type}` }
      : { kind: 'success', json: answer.json };
  }
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
    return { kind: 'trouble', code, retryAfterMs: answer.retryAfterMs, isGateway: status === 502 || status === 504 };
  }
  return { kind: 'not-understood', code };
}
