// What the calls answer, as zod schemas: the OpenAPI description follows from them, and a test compares each with what its
// call returns.

import { z } from 'zod';
import { assumptionVerdicts, journalOutcomes, tokenStates } from '../api-types.ts';
import { flightRecord } from '../flights/record.ts';
import { optionNames } from '../options/option-table.ts';
import { figuresSchema } from '../world/world-document.ts';

const text = z.string();
const flag = z.boolean();
const integer = z.int();
const number = z.number();
const dateTime = z.string().meta({ format: 'date-time' });
const texts = z.array(text);
const headers = z.record(text, text);

/** A component of the description. */
const view = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) => z.strictObject(shape).meta({ id });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next: text.nullable().describe('Pass it as `after` to get the next page.') });

export const health = view('Health', {
  status: z.enum(['ok', 'recording']),
  version: text,
  mode: z.enum(['strict', 'extended']),
  now: dateTime,
});

export const clockState = view('Clock', {
  now: dateTime,
  frozen: flag,
  scale: number,
  nextDueAt: dateTime.nullable(),
});

export const setting = view('Setting', {
  name: z.enum(optionNames),
  flag: text,
  kind: text,
  choices: texts.nullable(),
  value: z.union([text, number, flag, texts]).nullable(),
  text,
  assumption: text.nullable(),
  help: text,
  isLive: flag,
});

export const fault = view('Fault', {
  id: integer,
  match: z.looseObject({}).describe('As it was added.'),
  skip: integer,
  times: integer.nullable(),
  probability: number,
  effect: z.looseObject({ type: text }).describe('As it was added.'),
  seen: integer,
  fired: integer,
});

const message = view('JournalMessage', { headers, body: text.nullable(), bodyBytes: integer });
const entry = {
  id: integer,
  at: dateTime,
  durationMs: number.nullable(),
  method: text,
  path: text,
  status: integer.nullable(),
  outcome: z.enum(journalOutcomes),
  clientId: text.nullable(),
  pilot: text.nullable(),
  grantType: text.nullable(),
  rule: text.nullable(),
  hint: text.nullable(),
  fault: integer.nullable(),
};

export const journalEntry = view('JournalEntry', entry);
export const journalDetail = view('JournalDetail', {
  ...entry,
  query: text,
  request: message,
  answer: message.nullable(),
});

const pairs = z.array(z.strictObject({ name: text, value: text }));
const harMessage = { httpVersion: text, cookies: pairs, headers: pairs, headersSize: integer, bodySize: integer };
const harEntry = z.strictObject({
  startedDateTime: dateTime,
  time: number,
  request: z.strictObject({
    ...harMessage,
    method: text,
    url: text,
    queryString: pairs,
    postData: z.strictObject({ mimeType: text, text }).optional(),
  }),
  response: z.strictObject({
    ...harMessage,
    status: integer,
    statusText: text,
    content: z.strictObject({ size: integer, mimeType: text, text: text.optional() }),
    redirectURL: text,
  }),
  cache: z.strictObject({}),
  timings: z.strictObject({ send: number, wait: number, receive: number }),
  comment: text,
});
export const har = z.strictObject({
  log: z.strictObject({
    version: text,
    creator: z.strictObject({ name: text, version: text }),
    entries: z.array(harEntry),
  }),
});

export const limit = view('Limit', {
  clientId: text,
  pilot: text,
  limit: integer,
  windowMs: integer,
  used: integer,
  requestsAt: z.array(dateTime),
  mayRequestAt: dateTime,
  lastFlightId: integer.nullable(),
  minGapMs: number,
  mayUploadAt: dateTime,
});

export const flight = view('Flight', {
  record: flightRecord,
  pilot: text,
  clientId: text,
  fileName: text,
  sizeBytes: integer,
  sha256: text,
  needsModerator: flag,
  figures: figuresSchema,
  dueAt: dateTime.nullable(),
  hasImage: flag,
});

const applicationShape = { clientId: text, name: text, redirectUris: texts, writeEnabled: flag, disabled: flag };
export const application = view('Application', applicationShape);
export const newApplication = view('NewApplication', { ...applicationShape, clientSecret: text });
export const pilot = view('Pilot', { id: text, name: text });

export const consent = view('Consent', {
  id: text,
  clientId: text,
  pilot: text,
  scopes: texts,
  grantedAt: dateTime,
  revokedAt: dateTime.nullable(),
  revokedBecause: text.nullable(),
});

export const token = view('Token', {
  kind: z.enum(['access', 'refresh', 'code']),
  fingerprint: text,
  consentId: text,
  clientId: text,
  pilot: text,
  scopes: texts,
  expiresAt: dateTime,
  status: z.enum(tokenStates),
});

export const signedIn = view('SignedIn', {
  access_token: text,
  token_type: z.literal('Bearer'),
  expires_in: integer,
  refresh_token: text,
  scope: text,
  consentId: text,
});

export const expired = z.strictObject({ expired: integer });

export const scenarioSummary = view('ScenarioSummary', { name: text, title: text, about: text });
export const scenarioState = view('Scenario', {
  name: text,
  title: text,
  about: text,
  steps: z.array(z.strictObject({ at: dateTime, message: text, done: flag, error: text.nullable() })),
});

export const world = view('World', {
  id: text,
  url: text,
  idleMs: number,
  clients: z.array(z.strictObject({ client_id: text, client_secret: text, redirect_uris: texts })),
  pilots: z.array(pilot),
});

export const recording = view('Recording', {
  service: text,
  requests: integer,
  assumptions: z.array(
    z.strictObject({
      number: text,
      claim: text,
      verdict: z.enum(assumptionVerdicts),
      evidence: z.array(z.strictObject({ request: integer, shows: text })),
      note: text.nullable(),
    }),
  ),
});

/** Documents that are inputs as well: the description has their schemas from there (contract/openapi-control.ts). */
export const stateDocument = z.unknown().meta({ id: 'State' });
export const scenarioDocument = z.unknown().meta({ id: 'ScenarioDocument' });
