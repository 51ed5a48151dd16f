// The rows of the flight record: its fields right after an upload, and how the checks change them.

import { choice, sentence } from './row.ts';
import type { FieldRow, Proof, Row, RowFacts } from './row.ts';

const uploaded: Proof = ['contract/shapes', 'an upload returns exactly the documented fields in their initial state'];
const checks = 'world/flight-checks';

const zone = { assumptions: ['A7'] } as const;
const filled = { assumptions: ['A6'] } as const;

const field = (name: string, type: FieldRow['type'], text: string, more: RowFacts = {}): FieldRow => ({
  ...sentence(`flight record: ${name}`, text, uploaded, more),
  kind: 'field',
  shape: 'flight record',
  name,
  type,
});

export const recordRows: readonly Row[] = [
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
  sentence(
    'record: flags',
    'A flight record carries the flags moderator_checked, automated_checked and is_archived.',
    uploaded,
  ),
  choice(
    'checks: automatic',
    ['A5'],
    'automated_checked becomes true after --check-delay, when the route is filled in.',
    [checks, 'sets the route with the automatic check and the points with the last one'],
    { gap: 'Transitions of the flight record: not shown.' },
  ),
  choice(
    'checks: moderator',
    ['A5'],
    'A share of the records (--moderation-share, drawn from --seed) needs a moderator, who decides after --moderation-delay or by a control call.',
    [checks, 'sends about the configured share to a moderator, repeatably'],
    {
      gap: 'The state names of the check and the moves between them are not shown as a table; only the initial values after upload are known (see the flight record above).',
    },
  ),
  choice(
    'checks: points',
    ['A5'],
    'rating_contribution and season_points are set by the last check that is needed.',
    [checks, 'settles with the automatic check when no moderator is needed'],
    { gap: 'Transitions of the flight record: not shown.' },
  ),
  choice(
    'checks: archived',
    ['A5'],
    'A rejected report is archived: is_archived is true, and the record no longer changes.',
    [checks, 'leave an archived report unchanged'],
  ),
  choice(
    'record: filled fields',
    ['A6'],
    'Integers, and decimals for rating_contribution; strings with --nullable-as-strings.',
    ['contract/shapes', 'A6: nullable fields become numbers, or strings when so configured'],
    { gap: 'Types of the nullable fields once filled: not shown.', mode: 'extended' },
  ),
  choice(
    'record: zone',
    ['A7'],
    'Times are UTC, to the second; date is the time of the upload until the date of the report is known.',
    ['contract/shapes', 'a record keeps its fields and fills them as the checks complete'],
    { mode: 'extended' },
  ),
];
