import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../emulator/http/digest.ts';
import { clientId, exchange, get, isTaken, obtainCode, openEmulator, refresh } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';

describe('tokens', () => {
  it('are listed by the start of their digest, with their status', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    const { access_token, refresh_token } = emulator.signIn();
    const renewed = (await refresh(emulator, refresh_token)).json();
    const list = () =>
      Object.fromEntries(emulator.tokens.list().items.map(({ fingerprint, status }) => [fingerprint, status]));
    const of = (token: string) => digestOf(token).slice(0, 6);
    expect(list()).toEqual({
      [of(access_token)]: 'live',
      [of(refresh_token)]: 'used',
      [of(renewed.access_token)]: 'live',
      [of(renewed.refresh_token)]: 'live',
    });
    await emulator.clock.advance(900_000);
    expect(list()).toMatchObject({ [of(access_token)]: 'expired', [of(renewed.refresh_token)]: 'live' });
    emulator.consents.revoke({ clientId });
    expect(new Set(Object.values(list()))).toEqual(new Set(['revoked']));
  });

  it('are listed with their status, newest first, and pages continue across an expired token', async () => {
    const emulator = await openEmulator();
    const consents = [emulator.signIn(), emulator.signIn(), emulator.signIn()].map(({ consentId }) => consentId);
    const newest = { kind: 'access', status: 'live', newestFirst: true, limit: 1 } as const;
    const first = emulator.tokens.list(newest);
    expect(first.items.map(({ consentId }) => consentId)).toEqual([consents[2]]);
    emulator.tokens.expire({ consentId: consents[2]! });
    const second = emulator.tokens.list({ ...newest, after: first.next! });
    expect(second.items.map(({ consentId }) => consentId)).toEqual([consents[1]]);
    expect(emulator.consents.list({ newestFirst: true }).items.map(({ id }) => id)).toEqual(consents.toReversed());
  });

  it('never contain a secret', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    const code = await obtainCode(emulator);
    const { access_token, refresh_token } = emulator.signIn();
    const shown = JSON.stringify([
      emulator.tokens.list(),
      emulator.consents.list(),
      emulator.applications.list(),
      emulator.settings.list(),
      emulator.journal.list(),
      emulator.state.export(),
    ]);
    for (const secret of [code, access_token, refresh_token, emulator.controlToken!, ...secretsOf(emulator)]) {
      expect(shown).not.toContain(secret);
    }
  });

  it('expire by kind and consent, live ones only', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    const code = await obtainCode(emulator);
    const [one, other] = [emulator.signIn(), emulator.signIn()];
    expect(emulator.tokens.expire({ consentId: one.consentId, kind: 'access' })).toEqual({ expired: 1 });
    expect([await isTaken(emulator, one.access_token), await isTaken(emulator, other.access_token)]).toEqual([
      false,
      true,
    ]);
    expect(emulator.tokens.expire({ kind: 'code' })).toEqual({ expired: 1 });
    expect((await exchange(emulator, { code })).json()).toMatchObject({ error: 'invalid_grant' });
    expect(emulator.tokens.expire()).toEqual({ expired: 3 });
    expect(emulator.tokens.expire()).toEqual({ expired: 0 });
  });
});

const secretsOf = ({ clients }: { clients: { client_secret: string }[] }) =>
  clients.map(({ client_secret }) => client_secret);

describe('consents', () => {
  it('are revoked by pilot and application; revoked ones stay unchanged', async () => {
    const emulator = await openEmulator();
    const mine = emulator.signIn();
    emulator.signIn({ pilot: 'second' });
    emulator.signIn({ pilot: 'second', clientId: 'logbook-reader-demo' });
    const { items } = emulator.consents.revoke({ pilot: 'second', clientId });
    expect(items).toMatchObject([{ pilot: 'second', clientId, revokedAt: '2026-05-12T12:00:00.000Z' }]);
    expect(emulator.consents.revoke({ pilot: 'second', clientId }).items).toEqual([]);
    expect(await isTaken(emulator, mine.access_token)).toBe(true);
    expect(emulator.consents.list({ pilot: 'second' }).items.map(({ revokedAt }) => revokedAt !== null)).toEqual([
      true,
      false,
    ]);
  });
});

describe('applications and pilots', () => {
  it('can be used once added', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    const redirect_uri = 'http://127.0.0.1:5000/cb';
    const { clientSecret } = emulator.applications.add({
      clientId: 'third',
      redirectUris: ['http://127.0.0.1/cb'],
      writeEnabled: false,
    });
    emulator.pilots.add({ id: 'ann', name: 'Ann' });
    expect(emulator.clients.at(-1)).toEqual({
      client_id: 'third',
      client_secret: clientSecret,
      redirect_uris: ['http://127.0.0.1/cb'],
    });
    const code = await obtainCode(emulator, { client_id: 'third', redirect_uri, login_hint: 'ann' });
    const answer = await exchange(emulator, { code, client_id: 'third', client_secret: clientSecret, redirect_uri });
    const { access_token } = answer.json();
    expect((await upload(emulator, access_token, anyPng())).json()).toEqual({ detail: 'write_not_enabled' });
    emulator.applications.update('third', { writeEnabled: true });
    expect((await upload(emulator, access_token, anyPng())).statusCode).toBe(200);
    expect(emulator.flights.list({ pilot: 'ann' }).items).toHaveLength(1);
  });
});

describe('limits', () => {
  it('fill up and report when they have room again', async () => {
    const emulator = await openEmulator({ minGapMs: 7000 });
    const { access_token } = emulator.signIn({ clientId: 'logbook-reader-demo' });
    for (let count = 0; count < 12; count += 1) {
      await get(emulator, '/api/v1/flights', access_token);
      await emulator.clock.advance(1000);
    }
    expect(emulator.limits.list().items).toMatchObject([
      {
        clientId: 'logbook-reader-demo',
        pilot: 'demo',
        limit: 10,
        windowMs: 60_000,
        used: 10,
        mayRequestAt: '2026-05-12T12:01:00.000Z',
        mayUploadAt: '2026-05-12T12:00:12.000Z',
        lastFlightId: null,
      },
    ]);
    await emulator.clock.advance(49_000);
    expect(emulator.limits.list().items).toMatchObject([{ used: 8, mayRequestAt: '2026-05-12T12:01:01.000Z' }]);
    emulator.applications.update('logbook-reader-demo', { writeEnabled: true });
    await upload(emulator, access_token, anyPng());
    expect(emulator.limits.list().items).toMatchObject([
      { limit: 60, used: 9, lastFlightId: 4700, mayUploadAt: '2026-05-12T12:01:08.000Z' },
    ]);
  });
});

describe('settings', () => {
  it('use a changed seed from then on', async () => {
    const emulator = await openEmulator();
    const drawnWith = (seed: string) => {
      emulator.reset({ slices: ['flights'] });
      emulator.settings.change({ seed });
      return emulator.flights.add({ count: 40 }).items.map(({ needsModerator }) => needsModerator);
    };
    const monday = drawnWith('monday');
    expect(drawnWith('tuesday')).not.toEqual(monday);
    expect(drawnWith('monday')).toEqual(monday);
  });

  it('take effect immediately', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, anyPng());
    emulator.settings.change({ minGapMs: 0, accessLifetimeMs: '1m', nullableAsStrings: true, checkDelayMs: '1s' });
    expect((await upload(emulator, access_token, anyPng(1))).statusCode).toBe(200);
    expect(emulator.signIn().expires_in).toBe(60);
    await emulator.clock.advance(1000);
    expect(emulator.flights.read(4701).record.pax).toBeTypeOf('string');
    expect(emulator.flights.read(4700).record.pax).toBeNull();
  });

  it('accept switches, shares and sizes in shell notation', async () => {
    const emulator = await openEmulator();
    const { items } = emulator.settings.change({ autoConsent: 'on', moderationShare: '0.5', maxFileBytes: '2MiB' });
    const values = Object.fromEntries(items.map(({ name, value, text }) => [name, [value, text]]));
    expect(values).toMatchObject({
      autoConsent: [true, 'on'],
      moderationShare: [0.5, '0.50'],
      maxFileBytes: [2_097_152, '2MiB'],
    });
  });
});
