// The edges of the document: what is served at each address, and nothing else.

import { expect, it } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import { describedPaths } from './described-answers.ts';
import { authorize, openEmulator, sendRequest } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';

const bearerFor = (emulator: Emulator) => ({
  authorization: `Bearer ${emulator.signIn().access_token}`,
});

it.each(['strict', 'extended'] as const)('A19: %s mode answers any other prefix with 404', async (mode) => {
  const emulator = await openEmulator({ mode });
  const headers = bearerFor(emulator);
  const flights = ['/flights', '/api/flights', '/api/v2/flights', '/v1/flights'];
  for (const url of [...flights, '/api/v1/oauth/token', '/v1/oauth/token']) {
    const answer = await emulator.inject({ method: 'POST', url, headers });
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { detail: 'not_found' }]);
  }
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'] as const;
const addresses = ['/oauth/token', '/oauth/authorize', '/oauth/userinfo', '/api/v1/flights', '/api/v1/flights/4700'];

it.each(['strict', 'extended'] as const)('A30: answers an unsupported method with 405 and Allow', async (mode) => {
  const emulator = await openEmulator({ mode });
  const { url } = await emulator.start();
  const described = await describedPaths(mode);
  for (const address of addresses) {
    const served = Object.keys(described[address.replace('4700', '{id}')] ?? {}).map((name) => name.toUpperCase());
    const allowed = [...served, ...(served.includes('GET') ? ['HEAD'] : [])].toSorted();
    for (const method of methods.filter((one) => !allowed.includes(one))) {
      // Over a connection, as not every method can be sent without.
      const asked = await sendRequest(`${url}${address}`, { method });
      // A4: as if there were nothing to read, so all methods are answered alike.
      const isLeftOut = mode === 'strict' && address === '/api/v1/flights';
      const expected = served.length === 0 || isLeftOut ? [404, undefined] : [405, allowed.join(', ')];
      expect([address, method, asked.statusCode, asked.headers.allow]).toEqual([address, method, ...expected]);
    }
  }
});

it('answers HEAD like GET, without a body', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  await upload(emulator, emulator.signIn().access_token, anyPng());
  const control = ['/_emulator/health', '/_emulator/clock', '/_emulator/'];
  for (const address of [...addresses.filter((one) => one !== '/oauth/token'), ...control]) {
    const got = await sendRequest(`${url}${address}`, { method: 'GET' });
    const asked = await sendRequest(`${url}${address}`, { method: 'HEAD' });
    expect([address, asked.statusCode, asked.text]).toEqual([address, got.statusCode, '']);
  }
  const headers = { authorization: `Bearer ${emulator.signIn().access_token}` };
  const flight = { url: '/api/v1/flights/4700', headers };
  const length = (await emulator.inject({ method: 'GET', ...flight })).headers['content-length'];
  const read = await emulator.inject({ method: 'HEAD', ...flight });
  expect([read.statusCode, read.headers['content-length'], read.payload]).toEqual([200, length, '']);
});

it('HEAD grants no consent, even with auto-consent', async () => {
  const emulator = await openEmulator({ autoConsent: true });
  const asked = await authorize(emulator);
  expect(asked.statusCode).toBe(303);
  const before = emulator.state.export();
  const query = new URL(asked.raw.req.url ?? '', 'http://x').search;
  const answer = await emulator.inject({ method: 'HEAD', url: `/oauth/authorize${query}` });
  expect([answer.statusCode, answer.headers.location, emulator.state.export()]).toEqual([200, undefined, before]);
});

it('strict mode serves only the documented endpoints and the consent page', async () => {
  expect(Object.keys(await describedPaths('strict')).toSorted()).toEqual([
    '/api/v1/flights',
    '/oauth/authorize',
    '/oauth/token',
  ]);
  const emulator = await openEmulator({ mode: 'strict' });
  const headers = bearerFor(emulator);
  const absent = [
    ['GET', '/api/v1/flights'],
    ['GET', '/api/v1/flights/4700'],
    ['GET', '/oauth/userinfo'],
    ['POST', '/oauth/revoke'],
    ['POST', '/oauth/introspect'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/api/v1/events'],
    ['POST', '/api/v1/webhooks'],
  ] as const;
  for (const [method, url] of absent) {
    const answer = await emulator.inject({ method, url, headers });
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { detail: 'not_found' }]);
  }
});
