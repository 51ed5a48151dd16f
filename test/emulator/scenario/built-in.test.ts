// Runs each built-in scenario against real requests and checks that what it describes happens.

import { expect, it } from 'vitest';
import { clientId, obtainCode } from '../open-emulator.ts';
import { json, playing } from './client.ts';

const minGapMs = 5000;

it('subscription-lost: after two minutes uploads get 403 and ten reads a minute are left, after twelve it recovers', async () => {
  const client = await playing('subscription-lost');
  const { access_token, refresh_token } = client.emulator.signIn();
  expect(await client.upload(access_token)).toMatchObject({ status: 200 });

  await client.minutes(2);
  const refused = await client.upload(access_token);
  expect(refused.status).toBe(403);
  expect(json(refused)).toEqual({ detail: 'write_not_enabled' });
  for (let read = 0; read < 10; read += 1) expect(await client.list(access_token)).toMatchObject({ status: 200 });
  expect(await client.list(access_token)).toMatchObject({ status: 429 });
  const renewed = await client.refresh(refresh_token);
  expect(renewed.status).toBe(200);

  await client.minutes(10);
  expect(await client.upload(String(json(renewed)['access_token']))).toMatchObject({ status: 200 });
  expect(client.emulator.scenario.read()?.steps).toMatchObject([
    { done: true, error: null },
    { done: true, error: null },
  ]);
});

it('consent-revoked-by-reuse: the response to one refresh is lost, and retrying revokes the consent', async () => {
  const client = await playing('consent-revoked-by-reuse');
  const { access_token, refresh_token, expires_in, consentId } = client.emulator.signIn();
  expect(expires_in).toBe(120);

  await client.minutes(1);
  expect(await client.refresh(refresh_token)).toMatchObject({ status: 0 });
  // The access token stays valid for its lifetime.
  expect(await client.list(access_token)).toMatchObject({ status: 200 });

  const again = await client.refresh(refresh_token);
  expect(again.status).toBe(400);
  expect(json(again)).toMatchObject({ error: 'invalid_grant' });
  expect(await client.list(access_token)).toMatchObject({ status: 401, text: '{"detail":"unauthorized"}' });
  expect(client.emulator.consents.list().items.find(({ id }) => id === consentId)).toMatchObject({
    revokedBecause: 'a refresh token was reused',
  });

  const secondSignIn = client.emulator.signIn();
  expect(await client.refresh(secondSignIn.refresh_token)).toMatchObject({ status: 200 });
});

it('service-down: five minutes of 503 in HTML, five of broken connections, and no upload is stored', async () => {
  const client = await playing('service-down');
  const { access_token, refresh_token } = client.emulator.signIn();
  expect(await client.upload(access_token)).toMatchObject({ status: 200 });

  await client.minutes(2);
  for (const answer of [await client.upload(access_token), await client.refresh(refresh_token)]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('120');
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('<h1>Service unavailable</h1>');
  }

  await client.minutes(5);
  expect(await client.upload(access_token)).toMatchObject({ status: 0 });
  expect(await client.refresh(refresh_token)).toMatchObject({ status: 0 });

  await client.minutes(5);
  expect(client.emulator.flights.list().items).toHaveLength(1);
  expect(await client.upload(access_token)).toMatchObject({ status: 200 });
  expect(await client.refresh(refresh_token)).toMatchObject({ status: 200 });
});

it('answers-lost: three responses are dropped and two cut, and each of the five flights exists', async () => {
  const client = await playing('answers-lost');
  const { access_token } = client.emulator.signIn();
  await client.minutes(1);
  for (const status of [0, 0, 0, 200, 200]) {
    expect(await client.upload(access_token)).toMatchObject({ status, text: null });
    await client.emulator.clock.advance(minGapMs);
  }
  expect(json(await client.list(access_token))['items']).toHaveLength(5);
  expect(json(await client.upload(access_token))).toMatchObject({ id: 4705 });

  await client.minutes(10);
  expect(client.emulator.faults.list().items).toEqual([]);
});

it('slow-moderators: a report has its route after twenty seconds and its points after hours', async () => {
  const client = await playing('slow-moderators');
  expect(client.emulator.pilots.list().items).toEqual([
    { id: 'demo', name: 'Maren Falk' },
    { id: 'second', name: 'Tomas Ilves' },
  ]);
  const { access_token } = client.emulator.signIn();
  const record = async (id: number) =>
    json(await client.ask(`/api/v1/flights/${id}`, { headers: { authorization: `Bearer ${access_token}` } }));
  expect(json(await client.upload(access_token))).toMatchObject({ id: 4706, aircraft: 'UNKNOWN' });
  await client.minutes(1);
  const waiting = { automated_checked: true, moderator_checked: false, season_points: null, is_archived: false };
  expect(await record(4706)).toMatchObject(waiting);
  expect(await record(4700)).toMatchObject({ ...waiting, icao_out: 'EDDF', icao_in: 'LPPT', pax: 168, delay_min: -4 });

  await client.minutes(9);
  expect(await record(4700)).toMatchObject({ moderator_checked: true, pax: 164, delay_min: 6 });
  await client.minutes(5);
  expect(client.emulator.flights.read(4701).record).toMatchObject({ ...waiting, is_archived: true });

  await client.minutes(50);
  const secondSignIn = client.emulator.signIn();
  const page = json(await client.list(secondSignIn.access_token))['items'] as Record<string, unknown>[];
  expect(page.filter((each) => each['moderator_checked'] === true).map((each) => each['id'])).toEqual([4705, 4700]);
  expect(client.emulator.scenario.read()?.steps.map(({ error }) => error)).toEqual(Array(7).fill(null));
  // A report uploaded before the change waits its six hours.
  await client.minutes(6 * 60);
  expect(client.emulator.flights.read(4706).record).toMatchObject({ moderator_checked: true });
});

it('application-disabled: refuses tokens, refresh and code as documented, until the new secret is used', async () => {
  const client = await playing('application-disabled', { autoConsent: true, codeLifetimeMs: 600_000 });
  const { access_token, refresh_token } = client.emulator.signIn();
  await client.minutes(1);
  const code = await obtainCode(client.emulator);
  expect(await client.upload(access_token)).toMatchObject({ status: 200 });

  await client.minutes(1);
  expect(await client.upload(access_token)).toMatchObject({ status: 401, text: '{"detail":"unauthorized"}' });
  const refused = await client.refresh(refresh_token);
  expect([refused.status, json(refused)['error']]).toEqual([401, 'invalid_client']);
  const late = await client.exchange(code);
  expect([late.status, json(late)['error']]).toEqual([400, 'invalid_client']);

  await client.minutes(10);
  expect(await client.refresh(refresh_token)).toMatchObject({ status: 401 });
  expect(await client.refresh(refresh_token, 'renewed-secret-for-the-emulator-only')).toMatchObject({ status: 200 });
  expect(await client.upload(access_token)).toMatchObject({ status: 200 });
  expect(client.emulator.clients.find(({ client_id }) => client_id === clientId)).toMatchObject({
    client_secret: 'renewed-secret-for-the-emulator-only',
  });
});

it('years-of-flights: thousands of flights, a few on one day and none on others', async () => {
  const client = await playing('years-of-flights');
  const { access_token } = client.emulator.signIn();
  const records: Record<string, unknown>[] = [];
  for (let before: number | null | undefined = null; before !== undefined;) {
    const query = before === null ? 'limit=100' : `limit=100&before_id=${before}`;
    const page = json(
      await client.ask(`/api/v1/flights?${query}`, { headers: { authorization: `Bearer ${access_token}` } }),
    );
    if (!Array.isArray(page['items'])) {
      await client.minutes(1);
      continue;
    }
    records.push(...(page['items'] as Record<string, unknown>[]));
    before = typeof page['next_before_id'] === 'number' ? page['next_before_id'] : undefined;
  }
  expect(records).toHaveLength(2_500);
  const created = records.map((record) => String(record['created_at']));
  expect(created).toEqual(created.toSorted().toReversed());
  const days = Map.groupBy(created, (at) => at.slice(0, 10));
  expect(days.size).toBeGreaterThan(350);
  expect(days.size).toBeLessThan(700);
  expect(Math.max(...[...days.values()].map(({ length }) => length))).toBeLessThanOrEqual(5);
  expect(records.filter((record) => record['is_archived'] === true)).toHaveLength(25);
  expect(records.filter((record) => record['season_points'] !== null).length).toBeGreaterThan(1_500);

  await client.minutes(10);
  expect(client.emulator.flights.read(4701).record).toMatchObject({ is_archived: true });
});
