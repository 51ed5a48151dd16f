// For any answers of a service, the report and the scenario are written, and the scenario can be played.

import { expect, it } from 'vitest';
import { judge } from '../../../emulator/record/assumption-checks.ts';
import { scenarioFrom } from '../../../emulator/record/scenario.ts';
import { paths } from '../../../emulator/record/traffic.ts';
import type { Observation } from '../../../emulator/record/traffic.ts';
import { fc } from '../../support/fast-check.ts';
import { openEmulator } from '../open-emulator.ts';

const service = 'https://pfs.example.test';
const word = fc.constantFrom(
  'token 1',
  'token 2',
  'code',
  'x',
  '',
  'http://localhost:80/a',
  'https://a.test/#b',
  '{{count}}',
  '\u0000',
);
const pairs = (...names: string[]) => fc.array(fc.tuple(fc.constantFrom(...names), word), { maxLength: 4 });

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  fc.record(
    {
      access_token: word,
      refresh_token: word,
      scope: word,
      expires_in: fc.oneof(fc.double(), fc.integer(), word),
      error: fc.constantFrom('invalid_grant', 'invalid_client', 'invalid_request', 'invalid_scope'),
      error_description: fc.constantFrom('The code has expired.', '', null, {}),
      detail: fc.oneof(
        fc.constantFrom('too_fast', 'invalid_file', 'file_too_large', 'write_not_enabled'),
        fc.jsonValue(),
      ),
      id: fc.oneof(fc.integer(), word),
      items: fc.array(fc.record({ id: fc.jsonValue(), automated_checked: fc.jsonValue() }), { maxLength: 2 }),
      next_before_id: fc.constant(null),
      automated_checked: fc.boolean(),
      created_at: fc.constantFrom('2026-05-12T12:00:00', '2026-05-12T14:00:00', 'soon', ''),
      issuer: word,
      active: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.constant(undefined),
);

const file = fc.record({
  field: fc.constantFrom('report', 'other'),
  sizeBytes: fc.nat({ max: 20_000_000 }),
  isWhole: fc.boolean(),
} as const);

const observation: fc.Arbitrary<Observation> = fc
  .record({
    request: fc.integer({ min: 1, max: 30 }),
    atMs: fc.nat({ max: 1e7 }),
    took: fc.nat({ max: 10_000 }),
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD'),
    path: fc.constantFrom(...Object.values(paths), `${paths.flights}/1`, '/', '/login'),
    query: pairs('response_type', 'redirect_uri', 'state', 'client_id', 'limit', 'scope'),
    bodyBytes: fc.oneof(fc.nat({ max: 100_000 }), fc.constant(Infinity)),
    form: fc.option(pairs('grant_type', 'code', 'refresh_token', 'client_id', 'scope', 'redirect_uri', 'token')),
    bearer: fc.option(word),
    basic: fc.option(word),
    basicUser: fc.option(word),
    files: fc.option(fc.array(file, { maxLength: 2 })),
    status: fc.option(fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 405, 413, 429, 500, 503, 599, 799)),
    retryAfter: fc.option(fc.constantFrom('5', 'soon', '-1')),
    redirect: fc.option(fc.record({ address: word, parameters: pairs('code', 'state', 'error', 'iss') })),
    json,
  })
  .map(({ took, ...one }) => ({ ...one, endedAtMs: one.atMs + took, json: one.json }));

it('judges, and makes a scenario that can be replayed', async () => {
  const emulator = await openEmulator();
  await fc.assert(
    fc.asyncProperty(fc.array(observation, { maxLength: 25 }), async (observations) => {
      for (const { verdict, evidence, note } of judge(observations, service)) {
        expect(evidence.length > 0).toBe(verdict === 'holds' || verdict === 'differs');
        expect(evidence.length === 0 && note === null).toBe(false);
        const requests = observations.map(({ request }) => request);
        expect(evidence.filter(({ request }) => !requests.includes(request))).toEqual([]);
      }
      const state = await emulator.scenario.load(scenarioFrom(observations, service));
      expect(state.steps).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
