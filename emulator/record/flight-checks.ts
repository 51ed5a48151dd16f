// Assumptions about uploads and their limits, about reading flight records, and about what the records contain.

import { elapsed, formatBytes, remaining } from '../journal/amounts.ts';
import { answerIn, boundsShow, check, each } from './check.ts';
import type { Checks, Found } from './check.ts';
import { fileSize, waitBetweenUploads } from './measures.ts';
import { isForeign, isJudged, isObject, isRecord, isSuccess, memberOf, paths, valueOf } from './traffic.ts';
import type { Observation, Traffic, Upload } from './traffic.ts';

const uploads = (traffic: Traffic) => traffic.uploads;
const records = (traffic: Traffic) => traffic.records.map(({ request, record }) => ({ ...request, record }));
const readings = ({ all }: Traffic) =>
  all.filter(
    (one) =>
      one.method === 'GET' && (one.path === paths.flights || one.path.startsWith(`${paths.flights}/`)) && isJudged(one),
  );

const imageOf: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg' };

/** Why a file is not a PNG or JPEG; null for a valid one. */
function fileMistake({ reports: [file], files, isWhole }: Upload): string | null {
  if (!isWhole) return null;
  if (files === null || file === undefined) return 'no file report';
  if (!file.isWhole || file.hasNul || file.kind === 'jpeg-ls') return null;
  const extension = file.extension ?? '';
  const byName = imageOf[extension];
  // A name may be anything, also a secret.
  if (byName === undefined) {
    return `a file with ${/^[a-z\d]{1,5}$/.test(extension) ? `the extension ${extension}` : 'no usual extension'}`;
  }
  if (file.kind === null) return `a file .${extension} that is no image`;
  return byName === file.kind ? null : `a file .${extension} that is a ${file.kind.toUpperCase()}`;
}

/** Decided before the file, as A8 has it. */
const earlier: ReadonlySet<string> = new Set(
  'unauthorized insufficient_scope write_not_enabled rate_limit_exceeded too_fast'.split(' '),
);

const order = each(uploads, (one, traffic): Found => {
  const mistake = fileMistake(one);
  if (mistake === null) return null;
  if (one.detail !== null && earlier.has(one.detail)) {
    return [true, `An upload with ${mistake} is answered with ${answerIn(one)}`];
  }
  if (one.detail !== 'missing_file' && one.detail !== 'invalid_file') return null;
  if (one.bearer === null) return [false, `Without a token, an upload with ${mistake} is ${answerIn(one)}`];
  const before = traffic.uploads.findLast(
    (other) => other.isAccepted && other.party === one.party && other.endedAtMs <= one.atMs,
  );
  const waitMs = waitBetweenUploads(traffic).moreThan?.value ?? 0;
  return before !== undefined && one.endedAtMs - before.atMs < waitMs
    ? [false, `Within the wait, an upload with ${mistake} is ${answerIn(one)}, not too_fast`]
    : null;
});

/** The codes whose body the document does not show. */
const withoutBody: ReadonlySet<string> = new Set(['write_not_enabled', 'invalid_file', 'too_fast']);

const expectedWaitMs = 5000;
/** Bounds that are further apart would also fit other waits. */
const closeMs = 1500;

const mebibyte = 1024 ** 2;
const expectedSize = 10 * mebibyte;

function maximumSize(traffic: Traffic) {
  const other = traffic.uploads.find(({ status, detail }) => status === 413 && detail !== 'file_too_large');
  if (other !== undefined) {
    return [{ request: other.request, holds: false, shows: `413 comes as ${answerIn(other)}, not as file_too_large` }];
  }
  return boundsShow(
    fileSize(traffic),
    (value) => value > expectedSize,
    (value) => value <= expectedSize,
    (...both) => both.every((value) => Math.abs(value - expectedSize) <= mebibyte),
    {
      above: (value) => `A file of ${formatBytes(value)} is accepted`,
      below: (value) => `A file of ${formatBytes(value)} or less is refused with 413`,
    },
  );
}

/** Whether a file that should be rejected was rejected; null for a file that shows nothing. */
const rejected = (mistakeOf: (one: Upload) => string | null) =>
  each(uploads, (one): Found => {
    const what = mistakeOf(one);
    if (what === null) return null;
    if (one.isAccepted) return [false, `Accepted: ${what}`];
    return one.status === 400 && one.detail === 'invalid_file' ? [true, `invalid_file: ${what}`] : null;
  });

const nullable = ['total_ft', 'en_route', 'pax', 'cargo_kg', 'delay_min', 'rating_contribution', 'season_points'];

/** The type of the first filled field that is no number; `number` if all are. */
function fieldTypes({ record }: { record: Record<string, unknown> }): Found {
  const filled = nullable.filter((name) => (record[name] ?? null) !== null);
  const other = filled.find((name) => typeof record[name] !== 'number');
  if (other !== undefined) return [false, `${other} is a ${typeof record[other]}`];
  return filled.length === 0 ? null : [true, `${filled.join(', ')} are numbers`];
}

const mostSkewMs = 2 * 60_000;
const quarterMs = 15 * 60_000;

/** Both sides know the time of the upload. */
function timeZone({ method, record, atMs, endedAtMs }: Observation & { record: Record<string, unknown> }): Found {
  const written = record['created_at'];
  if (method !== 'POST' || typeof written !== 'string') return null;
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(written)) return [false, `created_at has a zone: ${written}`];
  const offMs = Date.parse(`${written}Z`) - (atMs + endedAtMs) / 2;
  if (Math.abs(offMs) <= mostSkewMs) return [true, 'created_at of a new flight is the time in UTC, without a zone'];
  const zoneMs = Math.round(offMs / quarterMs) * quarterMs;
  // Anything else is a clock that is wrong, on one side or the other.
  const isZone = Math.abs(offMs - zoneMs) <= mostSkewMs && Math.abs(zoneMs) <= 14 * 4 * quarterMs;
  return isZone ? [false, `created_at is ${zoneMs / 3_600_000} h from UTC`] : null;
}

/** A client may have sent anything, also a secret. */
const numberIn = (text = ''): string => (/^-?\d{1,15}$/.test(text) ? text : '(no number)');

const paging = each(readings, (one): Found => {
  const [limit, beforeId] = [valueOf(one.query, 'limit'), valueOf(one.query, 'before_id')];
  const isLimit = limit === undefined || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100);
  const isId = beforeId === undefined || /^\d+$/.test(beforeId);
  if (one.path !== paths.flights || (isLimit && isId)) return null;
  const sent = isLimit ? `before_id=${numberIn(beforeId)}` : `limit=${numberIn(limit)}`;
  if (isSuccess(one)) return [false, `${sent} is accepted`];
  if (one.status !== 400) return null;
  return memberOf(one, 'detail') === 'invalid_parameter'
    ? [true, `${sent} is 400 invalid_parameter`]
    : [false, `${sent} is ${answerIn(one)}`];
});

const supported: Readonly<Record<string, readonly string[]>> = {
  [paths.flights]: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  [paths.token]: ['POST', 'OPTIONS'],
};

/** A30: whether a method is none that the emulator supports at this path. */
export const isOtherMethod = ({ path, method }: Observation): boolean => supported[path]?.includes(method) === false;

export const flightChecks: Checks = {
  A4: check(
    'GET /api/v1/flights returns items and next_before_id',
    'List the flights',
    each(readings, (one): Found => {
      const isList = one.path === paths.flights;
      if (isForeign(one)) return null;
      if (isList && (one.status === 404 || one.status === 405)) {
        return [false, `There is no list of flights: ${one.status}`];
      }
      if (!isSuccess(one)) return null;
      if (!isList) return isRecord(one.json) ? null : [false, 'A flight has another form'];
      const isPage = Array.isArray(memberOf(one, 'items')) && isObject(one.json) && 'next_before_id' in one.json;
      return isPage ? [true, 'The list has items and next_before_id'] : [false, 'The list has another form'];
    }),
  ),
  A5: check(
    'The automatic check comes first, and fills in the route',
    'Read a flight right after its upload, and again once it is checked',
    each(records, ({ record, request }, traffic): Found => {
      const id = typeof record['id'] === 'number' ? record['id'] : '';
      if (record['automated_checked'] !== true) {
        return record['moderator_checked'] === true
          ? [false, `Flight ${id} is checked by a moderator before the automatic check`]
          : null;
      }
      const wasUnchecked = traffic.records.some(
        (other) =>
          other.request.request < request &&
          other.record['id'] === record['id'] &&
          other.record['automated_checked'] !== true,
      );
      if (!wasUnchecked) return null;
      return record['icao_out'] === '' || record['aircraft'] === 'UNKNOWN'
        ? [false, `The automatic check of flight ${id} filled in no route`]
        : [true, `The automatic check of flight ${id} filled in the route`];
    }),
  ),
  A6: check(
    'Filled fields are numbers',
    'Read a flight that is checked',
    each(records, fieldTypes),
    'Only for the fields named here',
  ),
  A7: check(
    'Times are in UTC, without a zone',
    'Upload a report',
    each(records, timeZone),
    'A zone that equals UTC at this time of the year looks the same',
  ),
  A8: check(
    'What concerns the token and the limits is decided before the file',
    'Upload a file that is no image without a token, or right after an accepted upload',
    order,
    'Only the conditions named here were compared',
  ),
  A9: check(
    'The body of write_not_enabled, invalid_file and too_fast is { "detail": code }',
    'Upload twice in quick succession',
    each(uploads, (one): Found => {
      if (one.status !== 400 && one.status !== 403 && one.status !== 429) return null;
      if (one.detail === null) return [false, `A ${one.status} for an upload has no detail`];
      if (!withoutBody.has(one.detail)) return null;
      return Object.keys(one.json as object).length === 1
        ? [true, `${one.detail} has the body { "detail": "${one.detail}" }`]
        : [false, `The body of ${one.detail} has more members than detail`];
    }),
    'Only for the codes named here',
  ),
  A10: check(
    'The wait between accepted uploads is 5 s',
    'Upload again and again until it is accepted; the bounds have to be 1.5 s apart or less',
    (traffic) =>
      boundsShow(
        waitBetweenUploads(traffic),
        (value) => value >= expectedWaitMs,
        (value) => value < expectedWaitMs,
        (least, most) => most - least <= closeMs,
        {
          above: (value) => `Refused as too_fast: the wait is more than ${elapsed(value)}`,
          below: (value) => `The wait is at most ${remaining(value)}`,
        },
      ),
  ),
  A11: check('A refused upload does not restart the wait', 'Times at a proxy don’t tell what a wait counts from', null),
  A12: check(
    'Every 429 has Retry-After',
    'Upload twice in quick succession',
    each(
      ({ all }) => all.filter(({ status, path }) => status === 429 && path.startsWith('/api/')),
      (one): Found => {
        const value = one.headers['retry-after'];
        return value === undefined
          ? [false, `${answerIn(one)} has no Retry-After`]
          : [true, `${answerIn(one)} has Retry-After: ${value}`];
      },
    ),
  ),
  A13: check(
    'The maximum file size is 10 MiB, and a larger file is 413 file_too_large',
    'Upload files of 9.5 and 10.5 MiB; the bounds have to be within 1 MiB of it',
    maximumSize,
  ),
  A14: check(
    'The extension and the first bytes must both be PNG or JPEG, and agree',
    'Upload a JPEG as .png, or a text as .png',
    rejected((one) => (one.reports.length === 1 ? fileMistake(one) : null)),
    'Only for the files named here',
  ),
  A26: check(
    'Several files called report are accepted as one',
    'Upload two files called report',
    each(uploads, ({ reports, isAccepted, status, detail }): Found => {
      if (reports.length < 2) return null;
      if (isAccepted) return [true, `Accepted: ${reports.length} files called report`];
      const isRefused = status === 400 && detail === 'invalid_file';
      return isRefused ? [false, `invalid_file: ${reports.length} files called report`] : null;
    }),
  ),
  A27: check(
    'JPEG-LS is invalid_file',
    'Upload a JPEG-LS file as .jpg',
    rejected(({ reports }) => (reports[0]?.kind === 'jpeg-ls' ? 'a JPEG-LS file' : null)),
  ),
  A28: check(
    'A file name with NUL is invalid_file',
    'Upload a file whose name contains NUL',
    rejected(({ reports }) => (reports[0]?.hasNul === true ? 'a file name with NUL' : null)),
  ),
  A29: check(
    'A limit outside 1 to 100, or an invalid before_id, is 400 invalid_parameter',
    'List the flights with limit=101',
    paging,
  ),
  A30: check(
    'An unsupported method is 405 with Allow',
    'Send DELETE to /api/v1/flights',
    each(
      ({ all }) => all.filter((one) => isJudged(one) && !isForeign(one) && one.status !== 401),
      (one): Found => {
        if (!isOtherMethod(one)) return null;
        const what = `${one.method} ${one.path} is answered with ${one.status}`;
        if (one.status !== 405) return [false, what];
        return one.headers['allow'] === undefined ? [false, `${what} without Allow`] : [true, `${what} and Allow`];
      },
    ),
    'Only for the methods named here',
  ),
};
