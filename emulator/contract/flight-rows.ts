// The rows of the upload endpoint: parameters, errors and effects.

import { choice, sentence } from './row.ts';
import type { Endpoint, ErrorRow, Proof, Row, RowFacts } from './row.ts';

const uploaded: Proof = ['contract/shapes', 'an upload returns exactly the documented fields in their initial state'];
const refused: Proof = ['contract/errors', '%s is provoked and answered as described'];

const upload: Endpoint = 'POST /api/v1/flights';
const reads: readonly Endpoint[] = ['GET /api/v1/flights', 'GET /api/v1/flights/{id}'];

const error = (
  code: string,
  status: number,
  text: string,
  more: RowFacts & { at?: readonly Endpoint[] } = {},
): ErrorRow => ({
  ...sentence(`flights: ${status} ${code}`, text, refused, more),
  kind: 'error',
  at: more.at ?? [upload],
  status,
  code,
  carrier: 'detail body',
});

const checks = 'world/flight-checks';

export const flightRows: readonly Row[] = [
  {
    ...sentence('upload: Authorization', 'Bearer <ACCESS_TOKEN>.', [
      'contract/authentication',
      '2: the flight endpoint accepts a bearer token in the header only',
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
      ['contract/parameters', 'requires report to be one file ending in png, jpg or jpeg'],
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
    ...error('file_too_large', 413, 'The file exceeds the maximum size.', {
      assumptions: ['A13'],
      gap: 'Maximum file size: not shown.',
    }),
    isDocumented: false,
  },
  sentence(
    'upload: by user token',
    'With a user access token, an application uploads an image of a flight report.',
    uploaded,
  ),
  sentence('upload: makes a record', 'The upload creates a flight record.', uploaded),
  sentence(
    'upload: checks',
    'The record is then checked automatically and, where needed, manually.',
    [checks, 'sets the route with the automatic check and the points with the last one'],
    { assumptions: ['A5'] },
  ),
  sentence(
    'upload: route data',
    'Route data appears in the record later.',
    ['contract/shapes', 'a record keeps its fields and fills them as the checks complete'],
    { mode: 'extended', assumptions: ['A4', 'A5'] },
  ),
  sentence(
    'upload: changes data',
    'Uploading changes data, so it needs a write-access subscription held by the application.',
    ['contract/authentication', '6: rejects uploads without a subscription with write_not_enabled'],
  ),
  sentence('upload: what it is for', 'Uploads an image of a flight report.', uploaded),
  sentence(
    'upload: starts the check',
    'It starts the check; route data appears later.',
    ['contract/shapes', 'a record keeps its fields and fills them as the checks complete'],
    { mode: 'extended', assumptions: ['A4', 'A5'] },
  ),
  sentence('upload: content type', 'Content type of the request: multipart/form-data.', [
    'contract/parameters',
    'the upload accepts only multipart/form-data',
  ]),
  sentence(
    'upload: needs',
    'Needs a user token with the scope flights:write, and the application must hold the write-access subscription.',
    ['contract/authentication', '4: requires the scope flights:write for uploads'],
  ),
  sentence('upload: success', 'Success: HTTP 200 with a JSON body in the flight record shape above.', uploaded),
  sentence(
    'upload: side effects',
    'Side effects: a flight record is created and goes to automatic checking, then to manual checking where needed.',
    [checks, 'sets the route with the automatic check and the points with the last one'],
    { assumptions: ['A5'] },
  ),
  sentence('upload: in quick succession', 'Uploads in quick succession are refused (see Limits).', [
    'contract/limits',
    'A10: refuses an upload within 5 s of the last accepted one with too_fast, or as configured',
  ]),
  sentence('flights: error body', 'Body shape: JSON object with one field detail (string) holding the code.', refused),
  choice(
    'upload: order of conditions',
    ['A8'],
    'unauthorized, insufficient_scope, write_not_enabled, rate_limit_exceeded, too_fast, missing_file, invalid_file: the first that applies is returned.',
    ['flights/upload', 'lists the conditions in the order of the register'],
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
    'upload: name and content',
    ['A14'],
    'The extension and the first bytes must both be PNG or JPEG, and agree.',
    ['contract/parameters', 'requires report to be one file ending in png, jpg or jpeg'],
  ),
  choice(
    'upload: several reports',
    ['A26'],
    'Of several files named report the last counts; --several-reports takes the first, or refuses them.',
    ['flights/report-file', 'A26: of two reports with severalReports %s, %s'],
  ),
  choice(
    'upload: what a JPEG is',
    ['A27'],
    'The three bytes FF D8 FF make a JPEG, except with a JPEG-LS frame (FF F7), which --jpeg-ls accepts.',
    ['flights/report-file', 'A27: with jpegLs %s, %s returns %i'],
  ),
  choice(
    'upload: NUL in names',
    ['A28'],
    'A file name that contains NUL is 400 invalid_file, unless --nul-in-names accepts it by its extension.',
    ['flights/report-file', 'A28: with nulInNames %s, a name with a NUL returns %i'],
  ),
  choice('upload: disabled application', ['A16'], 'The tokens of a disabled application are 401 unauthorized.', [
    'contract/authentication',
    'A16: rejects tokens of a disabled application with unauthorized',
  ]),
];
