import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import {
  createAuthorizationRequest,
  readPastedRedirect,
} from '../../../../main/core/account/oauth/authorization-request.ts';
import { emulatorProfile } from '../../../../main/core/service/profile.ts';
import { anyWebUrl, fc } from '../../../support/fast-check.ts';

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

describe('a pasted address', async () => {
  const request = await createAuthorizationRequest(emulatorProfile('emulator', 'http://127.0.0.1:10'), 4321);
  const answer = `http://127.0.0.1:4321/callback/emulator?code=ac_1&state=${request.state}`;

  test.each([
    answer,
    `  ${answer}\n`,
    `"${answer}"`,
    `<${answer}>`,
    answer.replace('http://', ''),
    `${answer.slice(0, 60)}\r\n    ${answer.slice(60)}`,
  ])('is read as it was copied: %j', (text) => {
    expect(readPastedRedirect(request, text)).toMatchObject({ ok: true });
  });

  test.each<[string, (url: URL) => unknown, string]>([
    ['another path', (url) => (url.pathname = '/other'), 'failure.pastedAddressWrong'],
    ['no answer', (url) => (url.search = ''), 'failure.pastedAddressWrong'],
    ['another state', (url) => url.searchParams.set('state', 'x'), 'failure.pastedAddressOfOther'],
    ['another port', (url) => (url.port = '1'), 'failure.pastedAddressOfOther'],
  ])('with %s is not the answer of this sign-in', (_, change, id) => {
    const url = new URL(answer);
    change(url);
    expect(readPastedRedirect(request, url.href)).toMatchObject({ ok: false, failure: { message: { id } } });
  });

  test('only text with the state of this sign-in is accepted as its answer, and nothing throws', () => {
    const other = fc.tuple(anyWebUrl, fc.string()).map(([url, end]) => url + end);
    const near = fc.string().map((state) => answer.replace(request.state, encodeURIComponent(state)));
    fc.assert(
      fc.property(fc.oneof(fc.string(), other, near), (text) => {
        expect(readPastedRedirect(request, text)).toMatchObject({ ok: false, failure: { kind: 'wrong-input' } });
      }),
    );
  });
});
