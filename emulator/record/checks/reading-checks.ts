// Assumptions about reading flight records, and about what the records contain.

import { isObject, memberOf, valueOf } from '../traffic/observation.ts';
import type { Observation } from '../traffic/observation.ts';
import { isForeign, isJudged, isRecord, isSuccess, paths } from '../traffic/traffic.ts';
import type { SeenRecord, Traffic } from '../traffic/traffic.ts';
import { answerIn, differs, holds } from './check.ts';
import type { Checks, Evidence } from './check.ts';

const isReading = ({ method, path }: Observation): boolean =>
  method === 'GET' && (path === paths.flights || path.startsWith(`${paths.flights}/`));

function reading({ all }: Traffic): Evidence[] {
  return all
    .filter((one) => isReading(one) && isJudged(one) && !isForeign(one))
    .flatMap((one): Evidence[] => {
      if (one.path === paths.flights) {
        if (one.status === 404 || one.status === 405)
          return [differs(one, `There is no list of flights: ${one.status}`)];
        if (!isSuccess(one)) return [];
        const isPage = Array.isArray(memberOf(one, 'items')) && isObject(one.json) && 'next_before_id' in one.json;
        return [
          isPage ? holds(one, 'The list has items and next_before_id') : differs(one, 'The list has another form'),
        ];
      }
      return !isSuccess(one) || isRecord(one.json) ? [] : [differs(one, 'A flight has another form')];
    });
}

const idOf = ({ id }: Record<string, unknown>): string => (typeof id === 'number' ? String(id) : '');

function checksOfFlights({ records }: Traffic): Evidence[] {
  const unchecked = new Set<unknown>();
  return records.flatMap(({ request, record }): Evidence[] => {
    if (record['automated_checked'] !== true) {
      unchecked.add(record['id']);
      return record['moderator_checked'] === true
        ? [differs(request, `Flight ${idOf(record)} is checked by a moderator before the automatic check`)]
        : [];
    }
    if (!unchecked.has(record['id'])) return [];
    return record['icao_out'] === '' || record['aircraft'] === 'UNKNOWN'
      ? [differs(request, `The automatic check of flight ${idOf(record)} filled in no route`)]
      : [holds(request, `The automatic check of flight ${idOf(record)} filled in the route`)];
  });
}

const nullable = ['total_ft', 'en_route', 'pax', 'cargo_kg', 'delay_min', 'rating_contribution', 'season_points'];

const fieldTypes = ({ records }: Traffic): Evidence[] =>
  records.flatMap(({ request, record }) =>
    nullable.flatMap((name): Evidence[] => {
      const value = record[name] ?? null;
      if (value === null) return [];
      return typeof value === 'number'
        ? [holds(request, `${name} is a number`)]
        : [differs(request, `${name} is a ${typeof value}`)];
    }),
  );

const mostSkewMs = 2 * 60_000;
const quarterMs = 15 * 60_000;

/** Both sides know the time of the upload. */
function timeZone({ records }: Traffic): Evidence[] {
  return records.flatMap(({ request, record }: SeenRecord): Evidence[] => {
    const written = record['created_at'];
    if (request.method !== 'POST' || typeof written !== 'string') return [];
    if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(written)) return [differs(request, `created_at has a zone: ${written}`)];
    const offMs = Date.parse(`${written}Z`) - (request.atMs + request.endedAtMs) / 2;
    if (Math.abs(offMs) <= mostSkewMs)
      return [holds(request, 'created_at of a new flight is the time in UTC, without a zone')];
    const zoneMs = Math.round(offMs / quarterMs) * quarterMs;
    // Anything else is a clock that is wrong, on one side or the other.
    const isZone = Math.abs(offMs - zoneMs) <= mostSkewMs && Math.abs(zoneMs) <= 14 * 4 * quarterMs;
    return isZone ? [differs(request, `created_at is ${zoneMs / 3_600_000} h from UTC`)] : [];
  });
}

/** A client may have sent anything, also a secret. */
const numberIn = (text = ''): string => (/^-?\d{1,15}$/.test(text) ? text : '(no number)');

function paging({ all }: Traffic): Evidence[] {
  return all.flatMap((one): Evidence[] => {
    const [limit, beforeId] = [valueOf(one.query, 'limit'), valueOf(one.query, 'before_id')];
    if (!isReading(one) || one.path !== paths.flights) return [];
    const isLimit = limit === undefined || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100);
    const isId = beforeId === undefined || /^\d+$/.test(beforeId);
    if (isLimit && isId) return [];
    const sent = isLimit ? `before_id=${numberIn(beforeId)}` : `limit=${numberIn(limit)}`;
    if (isSuccess(one)) return [differs(one, `${sent} is accepted`)];
    if (one.status !== 400) return [];
    return memberOf(one, 'detail') === 'invalid_parameter'
      ? [holds(one, `${sent} is 400 invalid_parameter`)]
      : [differs(one, `${sent} is ${answerIn(one)}`)];
  });
}

const supported: Readonly<Record<string, readonly string[]>> = {
  [paths.flights]: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  [paths.token]: ['POST', 'OPTIONS'],
};

function otherMethods({ all }: Traffic): Evidence[] {
  return all.flatMap((one): Evidence[] => {
    const methods = supported[one.path];
    if (methods === undefined || methods.includes(one.method) || !isJudged(one) || isForeign(one) || one.status === 401)
      return [];
    const what = `${one.method} ${one.path} is answered with ${one.status}`;
    if (one.status !== 405) return [differs(one, what)];
    return one.headers['allow'] === undefined
      ? [differs(one, `${what} without Allow`)]
      : [holds(one, `${what} and Allow`)];
  });
}

export const readingChecks: Checks = {
  A4: {
    claim: 'GET /api/v1/flights returns items and next_before_id',
    toObserve: 'List the flights',
    find: reading,
  },
  A5: {
    claim: 'The automatic check comes first, and fills in the route',
    toObserve: 'Read a flight right after its upload, and again once it is checked',
    find: checksOfFlights,
  },
  A6: {
    claim: 'Filled fields are numbers',
    toObserve: 'Read a flight that is checked',
    find: fieldTypes,
    extent: 'Only for the fields named here',
  },
  A7: {
    claim: 'Times are in UTC, without a zone',
    toObserve: 'Upload a report',
    find: timeZone,
    extent: 'A zone that equals UTC at this time of the year looks the same',
  },
  A29: {
    claim: 'A limit outside 1 to 100, or an invalid before_id, is 400 invalid_parameter',
    toObserve: 'List the flights with limit=101',
    find: paging,
  },
  A30: {
    claim: 'An unsupported method is 405 with Allow',
    toObserve: 'Send DELETE to /api/v1/flights',
    find: otherMethods,
    extent: 'Only for the methods named here',
  },
};
