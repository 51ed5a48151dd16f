// The answers of the control interface as JSON Schema, for generated clients. A test compares each with what the call
// returns, member by member (test/emulator/contract/openapi-control.test.ts).

import { z } from 'zod';
import { assumptionVerdicts, journalOutcomes, tokenStates } from '../api-types.ts';
import { stepInputs } from '../control/calls.ts';
import type { CallName } from '../control/calls.ts';
import { inputSchemaOf } from '../options/json-schema.ts';
import { optionNames } from '../options/option-table.ts';
import { figuresSchema } from '../world/figures-schema.ts';
import { createScenarioSchema } from '../scenario/scenario-schema.ts';
import { documentSchema } from '../world/world-document.ts';
import type { JsonObject } from './schemas.ts';

const text: JsonObject = { type: 'string' };
const flag: JsonObject = { type: 'boolean' };
const integer: JsonObject = { type: 'integer' };
const number: JsonObject = { type: 'number' };
const dateTime: JsonObject = { type: 'string', format: 'date-time' };
const texts: JsonObject = { type: 'array', items: text };
const headers: JsonObject = { type: 'object', additionalProperties: text };

const oneOf = (names: readonly string[]): JsonObject => ({ type: 'string', enum: [...names] });
const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
const ref = (name: keyof typeof members | keyof typeof documents): JsonObject => ({
  $ref: `#/components/schemas/${name}`,
});

/** All members are required unless they are listed as optional. */
const object = (properties: Record<string, JsonObject>, optional: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const page = (items: JsonObject): JsonObject =>
  object({
    items: listOf(items),
    next: { type: ['string', 'null'], description: 'Pass it as `after` to get the next page.' },
  });

const filled: JsonObject = { type: ['number', 'string', 'null'] };
const figures = (z.toJSONSchema(figuresSchema) as { properties: Record<string, JsonObject> }).properties;
const pairs = listOf(object({ name: text, value: text }));
const harMessage = { httpVersion: text, cookies: pairs, headers: pairs, headersSize: integer, bodySize: integer };
const har = object({
  log: object({
    version: text,
    creator: object({ name: text, version: text }),
    entries: listOf(
      object({
        startedDateTime: dateTime,
        time: number,
        request: object(
          {
            ...harMessage,
            method: text,
            url: text,
            queryString: pairs,
            postData: object({ mimeType: text, text }),
          },
          ['postData'],
        ),
        response: object({
          ...harMessage,
          status: integer,
          statusText: text,
          content: object({ size: integer, mimeType: text, text }, ['text']),
          redirectURL: text,
        }),
        cache: object({}),
        timings: object({ send: number, wait: number, receive: number }),
        comment: text,
      }),
    ),
  }),
});
const application = { clientId: text, name: text, redirectUris: texts, writeEnabled: flag, disabled: flag };
const entry: Record<string, JsonObject> = {
  id: integer,
  at: dateTime,
  durationMs: orNull(number),
  method: text,
  path: text,
  status: orNull(integer),
  outcome: oneOf(journalOutcomes),
  clientId: orNull(text),
  pilot: orNull(text),
  grantType: orNull(text),
  rule: orNull(text),
  hint: orNull(text),
  fault: orNull(integer),
};

const members = {
  EmulatorError: { error: { type: 'string', description: 'The error message, one sentence.' } },
  Health: { status: oneOf(['ok', 'recording']), version: text, mode: oneOf(['strict', 'extended']), now: dateTime },
  Clock: { now: dateTime, frozen: flag, scale: number, nextDueAt: orNull(dateTime) },
  Setting: {
    name: oneOf(optionNames),
    flag: text,
    kind: text,
    choices: orNull(texts),
    value: { type: ['string', 'number', 'boolean', 'array', 'null'], items: text },
    text,
    assumption: orNull(text),
    help: text,
    isLive: flag,
  },
  Fault: {
    id: integer,
    match: { type: 'object', description: 'As it was added.' },
    skip: integer,
    times: orNull(integer),
    probability: number,
    effect: { type: 'object', properties: { type: text }, required: ['type'], description: 'As it was added.' },
    seen: integer,
    fired: integer,
  },
  JournalMessage: { headers, body: orNull(text), bodyBytes: integer },
  JournalEntry: entry,
  JournalDetail: {
    ...entry,
    query: text,
    request: { $ref: '#/components/schemas/JournalMessage' },
    answer: orNull({ $ref: '#/components/schemas/JournalMessage' }),
  },
  Limit: {
    clientId: text,
    pilot: text,
    limit: integer,
    windowMs: integer,
    used: integer,
    requestsAt: listOf(dateTime),
    mayRequestAt: dateTime,
    lastFlightId: orNull(integer),
    minGapMs: number,
    mayUploadAt: dateTime,
  },
  FlightRecord: {
    id: integer,
    date: text,
    aircraft: text,
    icao_out: text,
    icao_in: text,
    total_ft: filled,
    en_route: filled,
    pax: filled,
    cargo_kg: filled,
    delay_min: filled,
    moderator_checked: flag,
    automated_checked: flag,
    rating_contribution: filled,
    season_points: filled,
    is_archived: flag,
    created_at: text,
  },
  Flight: {
    record: { $ref: '#/components/schemas/FlightRecord' },
    pilot: text,
    clientId: text,
    fileName: text,
    sizeBytes: integer,
    sha256: text,
    needsModerator: flag,
    figures: object(figures),
    dueAt: orNull(dateTime),
    hasImage: flag,
  },
  Application: application,
  NewApplication: { ...application, clientSecret: text },
  Pilot: { id: text, name: text },
  Consent: {
    id: text,
    clientId: text,
    pilot: text,
    scopes: texts,
    grantedAt: dateTime,
    revokedAt: orNull(dateTime),
    revokedBecause: orNull(text),
  },
  Token: {
    kind: oneOf(['access', 'refresh', 'code']),
    fingerprint: text,
    consentId: text,
    clientId: text,
    pilot: text,
    scopes: texts,
    expiresAt: dateTime,
    status: oneOf(tokenStates),
  },
  SignedIn: {
    access_token: text,
    token_type: { const: 'Bearer' },
    expires_in: integer,
    refresh_token: text,
    scope: text,
    consentId: text,
  },
  ScenarioSummary: { name: text, title: text, about: text },
  Scenario: {
    name: text,
    title: text,
    about: text,
    steps: listOf(object({ at: dateTime, message: text, done: flag, error: orNull(text) })),
  },
  World: {
    id: text,
    url: text,
    idleMs: number,
    clients: listOf(object({ client_id: text, client_secret: text, redirect_uris: texts })),
    pilots: listOf({ $ref: '#/components/schemas/Pilot' }),
  },
  Recording: {
    service: text,
    requests: integer,
    assumptions: listOf(
      object({
        number: text,
        claim: text,
        verdict: oneOf(assumptionVerdicts),
        evidence: listOf(object({ request: integer, shows: text })),
        note: orNull(text),
      }),
    ),
  },
} satisfies Record<string, Record<string, JsonObject>>;

/** Documents that are also inputs: their schemas are those of the inputs. */
const documents = {
  State: inputSchemaOf(documentSchema, { unrepresentable: 'any' }),
  ScenarioDocument: inputSchemaOf(createScenarioSchema(stepInputs), { unrepresentable: 'any' }),
};

export const answerSchemas: JsonObject = {
  ...Object.fromEntries(Object.entries(members).map(([name, properties]) => [name, object(properties)])),
  ...documents,
};

const flights = page(ref('Flight'));
const settings = page(ref('Setting'));

/** The body of a successful response; null is 204, and `image` is an image. */
export const answers: Readonly<Record<CallName, JsonObject | 'image' | null>> = {
  health: ref('Health'),
  reset: null,
  'clock.read': ref('Clock'),
  'clock.change': ref('Clock'),
  'settings.list': settings,
  'settings.change': settings,
  'state.export': ref('State'),
  'state.import': null,
  'scenario.read': orNull(ref('Scenario')),
  'scenario.load': ref('Scenario'),
  'scenario.list': page(ref('ScenarioSummary')),
  'faults.list': page(ref('Fault')),
  'faults.add': ref('Fault'),
  'faults.remove': null,
  'faults.clear': null,
  'journal.list': page(ref('JournalEntry')),
  'journal.read': ref('JournalDetail'),
  'journal.wait': page(ref('JournalEntry')),
  'journal.har': har,
  'journal.clear': null,
  'limits.list': page(ref('Limit')),
  'flights.list': flights,
  'flights.add': flights,
  'flights.read': ref('Flight'),
  'flights.wait': flights,
  'flights.check': ref('Flight'),
  'flights.moderate': ref('Flight'),
  'flights.archive': ref('Flight'),
  'flights.image': 'image',
  'applications.list': page(ref('Application')),
  'applications.add': ref('NewApplication'),
  'applications.update': ref('Application'),
  'pilots.list': page(ref('Pilot')),
  'pilots.add': ref('Pilot'),
  'consents.list': page(ref('Consent')),
  'consents.revoke': page(ref('Consent')),
  'tokens.list': page(ref('Token')),
  'tokens.expire': object({ expired: integer }),
  'worlds.list': page(ref('World')),
  'worlds.add': ref('World'),
  'worlds.remove': null,
  'recording.read': orNull(ref('Recording')),
  'recording.scenario': orNull(ref('ScenarioDocument')),
  signIn: ref('SignedIn'),
};
