// The exchanges as the checks see them, and read as sign-ins, token requests and uploads. They contain no secret: tokens,
// codes and the like are labels that are equal where the secrets are.

import { isObject } from '../http/json.ts';

export type Pair = readonly [name: string, value: string];

export type Observation = {
  /** Its number in the journal. */
  request: number;
  /** When its head arrived. */
  atMs: number;
  /** When the response was complete, or the connection broke. */
  endedAtMs: number;
  method: string;
  /** Below the address of the service, without the query. */
  path: string;
  query: readonly Pair[];
  /** As declared, otherwise as received; infinite if it was not declared and not received as a whole. */
  bodyBytes: number;
  /** The fields of a URL-encoded form; null if it is not one, or longer than what is kept. */
  form: readonly Pair[] | null;
  /** Labels of the credentials in the Authorization header. */
  bearer: string | null;
  basic: string | null;
  /** The user name of HTTP Basic. */
  basicUser: string | null;
  /** The files of a multipart form; null for another body. */
  files: readonly FileSeen[] | null;
  /** Null if no response came. */
  status: number | null;
  /** The value of Retry-After, or null. */
  retryAfter: string | null;
  /** The address of a redirect without its query, and its parameters. */
  redirect: { address: string; parameters: readonly Pair[] } | null;
  /** The body of the response, with long lists and texts cut; undefined if it is not JSON. */
  json: unknown;
};

export type FileSeen = {
  field: string;
  sizeBytes: number;
  isWhole: boolean;
};

/** The value of a parameter; undefined if there is none. */
export const valueOf = (pairs: readonly Pair[] | null, wanted: string): string | undefined =>
  pairs?.find(([name]) => name === wanted)?.[1];

/** A member of the JSON object in the response. */
export function memberOf({ json }: Observation, name: string): unknown {
  return isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

/** The code of an error, if it is a word; anything else could contain anything. */
export function codeIn(one: Observation): string | null {
  const code = memberOf(one, 'detail') ?? memberOf(one, 'error');
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : null;
}

export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  flights: '/api/v1/flights',
  userinfo: '/oauth/userinfo',
} as const;

export type Traffic = {
  /** The base URL of the service. */
  service: string;
  /** In the order of the requests. */
  all: readonly Observation[];
  authorizations: readonly Authorization[];
  /** To the token endpoint. */
  tokenCalls: readonly TokenCall[];
  uploads: readonly Upload[];
  /** The flight records in responses. */
  records: readonly SeenRecord[];
};

/** A request to authorize, and the redirect to the application that came of it. */
export type Authorization = {
  asked: Observation;
  redirectUri: string;
  clientId: string | undefined;
  answer: { by: Observation; parameters: readonly Pair[] } | null;
};

type TokenCall = {
  clientId: string | undefined;
  /** The code of an error. */
  error: string | null;
  isGranted: boolean;
} & Observation;

export type Upload = {
  detail: string | null;
  reports: readonly FileSeen[];
  isAccepted: boolean;
  /** Uploads with the same party are of one pilot and one application. */
  party: string;
} & Observation;

type SeenRecord = {
  request: Observation;
  record: Record<string, unknown>;
};

export const isSuccess = ({ status }: Observation): boolean => status !== null && status >= 200 && status < 300;

/** Whether the endpoint answered at all, and not a gateway or a limit before it. */
export const isJudged = ({ status }: Observation): boolean => status !== null && status < 500 && status !== 429;

export const isMissing = ({ status }: Observation): boolean => status === 404 || status === 405;

/** A success that does not come from the service, such as the page of a captive portal. */
export const isForeign = (one: Observation): boolean => isSuccess(one) && !isObject(one.json);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function readTraffic(observations: readonly Observation[], service: string): Traffic {
  const all = observations.toSorted((left, right) => left.request - right.request);
  const authorizations = authorizationsIn(all);
  /** The first request of the consent that a token belongs to. */
  const consents = new Map<string, number>();
  const tokenCalls: TokenCall[] = [];
  const uploads: Upload[] = [];
  for (const one of all) {
    if (one.path === paths.token) {
      const isGranted = isSuccess(one) && typeof memberOf(one, 'access_token') === 'string';
      if (isGranted) {
        const given = grantIn(one);
        const consent = consents.get(given ?? '') ?? one.request;
        for (const token of [given, memberOf(one, 'access_token'), memberOf(one, 'refresh_token')]) {
          if (typeof token === 'string') consents.set(token, consent);
        }
      }
      const clientId = valueOf(one.form, 'client_id') ?? one.basicUser ?? undefined;
      const error = textOf(memberOf(one, 'error'));
      tokenCalls.push({ ...one, clientId, error, isGranted });
    } else if (one.method === 'POST' && one.path === paths.flights) {
      const consent = consents.get(one.bearer ?? '');
      uploads.push({
        ...one,
        detail: textOf(memberOf(one, 'detail')),
        reports: (one.files ?? []).filter(({ field }) => field === 'report'),
        isAccepted: isSuccess(one) && isRecord(one.json),
        party: consent === undefined ? `token ${one.bearer}` : `consent ${consent}`,
      });
    }
  }
  return { service, all, authorizations, tokenCalls, uploads, records: recordsIn(all) };
}

/** The code or the refresh token of a request. */
const grantIn = ({ form }: Observation) => valueOf(form, 'refresh_token') ?? valueOf(form, 'code');

function authorizationsIn(all: readonly Observation[]): Authorization[] {
  const found: Authorization[] = [];
  /** The last ones without an answer, by their redirect URI, with the state and without. */
  const waiting = new Map<string, Authorization>();
  for (const one of all) {
    const redirectUri = valueOf(one.query, 'redirect_uri');
    const isAsked = valueOf(one.query, 'response_type') === 'code' && redirectUri !== undefined;
    // The form of a consent page is posted to an address with the same query.
    if (isAsked && one.method === 'GET') {
      const asked: Authorization = { asked: one, redirectUri, clientId: valueOf(one.query, 'client_id'), answer: null };
      found.push(asked);
      waiting.set(redirectUri, asked).set(withState(redirectUri, one.query), asked);
    }
    if (one.redirect === null || one.status === null || one.status < 300 || one.status > 399) continue;
    const { address, parameters } = one.redirect;
    if (valueOf(parameters, 'code') === undefined && valueOf(parameters, 'error') === undefined) continue;
    const asked = waiting.get(withState(address, parameters)) ?? waiting.get(address);
    if (asked?.answer === null) asked.answer = { by: one, parameters };
  }
  return found;
}

const withState = (address: string, parameters: readonly Pair[]) => `${address} ${valueOf(parameters, 'state') ?? ''}`;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && 'id' in value && 'automated_checked' in value;

/** In the responses of the flights endpoints: single ones, and those of a list. */
function recordsIn(all: readonly Observation[]): SeenRecord[] {
  return all.flatMap((request) => {
    if (!isSuccess(request) || !request.path.startsWith(paths.flights)) return [];
    const items = memberOf(request, 'items');
    const found = Array.isArray(items) ? items : [request.json];
    return found.filter(isRecord).map((record) => ({ request, record }));
  });
}

// Bounds on undocumented limits of a service, as far as its answers prove them. Times are those of the proxy, so each bound
// allows for the round trip to the service.

/** Null if nothing bounds it. */
export type Bounds = {
  moreThan: { value: number; request: number } | null;
  atMost: { value: number; request: number } | null;
};

const raise = (bounds: Bounds, value: number, { request }: Observation) => {
  if (value >= 0 && value > (bounds.moreThan?.value ?? -1)) bounds.moreThan = { value, request };
};
const lower = (bounds: Bounds, value: number, { request }: Observation) => {
  if (value < (bounds.atMost?.value ?? Infinity)) bounds.atMost = { value, request };
};
const unbounded = (): Bounds => ({ moreThan: null, atMost: null });

const isTooFast = ({ status, detail }: Upload): boolean => status === 429 && detail === 'too_fast';

/** A lost or unreadable response leaves it open. */
const mayBeAccepted = ({ isAccepted, status }: Upload): boolean =>
  isAccepted || status === null || status < 400 || status >= 500;

/**
 * A10: the minimum time between two accepted uploads of one party. `mayRestart`: a refused one may restart the wait
 * (A11), so a later refusal proves no more than the time since that.
 */
export function waitBetweenUploads({ uploads }: Traffic, mayRestart = true): Bounds {
  const bounds = unbounded();
  for (const upload of uploads) {
    const others = uploads.filter((one) => one !== upload);
    const isBefore = (one: Upload) => one.request < upload.request && one.endedAtMs <= upload.atMs;
    const before = others.filter(isBefore);
    const ofParty = before.filter(({ party }) => party === upload.party);
    const acceptedOfParty = ofParty.findLast(({ isAccepted }) => isAccepted);
    // One that was in progress at the same time may be what the wait counts from.
    const isBeside = (one: Upload) =>
      !isBefore(one) && one.endedAtMs >= upload.atMs && one.atMs <= upload.endedAtMs && mayBeAccepted(one);
    // From any pilot.
    const accepted = others.some(isBeside) ? undefined : before.findLast(mayBeAccepted);
    if (isTooFast(upload) && accepted !== undefined) {
      const since = acceptedOfParty?.request ?? Infinity;
      const refused = ofParty.findLast((one) => one.request > since && isTooFast(one));
      raise(bounds, upload.atMs - Math.max(accepted.endedAtMs, (mayRestart && refused?.endedAtMs) || 0), upload);
    }
    if (acceptedOfParty === undefined) continue;
    const passed = upload.endedAtMs - acceptedOfParty.atMs;
    if (upload.isAccepted) lower(bounds, passed, upload);
    const seconds = secondsIn(upload);
    if (isTooFast(upload) && seconds !== null) lower(bounds, passed + seconds * 1000, upload);
  }
  return bounds;
}

/** The wait that a refusal asks for, in whole seconds; null if there is none, or a date. */
export const secondsIn = ({ retryAfter }: Observation): number | null =>
  retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null;

/** A13: the largest file is at least what was accepted, and less than what was refused. */
export function largestFile({ uploads }: Traffic): Bounds {
  const bounds = unbounded();
  for (const upload of uploads) {
    const [file] = upload.reports;
    if (file === undefined) continue;
    if (upload.isAccepted && file.isWhole) raise(bounds, file.sizeBytes - 1, upload);
    // The whole body, because the file may have been refused before its end.
    if (upload.status === 413) lower(bounds, (file.isWhole ? file.sizeBytes : upload.bodyBytes) - 1, upload);
  }
  return bounds;
}

/** The lifetime of an access token in the service's last answer, in seconds; undefined if there was none. */
export function accessLifetime({ tokenCalls }: Traffic): number | undefined {
  const lifetimes = tokenCalls.filter(({ isGranted }) => isGranted).map((one) => memberOf(one, 'expires_in'));
  return lifetimes.findLast((lifetime) => typeof lifetime === 'number');
}
