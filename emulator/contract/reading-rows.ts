// The rows of extended mode: reading flight records (A4) and the profile of the pilot (A18).

import { pagingBounds, defaultLimit } from '../flights/paging.ts';
import { choice } from './row.ts';
import type { Assumption, Endpoint, ErrorRow, FieldRow, ParameterRow, Proof, Row } from './row.ts';

const reading = 'flights/reading';
const extended = { mode: 'extended' } as const;
const answered: Proof = ['contract/shapes', 'a page of flights and a profile have the described fields'];

const field = (
  shape: FieldRow['shape'],
  assumption: Assumption,
  name: string,
  type: FieldRow['type'],
  text: string,
  isOptional = false,
): FieldRow => ({
  ...choice(`${shape}: ${name}`, [assumption], text, answered, extended),
  kind: 'field',
  shape,
  name,
  type,
  ...(isOptional ? { isOptional } : {}),
});

const parameter = (
  at: Endpoint,
  name: string,
  location: ParameterRow['location'],
  text: string,
  proof: Proof,
  more: Pick<ParameterRow, 'bounds' | 'usual'>,
): ParameterRow => ({
  ...choice(`${at}: ${name}`, location === 'query' ? ['A4', 'A29'] : ['A4'], text, proof, extended),
  kind: 'parameter',
  at,
  name,
  location,
  type: 'integer',
  required: location === 'path' ? 'yes' : 'optional',
  ...more,
});

const error = (at: Endpoint, assumption: Assumption, status: number, code: string, text: string): ErrorRow => ({
  ...choice(
    `${at}: ${status} ${code}`,
    [assumption],
    text,
    ['contract/errors', '%s is provoked and answered as described'],
    extended,
  ),
  kind: 'error',
  at: [at],
  status,
  code,
  carrier: 'detail body',
});

const list: Endpoint = 'GET /api/v1/flights';
const oneFlight: Endpoint = 'GET /api/v1/flights/{id}';
const profile: Endpoint = 'GET /oauth/userinfo';

export const readingRows: readonly Row[] = [
  field('page of flights', 'A4', 'items', 'list of records', 'The pilot’s records, newest first.'),
  field(
    'page of flights',
    'A4',
    'next_before_id',
    'integer or null',
    'The before_id of the next page, or null at the end.',
  ),
  parameter(
    list,
    'limit',
    'query',
    'Maximum number of records: 1 to 100, 50 by default.',
    [reading, 'returns 50 by default and at most 100'],
    { bounds: pagingBounds.limit, usual: defaultLimit },
  ),
  parameter(
    list,
    'before_id',
    'query',
    'Only records with a smaller ID.',
    [reading, 'lists a pilot’s own flights, newest first, in pages'],
    { bounds: pagingBounds.before_id },
  ),
  parameter(
    oneFlight,
    'id',
    'path',
    'Identifier of the flight record.',
    [reading, 'returns one record, and 404 for another pilot’s or an unknown one'],
    { bounds: pagingBounds.before_id },
  ),
  {
    ...error(list, 'A29', 400, 'invalid_parameter', 'limit or before_id is out of bounds or repeated.'),
    carrier: 'detail and message',
  },
  choice(
    'reading: lenient paging',
    ['A29'],
    'With --lenient-paging invalid values are ignored, and a limit above 100 counts as 100.',
    [reading, 'A29: ignores invalid values with lenientPaging'],
    extended,
  ),
  error(oneFlight, 'A4', 404, 'not_found', 'No such record, or it belongs to another pilot.'),
  choice('reading: scope', ['A4'], 'Reading needs flights:read.', [reading, 'requires flights:read'], extended),
  choice(
    'reading: limits',
    ['A4', 'A11'],
    'Reading counts as a read method for the limits.',
    ['contract/limits', 'allows 10 reads a minute without a subscription, for each application and pilot'],
    extended,
  ),
  choice(
    'reading: strict',
    ['A4', 'A18'],
    'Reading and the profile are 404 not_found.',
    [reading, 'is not available in strict mode'],
    { mode: 'strict' },
  ),

  field('profile', 'A18', 'sub', 'string', 'The pilot’s ID.'),
  field('profile', 'A18', 'name', 'string', 'The pilot’s name, with the scope profile.', true),
  field('profile', 'A18', 'preferred_username', 'string', 'The pilot’s ID again, with the scope profile.', true),
  error(profile, 'A18', 401, 'unauthorized', 'No token, token expired, or consent revoked.'),
  error(profile, 'A18', 403, 'insufficient_scope', 'The token has neither openid nor profile.'),
];
