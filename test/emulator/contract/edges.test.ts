// Where the document ends: what stands under which address, and that nothing else does.

import { describe, expect, it } from 'vitest';
import { describedPaths } from './described-answers.ts';
import { authorize, exchange, openEmulator, postForm } from '../open-emulator.ts';
import { anyPng, upload } from '../pictures.ts';

const bearerFor = (emulator: Awaited<ReturnType<typeof openEmulator>>) => ({
  authorization: `Bearer ${emulator.signIn().access_token}`,
});

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  it('the documented paths follow the base address, with their prefix or without', async () => {
    const emulator = await openEmulator({ mode });
    const { url } = await emulator.start();
    expect(new URL(url).pathname).toBe('/');
    const headers = bearerFor(emulator);
    const body = new FormData();
    body.set('report', new File([new Uint8Array(anyPng())], 'report.png'));
    expect((await fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body })).status).toBe(200);
    const form = new URLSearchParams({ grant_type: 'refresh_token' });
    expect((await fetch(`${url}/oauth/token`, { method: 'POST', body: form })).status).toBe(401);
  });

  it('A19: there is one version, and any other prefix is 404', async () => {
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

it('in strict mode nothing but the documented endpoints and the consent page is there', async () => {
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
