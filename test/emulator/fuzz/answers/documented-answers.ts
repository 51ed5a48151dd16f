// Every documented answer, by request: the fuzz run checks each answer against this table. A row is a status and the
// required body; a request whose answer has no row is a finding.

import type { Place } from '../cases/fuzz-case.ts';
import { valuesOf } from './http-framing.ts';
import type { ReadAnswer, ReadRequest } from './http-framing.ts';

type Row = {
  status: number;
  /** Null if the body is right, otherwise what it should have been. */
  body: (text: string, answer: ReadAnswer) => string | null;
};

const json =
  (message: string, isRight: (value: Record<string, unknown>) => boolean): Row['body'] =>
  (text, { headers }) => {
    const type = valuesOf(headers, 'content-type')[0] ?? '';
    if (!/^application\/json(;|$)/.test(type))
      return `a body of JSON, ${message}, and not of the type ${type || 'none'}`;
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && isRight(value as Record<string, unknown>) ? null : message;
    } catch {
      return message;
    }
  };

const hasMembers = (value: object, names: string) => Object.keys(value).join(' ') === names;

const detail = (status: number, ...codes: string[]): Row => ({
  status,
  body: json(
    `{"detail"} of ${codes.join(', ')}`,
    (value) => hasMembers(value, 'detail') && codes.includes(String(value['detail'])),
  ),
});

const oauthError = (status: number, ...codes: string[]): Row => ({
  status,
  body(text, answer) {
    const kept = valuesOf(answer.headers, 'cache-control')[0] === 'no-store' && valuesOf(answer.headers, 'pragma')[0];
    if (!kept) return 'Cache-Control: no-store and Pragma: no-cache';
    return json(
      `error and error_description, of ${codes.join(', ')}`,
      (value) => hasMembers(value, 'error error_description') && codes.includes(String(value['error'])),
    )(text, answer);
  },
});

const page = (status: number): Row => ({
  status,
  body: (text, { headers }) =>
    valuesOf(headers, 'content-type')[0]?.startsWith('text/html') &&
    text.startsWith('<!doctype html>') &&
    valuesOf(headers, 'content-security-policy').length === 1
      ? null
      : 'a page that cannot be framed',
});

const redirect: Row = {
  status: 303,
  body: (_text, { headers }) =>
    /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?\/callback\/emulator\?[\x21-\x7e]+$/.test(
      valuesOf(headers, 'location')[0] ?? '',
    )
      ? null
      : 'a Location on the registered address',
};

const recordMembers =
  'id date aircraft icao_out icao_in total_ft en_route pax cargo_kg delay_min moderator_checked automated_checked ' +
  'rating_contribution season_points is_archived created_at';

const record: Row = { status: 200, body: json('a flight record', (value) => hasMembers(value, recordMembers)) };

const listing: Row = {
  status: 200,
  body: json(
    'a page of flight records',
    (value) => hasMembers(value, 'items next_before_id') && Array.isArray(value['items']),
  ),
};

const profile: Row = { status: 200, body: json('a profile with sub', (value) => typeof value['sub'] === 'string') };

const tokens: Row = {
  status: 200,
  body: json('a token response', (value) =>
    hasMembers(value, 'access_token token_type expires_in refresh_token scope'),
  ),
};

const tokenRows: Row[] = [
  tokens,
  oauthError(400, 'invalid_request', 'invalid_grant', 'invalid_scope', 'unsupported_grant_type', 'invalid_client'),
  oauthError(401, 'invalid_client'),
];
const readRows: Row[] = [
  detail(401, 'unauthorized'),
  detail(403, 'insufficient_scope'),
  detail(429, 'rate_limit_exceeded'),
];
const uploadRows: Row[] = [
  record,
  detail(400, 'missing_file', 'invalid_file'),
  detail(401, 'unauthorized'),
  detail(403, 'insufficient_scope', 'write_not_enabled'),
  detail(413, 'file_too_large'),
  detail(429, 'rate_limit_exceeded', 'too_fast'),
];
/** A29. */
const wrongPaging: Row = {
  status: 400,
  body: json(
    'invalid_parameter and a message',
    (value) => hasMembers(value, 'detail message') && value['detail'] === 'invalid_parameter',
  ),
};
/** A30, with the methods of the address. */
const otherMethod = (allowed: string, row: Row): Row => ({
  status: row.status,
  body: (text, answer) =>
    valuesOf(answer.headers, 'allow').join() === allowed ? row.body(text, answer) : `Allow: ${allowed}`,
});
const notFound = detail(404, 'not_found');
const badRequest = detail(400, 'bad_request');

/** Rejections by Node's parser or by a connection time-out, before any route. */
const brokenRows: Row[] = [badRequest, notFound, detail(408, 'bad_request'), detail(431, 'bad_request')];

const controlResult = json('JSON', () => true);
const controlErrors: Row[] = [400, 401, 404, 405, 409, 413, 421].map((status) => ({
  status,
  body: json('{"error": one sentence}', (value) => hasMembers(value, 'error') && /^.+$/s.test(String(value['error']))),
}));
const controlRows: Row[] = [
  { status: 200, body: () => null },
  { status: 201, body: controlResult },
  { status: 204, body: (text) => (text === '' ? null : 'nothing') },
  { status: 308, body: () => null },
  ...controlErrors,
];

/** The path as it was sent; for an absolute address, its path (RFC 9112 §3.2.2). */
export const pathIn = (target: string): string => target.replace(/^http:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '';

function rowsFor({ method, target, hasRightHost }: ReadRequest, place: Place): Row[] {
  // A URL that cannot be decoded is answered with 404 for any host.
  if (!hasRightHost) return [badRequest, notFound];
  const path = pathIn(target);
  if (path.startsWith('/_emulator')) return place === 'steered' ? [...controlRows, notFound] : [notFound];
  const isExtended = place !== 'strict';
  // The root page supports only GET and HEAD.
  if (path === '/') return isExtended ? [page(200), notFound] : [notFound];
  if (path === '/openapi.json' && isExtended) return [{ status: 200, body: controlResult }, notFound];
  if (path === '/oauth/token') {
    return method === 'POST' ? tokenRows : [otherMethod('POST', oauthError(405, 'invalid_request'))];
  }
  const isRead = method === 'GET' || method === 'HEAD';
  if (path === '/oauth/authorize' && isRead) return [page(200), page(400), page(421), redirect];
  if (path === '/oauth/authorize' && method === 'POST') return [page(400), page(421), redirect];
  if (path === '/oauth/authorize') return [otherMethod('GET, HEAD, POST', page(405))];
  if (path === '/api/v1/flights' && method === 'POST') return uploadRows;
  if (path === '/api/v1/flights' && isRead) return isExtended ? [listing, wrongPaging, ...readRows] : [notFound];
  const notAccepted = detail(405, 'method_not_allowed');
  if (path === '/api/v1/flights') return [otherMethod(isExtended ? 'GET, HEAD, POST' : 'POST', notAccepted)];
  if (!isExtended) return [notFound];
  if (/^\/api\/v1\/flights\/[^/]*$/.test(path)) {
    // An id that is missing or cannot be decoded makes the address unknown.
    return isRead ? [record, ...readRows, notFound] : [otherMethod('GET, HEAD', notAccepted), notFound];
  }
  if (path === '/oauth/revoke' || path === '/oauth/introspect') {
    const isRevoke = path === '/oauth/revoke';
    const done: Row = { status: 200, body: isRevoke ? (text) => (text === '' ? null : 'nothing') : controlResult };
    const refused = [oauthError(400, 'invalid_request'), oauthError(401, 'invalid_client')];
    return method === 'POST' ? [done, ...refused] : [otherMethod('POST', notAccepted)];
  }
  if (path === '/.well-known/oauth-authorization-server') {
    return isRead ? [{ status: 200, body: controlResult }] : [otherMethod('GET, HEAD', notAccepted)];
  }
  if (path === '/oauth/userinfo') return isRead ? [profile, ...readRows] : [otherMethod('GET, HEAD', notAccepted)];
  return [notFound];
}

/** Null if the answer is documented, otherwise the documented ones. */
export function whyUndocumented(request: ReadRequest | null, answer: ReadAnswer, place: Place): string | null {
  const rows = request === null ? [...brokenRows, ...everyRow] : rowsFor(request, place);
  const withStatus = rows.filter(({ status }) => status === answer.status);
  const asked = request === null ? 'what is no request' : `${request.method} ${pathIn(request.target).slice(0, 60)}`;
  if (withStatus.length === 0) return `${asked} was answered with ${answer.status}, which is not documented for it`;
  if (request?.method === 'HEAD' || (request === null && answer.body.length === 0)) return null;
  const text = answer.body.toString('utf8');
  const wanted = withStatus.map(({ body }) => body(text, answer));
  if (wanted.includes(null)) return null;
  return `${asked} was answered with ${answer.status} and ${JSON.stringify(text.slice(0, 200))} where the documentation has ${wanted[0]}`;
}

/** For input that no strict reader accepts as a request, though the server may. */
const everyRow: Row[] = [
  ...tokenRows,
  ...uploadRows,
  listing,
  profile,
  page(200),
  page(400),
  redirect,
  oauthError(405, 'invalid_request'),
  page(405),
  detail(405, 'method_not_allowed'),
  wrongPaging,
  ...controlRows,
];
