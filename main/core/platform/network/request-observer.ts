// Observes each request to the service: when it began, and how it ended, without its content. Of the answer only values
// of closed lists and numbers are kept. An error in it does not affect the request.
import type { Dispatcher } from 'undici';
import type { Clock } from '../ports.ts';
import { documentedCode, mediaType, retryAfterValue } from '../masking/remote-values.ts';
import { parseJson } from '../text/byte-order-mark.ts';
import { classifyConnectionError } from './connection-error.ts';

export type ObservedRequest = {
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  /** Of a request to the token endpoint. */
  readonly grantType: string | null;
  readonly ended: 'answered' | 'cut' | 'lost' | 'not-sent' | 'given-up';
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly answerBytes: number;
  readonly otherThanJson: string | null;
};

/** Longer answers are pages of flights, which have no code. */
const maxReadBytes = 64 * 1024;

export function observeRequests(
  dispatcher: Dispatcher,
  clock: Clock,
  onCall: (seen: ObservedRequest) => void,
  grantType: string | null = null,
): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const at = clock.now();
    const began = clock.monotonic();
    const chunks: Buffer[] = [];
    let hasBegun = false;
    let answerBytes = 0;
    let head: { status: number; headers: Readonly<Record<string, string | string[] | undefined>> } | null = null;
    let isReported = false;
    const report = (ended: ObservedRequest['ended'], error?: Error) => {
      if (isReported) return;
      isReported = true;
      const body = ended === 'answered' && answerBytes <= maxReadBytes ? Buffer.concat(chunks).toString('utf8') : null;
      onCall({
        at,
        durationMs: Math.max(0, Math.round(clock.monotonic() - began)),
        method: options.method,
        url: `${String(options.origin ?? '')}${options.path}`,
        grantType,
        ended,
        status: head?.status ?? null,
        code: head === null && error ? classifyConnectionError(error).code : body === null ? null : codeOf(body),
        retryAfter: retryAfterValue(oneOf(head?.headers['retry-after'])),
        answerBytes,
        otherThanJson: head === null || body === null ? null : otherThanJson(oneOf(head.headers['content-type']), body),
      });
    };
    return dispatch(options, {
      onRequestStart(controller, context) {
        hasBegun = true;
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStarted: () => handler.onResponseStarted?.(),
      onBodySent: (chunk) => handler.onBodySent?.(chunk),
      onRequestSent: () => handler.onRequestSent?.(),
      onResponseStart(controller, status, headers, message) {
        if (status >= 200) head = { status, headers };
        handler.onResponseStart?.(controller, status, headers, message);
      },
      onResponseData(controller, chunk) {
        answerBytes += chunk.length;
        if (answerBytes <= maxReadBytes) chunks.push(chunk);
        handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd(controller, trailers) {
        report('answered');
        handler.onResponseEnd?.(controller, trailers);
      },
      onResponseError(controller, error) {
        const isOurs = error.name === 'AbortError';
        report(isOurs ? 'given-up' : head !== null ? 'cut' : hasBegun ? 'lost' : 'not-sent', error);
        handler.onResponseError?.(controller, error);
      },
    });
  });
}

const oneOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

function codeOf(body: string): string | null {
  const json = parseJson(body);
  if (typeof json !== 'object' || json === null) return null;
  for (const name of ['error', 'detail']) {
    const code = (json as Record<string, unknown>)[name];
    if (typeof code === 'string') return documentedCode(code);
  }
  return null;
}

function otherThanJson(header: string | undefined, body: string): string | null {
  if (body === '' || parseJson(body) !== undefined) return null;
  const type = mediaType(header);
  return type === null || type.endsWith('json') ? 'unreadable' : type;
}
