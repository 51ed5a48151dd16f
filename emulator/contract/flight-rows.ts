// The upload and the flight record, row by row, and their limits.

import { choice, sentence } from './row.ts';
import type { Endpoint, ErrorRow, FieldRow, LimitRow, Proof, Row, RowFacts } from './row.ts';

const uploaded: Proof = ['contract/shapes', 'an upload answers exactly the documented fields in their first state'];
const refused: Proof = ['contract/errors', '%s is provoked, and answered as described'];

const field = (name: string, type: FieldRow['type'], says: string, more: RowFacts = {}): FieldRow => ({
  ...sentence(`flight record: ${name}`, says, uploaded, more),
  kind: 'field',
  shape: 'flight record',
  name,
  type,
});

const upload: Endpoint = 'POST /api/v1/flights';
const reads: readonly Endpoint[] = ['GET /api/v1/flights', 'GET /api/v1/flights/{id}'];

const error = (
  code: string,
  status: number,
  says: string,
  more: RowFacts & { at?: readonly Endpoint[] } = {},
): ErrorRow => ({
  ...sentence(`flights: ${status} ${code}`, says, refused, more),
  kind: 'error',
  at: more.at ?? [upload],
  status,
  code,
  carrier: 'detail body',
});

const limit = (id: string, name: string, appliesTo: string, says: string, proof: Proof, more?: RowFacts): LimitRow => ({
  ...sentence(id, says, proof, more),
  kind: 'limit',
  limit: name,
  appliesTo,
});

const checks = 'flights/checks';
const limits = 'flights/limits';

const zone = { assumptions: ['A7'] } as const;
const filled = { assumptions: ['A6'] } as const;

export const flightRows: readonly Row[] = [
  field('id', 'integer', 'Identifier of the flight record.'),
  field('date', 'string', 'Timestamp in ISO 8601 form without a zone offset.', zone),
  field('aircraft', 'string', 'Holds the text UNKNOWN right after upload.'),
  field('icao_out', 'string', 'Empty string right after upload.'),
  field('icao_in', 'string', 'Empty string right after upload.'),
  field('total_ft', 'nullable', 'null right after upload.', filled),
  field('en_route', 'nullable', 'null right after upload.', filled),
  field('pax', 'nullable', 'null right after upload.', filled),
  field('cargo_kg', 'nullable', 'null right after upload.', filled),
  field('delay_min', 'nullable', 'null right after upload.', filled),
  field('moderator_checked', 'boolean', 'false right after upload.'),
  field('automated_checked', 'boolean', 'false right after upload.'),
  field('rating_contribution', 'nullable', 'null right after upload.', filled),
  field('season_points', 'nullable', 'null right after upload.', filled),
  field('is_archived', 'boolean', 'false right after upload.'),
  field('created_at', 'string', 'Timestamp in ISO 8601 form without a zone offset.', zone),

  {
    ...sentence('upload: Authorization', 'Bearer <ACCESS_TOKEN>.', [
      'contract/authentication',
      '2: the flight endpoint authenticates the pilot by a bearer token in the header, and nowhere else',
    ]),
    kind: 'parameter',
    at: upload,
    name: 'Authorization',
    location: 'header',
    type: 'string',
    required: 'yes',
  },
  {
    ...sentence(
      'upload: report',
      'PNG or JPG image of the report. Allowed extensions: png, jpg, jpeg.',
      ['contract/parameters', 'report is a file that ends in png, jpg or jpeg, and is one'],
      { assumptions: ['A14'] },
    ),
    kind: 'parameter',
    at: upload,
    name: 'report',
    location: 'form (file)',
    type: 'file',
    required: 'yes',
  },

  error('unauthorized', 401, 'No token, token expired, or consent revoked.', {
    at: [upload, ...reads],
    assumptions: ['A16'],
  }),
  error('insufficient_scope', 403, 'Token lacks the needed scope.', { at: [upload, ...reads] }),
  error('rate_limit_exceeded', 429, 'Too many requests for the pair application plus pilot.', {
    at: [upload, ...reads],
    assumptions: ['A11', 'A12'],
  }),
  error('write_not_enabled', 403, 'The application has no write-access subscription.', { assumptions: ['A9'] }),
  error('missing_file', 400, 'The file report is not sent.'),
  error('invalid_file', 400, 'File is not png, jpg or jpeg.', { assumptions: ['A9', 'A14'] }),
  error('too_fast', 429, 'Upload too soon after a previous one; wait a few seconds.', {
    assumptions: ['A9', 'A10', 'A12'],
  }),
  {
    ...error('file_too_large', 413, 'The file is larger than the service takes.', {
      assumptions: ['A13'],
      gap: 'Maximum file size: not shown.',
    }),
    isDocumented: false,
  },

  limit(
    'limit: reads without the subscription',
    'Requests without the write-access subscription',
    'read methods, per pair of application and pilot',
    '10 per minute',
    [
      'contract/limits',
      'without the subscription 10 reads a minute, and each pair of application and pilot has its own',
    ],
    { mode: 'extended', assumptions: ['A4'] },
  ),
  limit(
    'limit: requests with the subscription',
    'Requests with the write-access subscription',
    'any methods, per pair of application and pilot',
    '60 per minute',
    [
      'contract/limits',
      'with the subscription 60 requests a minute, and each pair of application and pilot has its own',
    ],
  ),
  limit(
    'limit: access token lifetime',
    'Access token lifetime',
    'tokens',
    'expires_in in the token response (900 seconds in the shown response)',
    ['contract/lifetimes', 'an access token lives as long as expires_in says: 900 s, or what the option says'],
  ),
  limit('limit: accepted types', 'Accepted upload types', 'report file', 'png, jpg, jpeg', [
    'contract/parameters',
    'report is a file that ends in png, jpg or jpeg, and is one',
  ]),
  sentence('limit: 429', 'Exceeding a rate limit gives HTTP 429 with rate_limit_exceeded.', refused),
  sentence('limit: too fast', 'Uploads too close together give HTTP 429 with too_fast.', refused),

  sentence(
    'upload: by user token',
    'With a user access token, an application uploads an image of a flight report.',
    uploaded,
  ),
  sentence('upload: makes a record', 'The upload creates a flight record.', uploaded),
  sentence(
    'upload: checks',
    'The record is then checked automatically and, where needed, manually.',
    [checks, 'fills in the route with the automatic check and the points with the last one'],
    { assumptions: ['A5'] },
  ),
  sentence(
    'upload: route data',
    'Route data appears in the record later.',
    ['contract/shapes', 'a record keeps its fields, and fills them with what the checks find'],
    { mode: 'extended', assumptions: ['A4', 'A5'] },
  ),
  sentence(
    'upload: changes data',
    'Uploading changes data, so it needs a write-access subscription held by the application.',
    ['contract/authentication', '6: changing data needs the subscription, else it is write_not_enabled'],
  ),
  sentence(
    'limits: by subscription',
    'Rate limits depend on whether the application has that subscription.',
    [limits, '10 reads without it, and refused uploads take nothing from them'],
    { mode: 'extended' },
  ),
  sentence(
    'record: flags',
    'A flight record carries the flags moderator_checked, automated_checked and is_archived.',
    uploaded,
  ),
  sentence('upload: what it is for', 'Uploads an image of a flight report.', uploaded),
  sentence(
    'upload: starts the check',
    'It starts the check; route data appears later.',
    ['contract/shapes', 'a record keeps its fields, and fills them with what the checks find'],
    { mode: 'extended', assumptions: ['A4', 'A5'] },
  ),
  sentence('upload: content type', 'Content type of the request: multipart/form-data.', [
    'contract/parameters',
    'the upload takes multipart/form-data and no other body',
  ]),
  sentence(
    'upload: needs',
    'Needs a user token with the scope flights:write, and the application must hold the write-access subscription.',
    ['contract/authentication', '4: uploading needs the scope flights:write'],
  ),
  sentence('upload: success', 'Success: HTTP 200 with a JSON body in the flight record shape above.', uploaded),
  sentence(
    'upload: side effects',
    'Side effects: a flight record is created and goes to automatic checking, then to manual checking where needed.',
    [checks, 'fills in the route with the automatic check and the points with the last one'],
    { assumptions: ['A5'] },
  ),
  sentence('upload: in quick succession', 'Uploads in quick succession are refused (see Limits).', [
    'contract/limits',
    'A10: an upload within 5 s of the last accepted one is too_fast, or within what the option says',
  ]),
  sentence('flights: error body', 'Body shape: JSON object with one field detail (string) holding the code.', refused),

  choice(
    'checks: automatic',
    ['A5'],
    'automated_checked turns true after --check-delay, and the route is filled in with it.',
    [checks, 'fills in the route with the automatic check and the points with the last one'],
    { gap: 'Transitions of the flight record: not shown.' },
  ),
  choice(
    'checks: moderator',
    ['A5'],
    'A share of the records (--moderation-share, drawn from --seed) needs a moderator, who comes after --moderation-delay or by hand.',
    [checks, 'sends about the chosen share to a moderator, the same ones each time'],
    {
      gap: 'The state names of the check and the moves between them are not shown as a table; only the initial values after upload are known (see the flight record above).',
    },
  ),
  choice(
    'checks: points',
    ['A5'],
    'rating_contribution and season_points come with the last check that is needed.',
    [checks, 'settles with the automatic check where no moderator is needed'],
    { gap: 'Transitions of the flight record: not shown.' },
  ),
  choice(
    'checks: archived',
    ['A5'],
    'A refused report is archived: is_archived is true, and nothing happens to it any more.',
    [checks, 'an archived report stays as it is'],
  ),
  choice(
    'record: filled fields',
    ['A6'],
    'Integers, and decimals for rating_contribution; strings with --nullable-as-strings.',
    ['contract/shapes', 'A6: nullable fields are filled with numbers, or with strings where the option says so'],
    { gap: 'Types of the nullable fields once filled: not shown.', mode: 'extended' },
  ),
  choice(
    'record: zone',
    ['A7'],
    'Times are UTC, to the second; date is the moment of the upload until the report’s own is known.',
    ['contract/shapes', 'a record keeps its fields, and fills them with what the checks find'],
    { mode: 'extended' },
  ),
  choice(
    'upload: order of conditions',
    ['A8'],
    'unauthorized, insufficient_scope, write_not_enabled, rate_limit_exceeded, too_fast, missing_file, invalid_file: the first that holds answers.',
    ['flights/upload', 'is one list in the order of the register'],
  ),
  choice(
    'flights: bodies that are not shown',
    ['A9'],
    'write_not_enabled, invalid_file and too_fast have the body { "detail": code } as well.',
    refused,
    {
      gap: 'Body shape for write_not_enabled, invalid_file and too_fast is not shown; the same detail field is likely but is not stated.',
    },
  ),
  choice(
    'limit: wait between uploads',
    ['A10'],
    '5 s from one accepted upload to the next of the same pilot and application; --min-gap changes it.',
    [
      'contract/limits',
      'A10: an upload within 5 s of the last accepted one is too_fast, or within what the option says',
    ],
    { gap: 'Exact minimum wait between uploads: not shown.' },
  ),
  choice('limit: window', ['A11'], 'The minute is a window of 60 s that slides.', [
    limits,
    'never lets more through in any minute than the limit, and never refuses while there is room',
  ]),
  choice(
    'limit: what counts',
    ['A11'],
    'Requests that pass authentication count; those without a valid token do not.',
    ['contract/limits', 'A11: requests without a valid token count for nobody'],
  ),
  choice('limit: refused requests', ['A11'], 'What the window refuses does not count, or does with --count-refused.', [
    limits,
    'with countRefused %s a client that does not wait gets %i after a minute',
  ]),
  choice('limit: refused uploads', ['A11'], 'too_fast does not restart the wait, or does with --too-fast-restarts.', [
    'contract/limits',
    'A11: a refused upload does not restart the wait, or does where the option says so',
  ]),
  choice(
    'limit: Retry-After',
    ['A12'],
    'Retry-After with every 429 in extended mode, never in strict mode; --retry-after and --no-retry-after decide otherwise.',
    [limits, 'A12: in %s mode with retryAfter %s, Retry-After is %s'],
  ),
  choice(
    'limit: file size',
    ['A13'],
    'The largest file is 10 MiB; --max-file-size changes it.',
    ['contract/limits', 'A13: a file of 10 MiB is taken and one byte more is not, or of what the option says'],
    { gap: 'Maximum file size: not shown.' },
  ),
  choice('upload: name and content', ['A14'], 'The extension and the first bytes both say PNG or JPEG, and agree.', [
    'contract/parameters',
    'report is a file that ends in png, jpg or jpeg, and is one',
  ]),
  choice('upload: disabled application', ['A16'], 'The tokens of a disabled application are 401 unauthorized.', [
    'contract/authentication',
    'A16: the tokens of a disabled application are unauthorized',
  ]),
];
