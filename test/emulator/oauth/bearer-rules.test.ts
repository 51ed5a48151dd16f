// The rules for bearer tokens at the API, by number.

import { describe, expect, it } from 'vitest';
import { get, openEmulator } from '../open-emulator.ts';

describe('rule 29: bearer in the header', () => {
  it('accepts the header in any case, and no token in the URL', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    const answer = await emulator.inject({
      url: '/oauth/userinfo',
      headers: { authorization: `bEaReR ${access_token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect((await emulator.inject(`/oauth/userinfo?access_token=${access_token}`)).statusCode).toBe(401);
  });

  it('refuses a token in a form, which RFC 6750 §2.2 would allow', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    const answer = await emulator.inject({
      method: 'POST',
      url: '/api/v1/flights',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `access_token=${access_token}`,
    });
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'unauthorized' }]);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer  a b',
    'Bearer a,b',
    'Basic TOKEN',
    'Token TOKEN',
    'Bearer\tTOKEN',
    'TOKEN',
    'Bearer "TOKEN"',
  ])('refuses the header “%s”', async (text) => {
    const emulator = await openEmulator();
    const authorization = text.replace('TOKEN', emulator.signIn().access_token);
    const answer = await emulator.inject({ url: '/oauth/userinfo', headers: { authorization } });
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'unauthorized' }]);
  });
});

describe('rule 30: both modes send the challenge', () => {
  it.each(['extended', 'strict'] as const)('in %s mode sends the challenge', async (mode) => {
    const emulator = await openEmulator({ mode });
    const { access_token } = emulator.signIn({ scopes: ['openid'] });
    const ask = (headers: Record<string, string>) =>
      emulator.inject({ method: 'POST', url: '/api/v1/flights', headers });
    const none = await ask({});
    const wrong = await ask({ authorization: 'Bearer wrong' });
    const narrow = await ask({ authorization: `Bearer ${access_token}` });
    const challenges = [none, wrong, narrow].map(({ headers }) => headers['www-authenticate']);
    expect(challenges).toEqual([
      'Bearer realm="Pilot Flight Service"',
      'Bearer realm="Pilot Flight Service", error="invalid_token"',
      'Bearer realm="Pilot Flight Service", error="insufficient_scope", scope="flights:write"',
    ]);
  });

  it('sends the challenge for reads too, with the missing scope', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn({ scopes: ['flights:write'] });
    const challengeAt = async (url: string) => (await get(emulator, url, access_token)).headers['www-authenticate'];
    const message = 'Bearer realm="Pilot Flight Service", error="insufficient_scope"';
    expect(await challengeAt('/api/v1/flights')).toBe(`${message}, scope="flights:read"`);
    expect(await challengeAt('/api/v1/flights/4700')).toBe(`${message}, scope="flights:read"`);
    expect(await challengeAt('/oauth/userinfo')).toBe(`${message}, scope="openid"`);
  });
});
