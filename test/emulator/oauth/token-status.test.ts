// Metadata, revocation and introspection, by third-party clients and by plain requests.

import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { complaintsAbout, fieldNames } from '../contract/described-answers.ts';
import { askAbout, basic, clientId, clientSecret, isTaken, openEmulator, refresh } from '../open-emulator.ts';

const wellKnown = '/.well-known/oauth-authorization-server';
const insecure = { [oauth.allowInsecureRequests]: true };

async function discover(options: EmulatorOptions = {}) {
  const emulator = await openEmulator(options);
  const { url } = await emulator.start();
  const answer = await oauth.discoveryRequest(new URL(url), { algorithm: 'oauth2', ...insecure });
  return { emulator, url, server: await oauth.processDiscoveryResponse(new URL(url), answer) };
}

describe('the metadata', () => {
  it('A31: describes its endpoints so that clients find them', async () => {
    const { emulator, url, server } = await discover({ basicWithoutClientId: true });
    const named = fieldNames('ServerMetadata');
    expect(Object.keys(server)).toEqual(named);
    expect(server).toMatchObject({
      issuer: url,
      token_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_basic']),
    });
    const endpoints = Object.entries(server).filter(([name]) => name.endsWith('_endpoint')) as [string, string][];
    expect(endpoints).toHaveLength(5);
    for (const [name, address] of endpoints) {
      const { statusCode } = await emulator.inject(address.slice(url.length));
      expect([name, statusCode === 404]).toEqual([name, false]);
    }
    const answer = await emulator.inject(wellKnown);
    expect(await complaintsAbout(answer, `GET ${wellKnown}`, 'extended')).toEqual([]);
  });

  it('leaves out Basic where it needs client_id in the form', async () => {
    const { server } = await discover();
    expect(server.token_endpoint_auth_methods_supported).toEqual(['client_secret_post']);
  });

  it('is found by openid-client, also that of a world', async () => {
    const { emulator } = await discover();
    const world = await emulator.worlds.add({ id: 'one' });
    for (const { url } of [emulator, world]) {
      const options: openid.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] };
      const config = await openid.discovery(new URL(url), clientId, clientSecret, undefined, options);
      expect(config.serverMetadata().token_endpoint).toBe(`${url}/oauth/token`);
    }
  });
});

it('A32: revocation ends the consent of a valid token, and answers 200 for any other', async () => {
  const emulator = await openEmulator();
  const revoke = async (token: string, change: Record<string, string> = {}) => {
    const { statusCode, body } = await askAbout(emulator, '/oauth/revoke', { token, ...change });
    expect([statusCode, body]).toEqual([200, '']);
  };
  const other = { client_id: 'logbook-reader-demo', client_secret: emulator.clients[1]?.client_secret ?? '' };
  const first = emulator.signIn();
  const rest = emulator.signIn({ pilot: 'second' });
  await revoke('unknown');
  await revoke(first.access_token, other);
  expect(await isTaken(emulator, first.access_token)).toBe(true);

  await revoke(first.access_token);
  expect(await isTaken(emulator, first.access_token)).toBe(false);
  expect((await refresh(emulator, first.refresh_token)).json().error).toBe('invalid_grant');
  const [consent] = emulator.consents.list().items.filter(({ id }) => id === first.consentId);
  expect(consent?.revokedBecause).toBe('a token was revoked');
  await revoke(first.access_token);

  expect(await isTaken(emulator, rest.access_token)).toBe(true);
  await emulator.clock.advance('16m');
  await revoke(rest.access_token);
  expect((await refresh(emulator, rest.refresh_token)).statusCode).toBe(200);
});

describe('introspection', () => {
  it('A33: describes a valid token of the application, and no other', async () => {
    const emulator = await openEmulator();
    const introspect = async (token: string, change: Record<string, string> = {}) => {
      const answer = await askAbout(emulator, '/oauth/introspect', { token, ...change });
      expect(await complaintsAbout(answer, 'POST /oauth/introspect', 'extended')).toEqual([]);
      expect(answer.headers['cache-control']).toBe('no-store');
      return answer.json();
    };
    const { access_token, refresh_token } = emulator.signIn({ scopes: ['openid'] });
    const nowS = Date.UTC(2026, 4, 12, 12) / 1000;
    const known = { scope: 'openid', client_id: clientId, username: 'Demo Pilot', sub: 'demo', iss: emulator.url };
    const access = { active: true, ...known, token_type: 'Bearer', exp: nowS + 900 };
    expect(await introspect(access_token)).toEqual(access);
    expect(await introspect(refresh_token)).toEqual({ active: true, ...known, exp: nowS + 30 * 24 * 3600 });
    const named = fieldNames('TokenStatus');
    expect(Object.keys(access).toSorted()).toEqual(named.toSorted());

    const other = { client_id: 'logbook-reader-demo', client_secret: emulator.clients[1]?.client_secret ?? '' };
    expect(await introspect(access_token, other)).toEqual({ active: false });
    expect(await introspect('unknown')).toEqual({ active: false });
    await refresh(emulator, refresh_token);
    expect(await introspect(refresh_token)).toEqual({ active: false });
    await emulator.clock.advance('15m');
    expect(await introspect(access_token)).toEqual({ active: false });
  });
});

it.each(['/oauth/revoke', '/oauth/introspect'])(
  'requires a token and the credentials of an application, at %s',
  async (path) => {
    const emulator = await openEmulator();
    const { access_token: token } = emulator.signIn();
    const statusOf = async (...change: [change?: object, headers?: Record<string, string>]) =>
      (await askAbout(emulator, path, { token, ...change[0] }, change[1])).statusCode;
    const without = { client_id: undefined, client_secret: undefined };
    expect(await statusOf({ token: undefined })).toBe(400);
    expect(await statusOf({ token_type_hint: 'refresh_token' })).toBe(200);
    expect(await statusOf({ client_id: undefined })).toBe(401);
    expect(await statusOf({ client_secret: undefined })).toBe(401);
    const authorization = basic(clientId, clientSecret);
    expect(await statusOf({ client_secret: undefined }, { authorization })).toBe(200);
    // A22.
    expect(await statusOf(without, { authorization })).toBe(401);
  },
);
