// The service's documented answers, and how they are sent.
import type { About, Honest, Piece } from './answer-parts.ts';
import type { Pair } from './consents.ts';
import type { LeapingClock } from './leaping-clock.ts';

export type Request = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly access: string;
  readonly body: Buffer;
};

export type StoredRecord = { readonly id: number; readonly name: string; readonly createdAt: number };

const notFound: Honest = { status: 404, json: { detail: 'not_found' } };
export const unauthorized: Honest = { status: 401, json: { detail: 'unauthorized' } };
export const grantRefused: Honest = {
  status: 400,
  json: { error: 'invalid_grant', error_description: 'Used, or revoked.' },
};

const isoOf = (at: number) => new Date(at).toISOString().slice(0, 19);
const recordOf = (one: { id: number; createdAt: number }) => ({
  id: one.id,
  date: isoOf(one.createdAt),
  aircraft: 'UNKNOWN',
  icao_out: '',
  icao_in: '',
  total_ft: null,
  en_route: null,
  pax: null,
  cargo_kg: null,
  delay_min: null,
  moderator_checked: false,
  automated_checked: false,
  rating_contribution: null,
  season_points: null,
  is_archived: false,
  created_at: isoOf(one.createdAt),
});

/** Returns the honest answer to each request. */
export function createHonestAnswers(deps: {
  readonly clock: LeapingClock;
  readonly records: readonly StoredRecord[];
  /** Flights cannot be read. */
  readonly isStrict: boolean;
}) {
  const { clock, records, isStrict } = deps;

  return function honest(about: About, request: Request, id: number, pair: Pair): Honest {
    switch (about) {
      case 'token':
        return {
          status: 200,
          json: {
            access_token: pair.access,
            token_type: 'Bearer',
            expires_in: 120,
            refresh_token: pair.refresh,
            scope: 'openid profile flights:read flights:write',
          },
        };
      case 'profile':
        return { status: 200, json: { sub: 'maren', name: 'Maren Falk' } };
      case 'upload':
        return { status: 200, json: recordOf({ id, createdAt: clock.now() }) };
      case 'list': {
        if (isStrict) return notFound;
        const limit = Number(request.query.get('limit') ?? 50);
        const before = Number(request.query.get('before_id') ?? Number.POSITIVE_INFINITY);
        const older = records.filter((one) => one.id < before).toReversed();
        const items = older.slice(0, limit).map(recordOf);
        return { status: 200, json: { items, next_before_id: older.length > limit ? items.at(-1)!.id : null } };
      }
      case 'read': {
        if (isStrict) return notFound;
        const one = records.find((record) => record.id === Number(request.path.split('/').at(-1)));
        return one ? { status: 200, json: recordOf(one) } : notFound;
      }
    }
  };
}

export const plain = ({ status, json }: Honest): Piece[] => {
  const body = Buffer.from(JSON.stringify(json));
  const head = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return [{ send: Buffer.concat([Buffer.from(head), body]) }, { end: 'keep' }];
};

export const formIn = (body: Buffer) => new URLSearchParams(body.toString('latin1'));
export const nameIn = (body: Buffer) =>
  /filename="([^"]+)"/.exec(body.toString('latin1', 0, 400))?.[1] ?? 'without a name';
