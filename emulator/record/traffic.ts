// The exchanges as the checks see them, and read as sign-ins, token requests and uploads. They contain no secret: tokens,
// codes and the like are labels that are equal where the secrets are.

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
  /** The media type of the body, without parameters; null if there is none. */
  contentType: string | null;
  /** As declared, otherwise as received; infinite if it was not declared and not received as a whole. */
  bodyBytes: number;
  /** Whether the request arrived as a whole. */
  isWhole: boolean;
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
  /** Those that are checked; names in lower case, values masked. */
  headers: Readonly<Record<string, string>>;
  /** The address of a redirect without its query, and its parameters. */
  redirect: { address: string; parameters: readonly Pair[] } | null;
  /** The body of the response, with long lists and texts cut; undefined if it is not JSON. */
  json: unknown;
};

export type FileSeen = {
  field: string;
  /** In lower case, without the dot; null if there is none. */
  extension: string | null;
  hasNul: boolean;
  /** By its first bytes. */
  kind: 'png' | 'jpeg' | 'jpeg-ls' | null;
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

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  flights: '/api/v1/flights',
  userinfo: '/oauth/userinfo',
  metadata: '/.well-known/oauth-authorization-server',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
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
  /** With a bearer token, to the API. */
  apiCalls: readonly ApiCall[];
  /** The flight records in responses. */
  records: readonly SeenRecord[];
  /** The first request with a code or a refresh token. */
  firstUse: ReadonlyMap<string, TokenCall>;
  /** The requests with tokens of one consent, in their order. */
  ofConsent(consent: number): { tokenCalls: readonly TokenCall[]; apiCalls: readonly ApiCall[] };
};

/** A request to authorize, and the redirect to the application that came of it. */
export type Authorization = {
  asked: Observation;
  redirectUri: string;
  clientId: string | undefined;
  answer: { by: Observation; parameters: readonly Pair[] } | null;
};

export type TokenCall = {
  clientId: string | undefined;
  grantType: string | undefined;
  /** The code of an error. */
  error: string | null;
  isGranted: boolean;
  /** The consent that the code or the refresh token belongs to; null if it is not known. */
  consent: number | null;
} & Observation;

type ApiCall = {
  consent: number | null;
  /** Until when its token is valid, as far as it was seen; null if it was issued elsewhere. */
  validUntilMs: number | null;
  detail: string | null;
} & Observation;

export type Upload = {
  reports: readonly FileSeen[];
  isAccepted: boolean;
  /** Uploads with the same party are of one pilot and one application. */
  party: string;
} & ApiCall;

type SeenRecord = {
  request: Observation;
  record: Record<string, unknown>;
};

export const isSuccess = ({ status }: Observation): boolean => status !== null && status >= 200 && status < 300;

/** Whether the endpoint answered at all, and not a gateway or a limit before it. */
export const isJudged = ({ status }: Observation): boolean => status !== null && status < 500 && status !== 429;

/** A success that does not come from the service, such as the page of a captive portal. */
export const isForeign = (one: Observation): boolean => isSuccess(one) && !isObject(one.json);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function readTraffic(observations: readonly Observation[], service: string): Traffic {
  const all = observations.toSorted((left, right) => left.request - right.request);
  const authorizations = authorizationsIn(all);
  const consents = new Map<string, number>();
  const validUntil = new Map<string, number>();
  const clientOf = (one: Observation) => valueOf(one.form, 'client_id') ?? one.basicUser ?? undefined;

  const tokenCalls: TokenCall[] = [];
  const apiCalls: ApiCall[] = [];
  for (const one of all) {
    if (one.path === paths.token) {
      const given = grantIn(one);
      const isGranted = isSuccess(one) && typeof memberOf(one, 'access_token') === 'string';
      let consent = given === undefined ? null : (consents.get(given) ?? null);
      if (isGranted) {
        consent ??= one.request;
        const accessToken = String(memberOf(one, 'access_token'));
        for (const token of [given, accessToken, textOf(memberOf(one, 'refresh_token'))]) {
          if (typeof token === 'string') consents.set(token, consent);
        }
        const lifetime = memberOf(one, 'expires_in');
        if (typeof lifetime === 'number') validUntil.set(accessToken, one.atMs + lifetime * 1000);
      }
      const grantType = valueOf(one.form, 'grant_type');
      const error = textOf(memberOf(one, 'error'));
      tokenCalls.push({ ...one, clientId: clientOf(one), grantType, error, isGranted, consent });
    } else if (one.path === paths.userinfo || one.path.startsWith('/api/')) {
      const consent = one.bearer === null ? null : (consents.get(one.bearer) ?? null);
      const validUntilMs = one.bearer === null ? null : (validUntil.get(one.bearer) ?? null);
      apiCalls.push({ ...one, consent, validUntilMs, detail: textOf(memberOf(one, 'detail')) });
    }
  }
  const uploads = apiCalls
    .filter(({ method, path }) => method === 'POST' && path === paths.flights)
    .map((one): Upload => ({
      ...one,
      reports: (one.files ?? []).filter(({ field }) => field === 'report'),
      isAccepted: isSuccess(one) && isRecord(one.json),
      party: one.consent === null ? `token ${one.bearer}` : `consent ${one.consent}`,
    }));
  const firstUse = new Map<string, TokenCall>();
  for (const one of tokenCalls) {
    const given = grantIn(one);
    if (given !== undefined && !firstUse.has(given)) firstUse.set(given, one);
  }
  const tokenCallsOf = Map.groupBy(tokenCalls, ({ consent }) => consent);
  const apiCallsOf = Map.groupBy(apiCalls, ({ consent }) => consent);
  return {
    service,
    all,
    authorizations,
    tokenCalls,
    uploads,
    apiCalls,
    records: recordsIn(all),
    firstUse,
    ofConsent: (consent) => ({
      tokenCalls: tokenCallsOf.get(consent) ?? [],
      apiCalls: apiCallsOf.get(consent) ?? [],
    }),
  };
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
