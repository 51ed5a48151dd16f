import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { expect, test } from 'vitest';
import { createAuthorizationRequest } from '../../../../main/core/account/oauth/authorization-request.ts';
import { emulatorProfile } from '../../../../main/core/service/profile.ts';

test('rule 8: the challenge is the one of RFC 7636, appendix B', async () => {
  expect(await calculatePKCECodeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('the address requests what the profile lists, under the profile’s own paths', async () => {
  const profile = {
    ...emulatorProfile('emulator', 'http://127.0.0.1:10'),
    authorizePath: '/consent?brand=a&b',
    clientId: 'a b&c',
    scopes: ['x', 'y'],
  };
  const { address, redirectUri, state, codeVerifier } = await createAuthorizationRequest(profile, 4321);
  const url = new URL(address);
  expect(url.pathname).toBe('/consent');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    brand: 'a',
    b: '',
    response_type: 'code',
    client_id: 'a b&c',
    redirect_uri: 'http://127.0.0.1:4321/callback/emulator',
    scope: 'x y',
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  expect(redirectUri).toBe('http://127.0.0.1:4321/callback/emulator');
  expect(address).not.toContain(codeVerifier);
});
