// The edges of the document: what is served at each address, and nothing else.

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { describedPaths } from './described-answers.ts';
import { authorize, exchange, openEmulator, postForm } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';

const bearerFor = (emulator: Awaited<ReturnType<typeof openEmulator>>) => ({
  authorization: `Bearer ${emulator.signIn().access_token}`,
});

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  it('A19: has one version and answers any other prefix with 404', async () => {
    const emulator = await openEmulator({ mode });
    const headers = bearerFor(emulator);
    for (const url of [
      '/flights',
      '/api/flights',
      '/api/v2/flights',
      '/v1/flights',
      '/api/v1/oauth/token',
      '/v1/oauth/token',
    ]) {
      const answer = await emulator.inject({ method: 'POST', url, headers });
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { detail: 'not_found' }]);
    }
  });
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'] as const;
const addresses = ['/oauth/token', '/oauth/authorize', '/oauth/userinfo', '/api/v1/flights', '/api/v1/flights/4700'];

/** Over a connection, as not every method can be sent without. */
async function statusAndAllow(url: string, method: string) {
  const asking = httpRequest(url, { method });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const { length } = await text(answer);
  return { status: answer.statusCode, allow: answer.headers.allow, length };
}

it.each(['strict', 'extended'] as const)('A30: answers an unsupported method with 405 and Allow', async (mode) => {
  const emulator = await openEmulator({ mode });
  const { url } = await emulator.start();
  const described = await describedPaths(mode);
  for (const address of addresses) {
    const served = Object.keys(described[address.replace('4700', '{id}')] ?? {}).map((name) => name.toUpperCase());
    const allowed = [...served, ...(served.includes('GET') ? ['HEAD'] : [])].toSorted();
    for (const method of methods.filter((one) => !allowed.includes(one))) {
      const asked = await statusAndAllow(`${url}${address}`, method);
      // A4: as if there were nothing to read, so all methods are answered alike.
      const isLeftOut = mode === 'strict' && address === '/api/v1/flights';
      const expected = served.length === 0 || isLeftOut ? [404, undefined] : [405, allowed.join(', ')];
      expect([address, method, asked.status, asked.allow]).toEqual([address, method, ...expected]);
    }
  }
});

it('answers HEAD like GET, without a body', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  await upload(emulator, emulator.signIn().access_token, anyPng());
  const control = ['/_emulator/health', '/_emulator/clock', '/_emulator/'];
  for (const address of [
    '/oauth/authorize',
    '/oauth/userinfo',
    '/api/v1/flights',
    '/api/v1/flights/4700',
    ...control,
  ]) {
    const got = await statusAndAllow(`${url}${address}`, 'GET');
    const asked = await statusAndAllow(`${url}${address}`, 'HEAD');
    expect([address, asked.status, asked.length]).toEqual([address, got.status, 0]);
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
  const emulator = await openEmulator({ mode: 'strict', autoConsent: true });
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
  expect((await authorize(emulator)).statusCode).toBe(303);
  expect((await postForm(emulator, '')).statusCode).toBe(401);
  expect((await exchange(emulator, { code: 'wrong' })).statusCode).toBe(400);
  expect((await upload(emulator, null, anyPng())).statusCode).toBe(401);
});
