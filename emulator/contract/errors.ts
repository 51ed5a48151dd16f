// The errors of the service: where each occurs, its status, and how its code is carried.

export type Endpoint =
  | 'POST /oauth/token'
  | 'POST /api/v1/flights'
  | 'GET /api/v1/flights'
  | 'GET /api/v1/flights/{id}'
  | 'GET /oauth/userinfo'
  | 'GET /.well-known/oauth-authorization-server'
  | 'POST /oauth/revoke'
  | 'POST /oauth/introspect'
  | 'GET /oauth/authorize'
  | 'POST /oauth/authorize';

type Carrier = 'error body' | 'detail body' | 'detail and message' | 'redirect' | 'page';

export type ServiceError = {
  /** Its place, its status and its code. */
  id: string;
  at: readonly Endpoint[];
  status: number;
  /** Null for an error page. */
  code: string | null;
  /** The words of the document, or ours if it has none. */
  text: string;
  carrier: Carrier;
  mode: 'both' | 'extended';
  isDocumented: boolean;
};

type Row = readonly [status: number, code: string | null, text: string, more?: Partial<ServiceError>];

const errorsOf = (
  place: string,
  carrier: Carrier,
  at: readonly Endpoint[],
  rows: readonly Row[],
  all: Partial<ServiceError> = {},
): ServiceError[] =>
  rows.map(([status, code, text, more]) => ({
    id: `${place}: ${status} ${code ?? 'page'}`,
    at,
    status,
    code,
    text,
    carrier,
    mode: 'both',
    isDocumented: true,
    ...all,
    ...more,
  }));

const reads = ['GET /api/v1/flights', 'GET /api/v1/flights/{id}'] as const;
const everyFlights = ['POST /api/v1/flights', ...reads] as const;
const askingOrDeciding = ['GET /oauth/authorize', 'POST /oauth/authorize'] as const;
const tokenStatus = ['POST /oauth/revoke', 'POST /oauth/introspect'] as const;
const open = { isDocumented: false } as const;
const extended = { mode: 'extended', isDocumented: false } as const;

const badForm = 'A parameter is missing, repeated or in the URL, or the body is not a form.';
const wrongClient = 'Wrong client_id or client_secret, or the application is disabled.';

export const serviceErrors: readonly ServiceError[] = [
  ...errorsOf(
    'token endpoint',
    'error body',
    ['POST /oauth/token'],
    [
      [401, 'invalid_client', wrongClient],
      [400, 'invalid_grant', 'Wrong or used code, PKCE failure, revoked grant, or reuse of a refresh token.'],
      [400, 'unsupported_grant_type', 'grant_type is neither authorization_code nor refresh_token.'],
      [400, 'invalid_client', 'The application was disabled after the code was issued.'],
      // A20 and A24.
      [400, 'invalid_request', badForm, open],
      [400, 'invalid_scope', 'A refresh requests a scope that the pilot did not grant (RFC 6749 §6).', extended],
    ],
  ),
  ...errorsOf(
    'flights',
    'detail body',
    ['POST /api/v1/flights'],
    [
      [401, 'unauthorized', 'No token, token expired, or consent revoked.', { at: everyFlights }],
      [403, 'insufficient_scope', 'Token lacks the needed scope.', { at: everyFlights }],
      [429, 'rate_limit_exceeded', 'Too many requests for the pair application plus pilot.', { at: everyFlights }],
      [403, 'write_not_enabled', 'The application has no write-access subscription.'],
      [400, 'missing_file', 'The file report is not sent.'],
      [400, 'invalid_file', 'File is not png, jpg or jpeg.'],
      [429, 'too_fast', 'Upload too soon after a previous one; wait a few seconds.'],
      // A13.
      [413, 'file_too_large', 'The file exceeds the maximum size.', open],
    ],
  ),
  // A1.
  ...errorsOf(
    'authorization',
    'redirect',
    ['GET /oauth/authorize'],
    [
      [
        400,
        null,
        'The application or the redirect URI is unknown or repeated, or the form is not that of the consent page. No redirect.',
        { at: askingOrDeciding, carrier: 'page' },
      ],
      [303, 'invalid_request', 'A parameter is missing or repeated, or the challenge method is not S256.'],
      [303, 'invalid_scope', 'scope is missing or contains an unknown scope.'],
      [303, 'unsupported_response_type', 'response_type is not code.'],
      [303, 'unauthorized_client', 'The application is disabled.', { at: askingOrDeciding }],
      [303, 'access_denied', 'The pilot denies access or clears all scopes.', { at: ['POST /oauth/authorize'] }],
    ],
    open,
  ),
  // A4, A18 and A29.
  ...errorsOf(
    'reading',
    'detail body',
    reads,
    [
      [
        400,
        'invalid_parameter',
        'limit or before_id is out of bounds or repeated.',
        { at: ['GET /api/v1/flights'], carrier: 'detail and message' },
      ],
      [404, 'not_found', 'No such record, or it belongs to another pilot.', { at: ['GET /api/v1/flights/{id}'] }],
    ],
    extended,
  ),
  ...errorsOf(
    'profile',
    'detail body',
    ['GET /oauth/userinfo'],
    [
      [401, 'unauthorized', 'No token, token expired, or consent revoked.'],
      [403, 'insufficient_scope', 'The token has neither openid nor profile.'],
    ],
    extended,
  ),
  // A31, A32 and A33.
  ...errorsOf(
    'token status',
    'error body',
    tokenStatus,
    [
      [400, 'invalid_request', badForm],
      [401, 'invalid_client', wrongClient],
    ],
    extended,
  ),
];

/** The errors of an endpoint in a mode. */
export const errorsAt = (at: Endpoint, mode: 'strict' | 'extended'): ServiceError[] =>
  serviceErrors.filter((error) => error.at.includes(at) && (error.mode === 'both' || mode === 'extended'));
