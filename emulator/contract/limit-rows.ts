// The rows of the limits.

import { choice, sentence } from './row.ts';
import type { LimitRow, Proof, Row, RowFacts } from './row.ts';

const refused: Proof = ['contract/errors', '%s is provoked and answered as described'];
const limits = 'flights/limits';

const limit = (id: string, name: string, appliesTo: string, text: string, proof: Proof, more?: RowFacts): LimitRow => ({
  ...sentence(id, text, proof, more),
  kind: 'limit',
  limit: name,
  appliesTo,
});

export const limitRows: readonly Row[] = [
  limit(
    'limit: reads without the subscription',
    'Requests without the write-access subscription',
    'read methods, per pair of application and pilot',
    '10 per minute',
    ['contract/limits', 'allows 10 reads a minute without a subscription, for each application and pilot'],
    { mode: 'extended', assumptions: ['A4'] },
  ),
  limit(
    'limit: requests with the subscription',
    'Requests with the write-access subscription',
    'any methods, per pair of application and pilot',
    '60 per minute',
    ['contract/limits', 'allows 60 requests a minute with a subscription, for each application and pilot'],
  ),
  limit(
    'limit: access token lifetime',
    'Access token lifetime',
    'tokens',
    'expires_in in the token response (900 seconds in the shown response)',
    ['contract/lifetimes', 'an access token expires after expires_in: 900 s, or as configured'],
  ),
  limit('limit: accepted types', 'Accepted upload types', 'report file', 'png, jpg, jpeg', [
    'contract/parameters',
    'requires report to be one file ending in png, jpg or jpeg',
  ]),
  sentence('limit: 429', 'Exceeding a rate limit gives HTTP 429 with rate_limit_exceeded.', refused),
  sentence('limit: too fast', 'Uploads too close together give HTTP 429 with too_fast.', refused),
  sentence(
    'limits: by subscription',
    'Rate limits depend on whether the application has that subscription.',
    [limits, 'allows 10 reads without a subscription, unaffected by refused uploads'],
    { mode: 'extended' },
  ),
  choice(
    'limit: wait between uploads',
    ['A10'],
    '5 s from one accepted upload to the next of the same pilot and application; --min-gap changes it.',
    ['contract/limits', 'A10: refuses an upload within 5 s of the last accepted one with too_fast, or as configured'],
    { gap: 'Exact minimum wait between uploads: not shown.' },
  ),
  choice('limit: window', ['A11'], 'The minute is a sliding window of 60 s.', [
    limits,
    'never exceeds the limit in any minute, and never refuses below it',
  ]),
  choice(
    'limit: what counts',
    ['A11'],
    'Requests that pass authentication count; those without a valid token do not.',
    ['contract/limits', 'A11: does not count requests without a valid token'],
  ),
  choice(
    'limit: refused requests',
    ['A11'],
    'Requests that the window rejects do not count, unless with --count-refused.',
    [limits, 'with countRefused %s a client that does not wait gets %i after a minute'],
  ),
  choice('limit: refused uploads', ['A11'], 'too_fast does not restart the wait, unless with --too-fast-restarts.', [
    'contract/limits',
    'A11: a refused upload restarts the wait only when so configured',
  ]),
  choice(
    'limit: Retry-After',
    ['A12'],
    'Retry-After with every 429 in extended mode, never in strict mode; --retry-after and --no-retry-after override that.',
    [limits, 'A12: in %s mode with retryAfter %s, Retry-After is %s'],
  ),
  choice(
    'limit: file size',
    ['A13'],
    'The maximum file size is 10 MiB; --max-file-size changes it.',
    ['contract/limits', 'A13: accepts a file of 10 MiB and refuses one byte more, or as configured'],
    { gap: 'Maximum file size: not shown.' },
  ),
];
