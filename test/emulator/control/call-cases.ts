// A request to every call of the control interface, as a method of the library and over HTTP.

import { expect } from 'vitest';
import type { CallName } from '../../../emulator/control/calls.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import { clientId } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';

/** A call as a method of the library and over HTTP. */
type CallCase = {
  /** What has to exist first; its result is passed to both variants. */
  before?(emulator: Emulator): unknown;
  method(emulator: Emulator, made: never): unknown;
  /** `POST /clock`. */
  line: string | ((made: never) => string);
  body?: unknown;
  /** The expected content of the answer. */
  holds: object | null;
};

const outage = { match: { path: '/api/v1/flights' }, times: 1, effect: { type: 'status', status: 503 } } as const;
const threeFlights = (emulator: Emulator) => emulator.flights.add({ count: 3 });
const consentOf = (emulator: Emulator) => emulator.signIn({ pilot: 'second' }).consentId;
const item = (part: object) => ({ items: expect.arrayContaining([expect.objectContaining(part)]) });

/** Each call with what it answers; a new call needs a row here. */
export const callCases: Record<CallName, CallCase> = {
  health: {
    method: (emulator) => emulator.health(),
    line: 'GET /health',
    holds: { status: 'ok', mode: 'extended', now: '2026-05-12T12:00:00.000Z' },
  },
  reset: {
    before: threeFlights,
    method: (emulator) => emulator.reset({ slices: ['flights', 'clock'] }),
    line: 'POST /reset',
    body: { slices: ['flights', 'clock'] },
    holds: null,
  },
  'clock.read': {
    before: threeFlights,
    method: (emulator) => emulator.clock.read(),
    line: 'GET /clock',
    holds: { now: '2026-05-12T12:00:00.000Z', frozen: true, scale: 1, nextDueAt: '2026-05-12T12:00:20.000Z' },
  },
  'clock.change': {
    before: threeFlights,
    method: (emulator) => emulator.clock.change({ set: '2026-05-12T12:00:19Z', advanceMs: 500, scale: 60 }),
    line: 'POST /clock',
    body: { set: '2026-05-12T12:00:19Z', advanceMs: 500, scale: 60 },
    holds: { now: '2026-05-12T12:00:19.500Z', frozen: true, scale: 60 },
  },
  'settings.list': {
    method: (emulator) => emulator.settings.list(),
    line: 'GET /settings',
    holds: item({ name: 'minGapMs', value: 5000, text: '5s', assumption: 'A10', isLive: true }),
  },
  'settings.change': {
    method: (emulator) => emulator.settings.change({ minGapMs: '12s', retryAfter: false }),
    line: 'PATCH /settings',
    body: { minGapMs: '12s', retryAfter: false },
    holds: item({ name: 'minGapMs', value: 12_000, text: '12s' }),
  },
  'state.export': {
    before: threeFlights,
    method: (emulator) => JSON.parse(emulator.state.export()),
    line: 'GET /state',
    holds: { format: 'pilot-flight-service-emulator', version: 2, nextFlightId: 4703 },
  },
  'state.import': {
    before: (emulator) => JSON.parse(emulator.state.export()),
    method: (emulator, document: object) => emulator.state.import(document),
    line: 'PUT /state',
    holds: null,
  },
  'recording.read': { method: (emulator) => emulator.recording.read(), line: 'GET /recording', holds: null },
  'recording.scenario': {
    method: (emulator) => emulator.recording.scenario(),
    line: 'GET /recording/scenario',
    holds: null,
  },
  'scenario.read': {
    before: (emulator) => emulator.scenario.load('service-down'),
    method: (emulator) => emulator.scenario.read(),
    line: 'GET /scenario',
    holds: { name: 'service-down' },
  },
  'scenario.load': {
    method: (emulator) => emulator.scenario.load('subscription-lost'),
    line: 'POST /scenario',
    body: { name: 'subscription-lost' },
    holds: { name: 'subscription-lost' },
  },
  'scenario.list': {
    method: (emulator) => emulator.scenario.list(),
    line: 'GET /scenarios',
    holds: item({ name: 'slow-moderators' }),
  },
  'faults.list': {
    before: (emulator) => emulator.faults.add(outage),
    method: (emulator) => emulator.faults.list({ limit: 5 }),
    line: 'GET /faults?limit=5',
    holds: item({ id: 1, probability: 1, skip: 0, fired: 0 }),
  },
  'faults.add': {
    method: (emulator) => emulator.faults.add(outage),
    line: 'POST /faults',
    body: outage,
    holds: { ...outage, id: 1, skip: 0, probability: 1, seen: 0, fired: 0 },
  },
  'faults.remove': {
    before: (emulator) => emulator.faults.add(outage),
    method: (emulator) => emulator.faults.remove(1),
    line: 'DELETE /faults/1',
    holds: null,
  },
  'faults.clear': {
    before: (emulator) => emulator.faults.add(outage),
    method: (emulator) => emulator.faults.clear(),
    line: 'DELETE /faults',
    holds: null,
  },
  'journal.list': {
    before: (emulator) => emulator.inject('/nowhere?x=1'),
    method: (emulator) => emulator.journal.list({ limit: 10, contains: 'NOWHERE' }),
    line: 'GET /journal?limit=10&contains=NOWHERE',
    holds: item({ id: 1, method: 'GET', path: '/nowhere', status: 404 }),
  },
  'journal.read': {
    before: (emulator) => emulator.inject('/nowhere?x=1'),
    method: (emulator) => emulator.journal.read(1),
    line: 'GET /journal/1',
    holds: { id: 1, query: 'x=1', answer: { body: '{"detail":"not_found"}' } },
  },
  'journal.wait': {
    before: (emulator) => emulator.inject('/nowhere?x=1'),
    method: async (emulator) => ({
      items: await emulator.journal.expect({ path: '/no*', query: 'x=1' }).toHaveCount(1, { timeout: 0 }),
      next: null,
    }),
    line: 'POST /wait/requests',
    body: { match: { path: '/no*', query: 'x=1' }, count: 1, timeout: '0' },
    holds: item({ id: 1, status: 404 }),
  },
  'journal.har': {
    before: (emulator) => emulator.inject('/nowhere?x=1'),
    method: (emulator) => emulator.journal.har(),
    line: 'GET /journal.har',
    holds: { log: { version: '1.2', entries: [{ request: { method: 'GET' }, response: { status: 404 } }] } },
  },
  'journal.clear': {
    before: (emulator) => emulator.inject('/nowhere'),
    method: (emulator) => emulator.journal.clear(),
    line: 'DELETE /journal',
    holds: null,
  },
  'limits.list': {
    before: (emulator) => upload(emulator, emulator.signIn().access_token, anyPng()),
    method: (emulator) => emulator.limits.list(),
    line: 'GET /limits',
    holds: item({ clientId, pilot: 'demo', limit: 60, used: 1, lastFlightId: 4700, minGapMs: 5000 }),
  },
  'flights.list': {
    before: threeFlights,
    method: (emulator) => emulator.flights.list({ newestFirst: true, limit: 2, pilot: 'demo' }),
    line: 'GET /flights?newestFirst=true&limit=2&pilot=demo',
    holds: { items: [{ record: { id: 4702 } }, { record: { id: 4701 } }], next: '4701' },
  },
  'flights.add': {
    method: (emulator) => emulator.flights.add({ records: [{ pilot: 'second', figures: { pax: 7 } }, {}] }),
    line: 'POST /flights',
    body: { records: [{ pilot: 'second', figures: { pax: 7 } }, {}] },
    holds: { items: [{ pilot: 'second', figures: { pax: 7 } }, { pilot: 'demo' }], next: null },
  },
  'flights.read': {
    before: threeFlights,
    method: (emulator) => emulator.flights.read(4701),
    line: 'GET /flights/4701',
    holds: { record: { id: 4701 }, dueAt: '2026-05-12T12:00:20.000Z', hasImage: false },
  },
  'flights.wait': {
    before: threeFlights,
    method: async (emulator) => ({ items: [await emulator.flights.waitFor({ id: 4701 })], next: null }),
    line: 'POST /wait/flights',
    body: { match: { id: 4701 } },
    holds: item({ dueAt: '2026-05-12T12:00:20.000Z' }),
  },
  'flights.check': {
    before: threeFlights,
    method: (emulator) => emulator.flights.check(4700, { pax: 3 }),
    line: 'POST /flights/4700/check',
    body: { pax: 3 },
    holds: { record: { automated_checked: true, pax: 3 } },
  },
  'flights.moderate': {
    before: (emulator) => [threeFlights(emulator), emulator.flights.check(4700)],
    method: (emulator) => emulator.flights.moderate(4700, { season_points: 99 }),
    line: 'POST /flights/4700/moderate',
    body: { season_points: 99 },
    holds: { record: { moderator_checked: true, season_points: 99 }, dueAt: null },
  },
  'flights.archive': {
    before: threeFlights,
    method: (emulator) => emulator.flights.archive(4702),
    line: 'POST /flights/4702/archive',
    holds: { record: { is_archived: true } },
  },
  'flights.image': {
    before: (emulator) => upload(emulator, emulator.signIn().access_token, anyPng()),
    method: (emulator) => emulator.flights.image(4700),
    line: 'GET /flights/4700/image',
    holds: { mediaType: 'image/png', bytes: anyPng() },
  },
  'worlds.list': {
    before: (emulator) => emulator.worlds.add({ id: 'one' }),
    method: (emulator) => emulator.worlds.list(),
    line: 'GET /worlds',
    holds: { items: [expect.objectContaining({ id: 'one', url: 'http://127.0.0.1/w/one' })] },
  },
  'worlds.add': {
    method: (emulator) => emulator.worlds.add({ id: 'one', settings: { mode: 'strict' }, idle: '1m' }),
    line: 'POST /worlds',
    body: { id: 'one', settings: { mode: 'strict' }, idle: '1m' },
    holds: { id: 'one', idleMs: 60_000 },
  },
  'worlds.remove': {
    before: (emulator) => emulator.worlds.add({ id: 'one' }),
    method: (emulator) => emulator.worlds.remove('one'),
    line: 'DELETE /worlds/one',
    holds: null,
  },
  'applications.list': {
    method: (emulator) => emulator.applications.list({ after: clientId }),
    line: `GET /applications?after=${clientId}`,
    holds: { items: [{ clientId: 'logbook-reader-demo', writeEnabled: false, disabled: false }], next: null },
  },
  'applications.add': {
    method: (emulator) => emulator.applications.add({ clientId: 'third', redirectUris: ['https://example.org/x'] }),
    line: 'POST /applications',
    body: { clientId: 'third', redirectUris: ['https://example.org/x'] },
    holds: { clientId: 'third', name: 'third', writeEnabled: true, clientSecret: expect.stringMatching(/^cs_/) },
  },
  'applications.update': {
    method: (emulator) => emulator.applications.update(clientId, { disabled: true, writeEnabled: false }),
    line: `PATCH /applications/${clientId}`,
    body: { disabled: true, writeEnabled: false },
    holds: { clientId, disabled: true, writeEnabled: false },
  },
  'pilots.list': {
    method: (emulator) => emulator.pilots.list({ limit: 1 }),
    line: 'GET /pilots?limit=1',
    holds: { items: [{ id: 'demo', name: 'Demo Pilot' }], next: 'demo' },
  },
  'pilots.add': {
    method: (emulator) => emulator.pilots.add({ id: 'third', name: 'Third Pilot' }),
    line: 'POST /pilots',
    body: { id: 'third', name: 'Third Pilot' },
    holds: { id: 'third', name: 'Third Pilot' },
  },
  'consents.list': {
    before: consentOf,
    method: (emulator) => emulator.consents.list({ pilot: 'second' }),
    line: 'GET /consents?pilot=second',
    holds: item({ clientId, pilot: 'second', revokedAt: null }),
  },
  'consents.revoke': {
    before: consentOf,
    method: (emulator, consentId) => emulator.consents.revoke(consentId),
    line: (consentId) => `POST /consents/${String(consentId)}/revoke`,
    holds: { items: [{ pilot: 'second', revokedBecause: 'the pilot took it back' }], next: null },
  },
  'tokens.list': {
    before: consentOf,
    method: (emulator) => emulator.tokens.list({ kind: 'refresh' }),
    line: 'GET /tokens?kind=refresh',
    holds: item({ kind: 'refresh', pilot: 'second', status: 'live', expiresAt: '2026-06-11T12:00:00.000Z' }),
  },
  'tokens.expire': {
    before: consentOf,
    method: (emulator) => emulator.tokens.expire({ kind: 'access' }),
    line: 'POST /tokens/expire',
    body: { kind: 'access' },
    holds: { expired: 1 },
  },
  signIn: {
    method: (emulator) => emulator.signIn({ pilot: 'second', scopes: ['openid'] }),
    line: 'POST /sign-in',
    body: { pilot: 'second', scopes: ['openid'] },
    holds: { token_type: 'Bearer', expires_in: 900, scope: 'openid' },
  },
};

/** The request of a case in a new emulator, after what has to exist first. */
export async function requestOf({ before, line, body }: CallCase, emulator: Emulator) {
  const made = (await before?.(emulator)) as never;
  const asked = typeof line === 'string' ? line : line(made);
  return { line: asked, body: body ?? (asked === 'PUT /state' ? made : undefined) };
}
