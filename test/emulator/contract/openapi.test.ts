// The OpenAPI descriptions against the running service, both ways: what is described is served, and what is served is
// described. Errors are tested one by one in errors.test.ts.

import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Emulator, EmulatorMode } from '../../../emulator/emulator.ts';
import { askAbout, authorize, exchange, get, openEmulator } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';
import { complaintsAbout, describedPaths, errorsOf } from './described-answers.ts';
import type { Endpoint } from './described-answers.ts';
import { decide } from './provocations.ts';

const statusesOf = async (mode: EmulatorMode) =>
  Object.entries(await describedPaths(mode)).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
    ),
  );

/** The answer of each endpoint to a valid request. */
const successes: Record<Endpoint, (emulator: Emulator) => Promise<LightMyRequestResponse>> = {
  'POST /oauth/token': async (emulator) => {
    const { access_token, refresh_token } = emulator.signIn();
    expect(access_token).not.toBe(refresh_token);
    return exchange(emulator, { grant_type: 'refresh_token', refresh_token });
  },
  'GET /oauth/authorize': (emulator) => authorize(emulator),
  'POST /oauth/authorize': (emulator) => decide(emulator, 'decision=approve&pilot=demo&scope=openid'),
  'POST /api/v1/flights': (emulator) => upload(emulator, emulator.signIn().access_token, anyPng()),
  'GET /api/v1/flights': (emulator) => read(emulator, '/api/v1/flights'),
  'GET /api/v1/flights/{id}': (emulator) => read(emulator, '/api/v1/flights/4700'),
  'GET /oauth/userinfo': (emulator) => read(emulator, '/oauth/userinfo'),
  'GET /.well-known/oauth-authorization-server': (emulator) =>
    emulator.inject('/.well-known/oauth-authorization-server'),
  'POST /oauth/revoke': (emulator) => askAbout(emulator, '/oauth/revoke'),
  'POST /oauth/introspect': (emulator) => askAbout(emulator, '/oauth/introspect'),
};

async function read(emulator: Emulator, url: string) {
  const { access_token } = emulator.signIn();
  await upload(emulator, access_token, anyPng());
  return get(emulator, url, access_token);
}

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  it('every described response is produced by a test', async () => {
    const met = (
      await Promise.all(
        Object.entries(successes).map(async ([endpoint, ask]) => {
          const [method = '', path = ''] = endpoint.split(' ');
          if ((await describedPaths(mode))[path]?.[method.toLowerCase()] === undefined) return [];
          const answer = await ask(await openEmulator({ mode }));
          expect(await complaintsAbout(answer, endpoint as Endpoint, mode)).toEqual([]);
          return [`${endpoint} ${answer.statusCode}`];
        }),
      )
    ).flat();
    const refused = (await errorsOf(mode)).map(({ at, status }) => `${at} ${status}`);
    const described = await statusesOf(mode);
    const unmet = described.filter((status) => !met.includes(status) && !refused.includes(status));
    expect(unmet).toEqual(['GET /oauth/authorize default', 'POST /oauth/authorize default']);
  });

  it.each(['GET', 'POST'] as const)('%s /oauth/authorize answers an unlisted host with a page', async (method) => {
    const emulator = await openEmulator({ mode });
    const answer = await emulator.inject({ method, url: '/oauth/authorize', headers: { host: 'evil.example' } });
    expect(answer.statusCode).toBe(421);
    expect(await complaintsAbout(answer, `${method} /oauth/authorize`, mode)).toEqual([]);
  });

  it('redirects with a code under auto-consent', async () => {
    const answer = await authorize(await openEmulator({ mode, autoConsent: true }));
    expect(await complaintsAbout(answer, 'GET /oauth/authorize', mode)).toEqual([]);
  });
});
