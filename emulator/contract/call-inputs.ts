// An input for each call of the control interface: what the reference sends to get its examples, and what the OpenAPI
// description shows as one.

import type { CallName } from '../control/calls.ts';

type Input = {
  /** In place of `:id` and `:clientId`. */
  in?: string;
  query?: string;
  body?: unknown;
};

/** Ordered so that each call finds what it needs. */
export const callInputs: Readonly<Record<CallName, Input>> = {
  health: {},
  'clock.read': {},
  'clock.change': { body: { advanceMs: 60_000 } },
  'settings.list': {},
  'settings.change': { body: { minGapMs: '2s', nullableAsStrings: false } },
  'journal.list': { query: 'contains=too_fast&limit=1' },
  'journal.read': { in: '4' },
  'journal.wait': { body: { match: { path: '/api/*', status: 429 }, count: 1, timeout: '5s' } },
  'journal.har': {},
  'journal.clear': {},
  'limits.list': {},
  'faults.add': { body: { match: { path: '/api/*' }, times: 1, effect: { type: 'status', status: 503 } } },
  'faults.list': {},
  'faults.remove': { in: '1' },
  'faults.clear': {},
  'flights.image': { in: '4700' },
  'flights.add': { body: { records: [{ pilot: 'second', figures: { icao_out: 'EDDF' }, needsModerator: true }] } },
  'flights.list': { query: 'newestFirst=true&limit=1' },
  'flights.check': { in: '4701', body: { pax: 118 } },
  'flights.moderate': { in: '4701', body: { season_points: 42 } },
  'flights.read': { in: '4701' },
  'flights.wait': { body: { match: { id: 4701, moderatorChecked: true }, timeout: '5s' } },
  'flights.archive': { in: '4700' },
  'pilots.add': { body: { id: 'maren', name: 'Maren Falk' } },
  'pilots.list': {},
  'applications.add': { body: { clientId: 'my-client', redirectUris: ['http://127.0.0.1/done'] } },
  'applications.list': {},
  'applications.update': { in: 'my-client', body: { writeEnabled: false } },
  signIn: { body: { pilot: 'maren', scopes: ['openid', 'flights:write'] } },
  'consents.list': { query: 'pilot=maren' },
  'tokens.list': { query: 'kind=access&limit=1' },
  'tokens.expire': { body: { kind: 'access' } },
  'consents.revoke': { body: { pilot: 'maren' } },
  'state.export': {},
  'state.import': {},
  'scenario.list': {},
  'scenario.load': { body: { name: 'service-down' } },
  'scenario.read': {},
  'worlds.add': { body: { id: 'suite-7', clock: 'virtual', idle: '2m' } },
  'worlds.list': {},
  'worlds.remove': { in: 'suite-7' },
  'recording.read': {},
  'recording.scenario': {},
  reset: { body: { slices: ['faults', 'pilots'] } },
};
