// Hints about rejected sign-ins that were nearly right.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import {
  authorize,
  basic,
  challenge,
  clientId,
  clientSecret,
  exchange,
  obtainCode,
  openEmulator,
  redirectUri,
  refresh,
  verifier,
} from '../open-emulator.ts';
import { lastEntry } from './last-entry.ts';

const hintOf = (emulator: Emulator) => lastEntry(emulator).hint;
const open = () => openEmulator({ autoConsent: true });

describe('the hint for an authorization request', () => {
  it.each([
    ['redirect_uri', 'http://127.0.0.1:5/callback', 'redirect_uri differs in the path'],
    ['redirect_uri', 'http://127.0.0.1:5/callback/emulator/', 'redirect_uri differs only in a trailing slash'],
    ['redirect_uri', 'http://127.0.0.1:5/Callback/emulator', 'redirect_uri differs in the case of the path'],
    ['redirect_uri', 'http://localhost:5/callback/emulator', 'redirect_uri has localhost instead of 127.0.0.1'],
    ['redirect_uri', 'http://[::1]:5/callback/emulator', 'redirect_uri differs in the host'],
    ['redirect_uri', 'https://127.0.0.1:5/callback/emulator', 'redirect_uri differs in the scheme'],
    ['redirect_uri', 'http://127.0.0.1:5/callback/emulator?a=b', 'redirect_uri differs in the query'],
    ['redirect_uri', 'http://127.0.0.1:5/callback/emulator#a', 'redirect_uri has a fragment'],
    ['redirect_uri', ' http://127.0.0.1/callback/emulator', 'redirect_uri has surrounding whitespace'],
    ['redirect_uri', encodeURIComponent('http://127.0.0.1/callback/emulator'), 'redirect_uri is percent-encoded twice'],
    ['redirect_uri', 'callback', 'redirect_uri is not a URL'],
    ['redirect_uri', 'https://other.example/elsewhere?x', null],
    ['client_id', 'Pilot-Companion-Demo', `client_id differs from ${clientId} in case`],
    ['client_id', `${clientId} `, 'client_id has surrounding whitespace'],
    ['client_id', clientSecret, 'client_id is the secret of an application'],
    ['client_id', 'somebody', null],
    ['client_id', undefined, 'client_id is missing'],
    ['scope', 'openid,profile', 'scope is separated by commas; use spaces'],
    ['scope', 'OpenID profile', 'scope differs in case'],
    ['scope', 'everything', null],
    ['code_challenge_method', 'plain', 'code_challenge_method is plain; only S256 is supported'],
    ['code_challenge_method', undefined, 'code_challenge_method is missing, which means plain; only S256 is supported'],
    ['code_challenge_method', 's256', 'code_challenge_method differs from S256 in case or whitespace'],
    [
      'code_challenge',
      createHash('sha256').update(verifier).digest('hex'),
      'code_challenge is hex; base64url is expected',
    ],
    [
      'code_challenge',
      createHash('sha256').update(verifier).digest('base64'),
      'code_challenge is base64; base64url without padding is expected',
    ],
    ['code_challenge', 'short', 'code_challenge has 5 characters; an S256 challenge has 43'],
  ])('%s %s', async (name, value, hint) => {
    const emulator = await open();
    await authorize(emulator, { [name]: value });
    expect(hintOf(emulator)).toBe(hint);
  });
});

describe('the hint for an exchange', () => {
  it.each([
    ['redirect_uri', redirectUri.replace('49152', '49153'), 'redirect_uri differs in the port'],
    ['redirect_uri', `${redirectUri}/`, 'redirect_uri differs only in a trailing slash'],
    ['code_verifier', undefined, 'code_verifier is missing'],
    ['code_verifier', challenge, 'code_verifier is the challenge itself'],
    ['code_verifier', 'short', 'code_verifier is too short: 5 characters, at least 43'],
    ['code_verifier', 'x'.repeat(129), 'code_verifier is too long: 129 characters, at most 128'],
    ['code_verifier', `${'x'.repeat(50)}+`, 'code_verifier has invalid characters (RFC 7636 §4.1)'],
    ['code_verifier', `${verifier} `, 'code_verifier has surrounding whitespace'],
    ['code_verifier', createHash('sha256').update(verifier).digest('hex'), 'code_verifier is its own hash, in hex'],
    ['code_verifier', 'x'.repeat(43), null],
    ['client_secret', ` ${clientSecret}`, 'client_secret has surrounding whitespace'],
    ['client_secret', `"${clientSecret}"`, 'client_secret has surrounding quotes'],
    ['client_secret', 'reader-secret-for-the-emulator-only', 'client_secret is that of logbook-reader-demo'],
    ['client_secret', clientId, 'client_secret is the client_id'],
    ['client_secret', 'wrong', null],
    ['grant_type', 'Authorization_Code', 'grant_type differs in case or whitespace'],
  ])('%s %s', async (name, value, hint) => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    await exchange(emulator, { code, [name]: value });
    expect(hintOf(emulator)).toBe(hint);
    // Looking for the mistake did not change anything.
    expect((await exchange(emulator, { code })).statusCode).toBe(200);
  });

  it('recognizes a challenge computed from a hex digest', async () => {
    const emulator = await open();
    const hex = createHash('sha256').update(verifier).digest('hex');
    const code = await obtainCode(emulator, { code_challenge: createHash('sha256').update(hex).digest('base64url') });
    await exchange(emulator, { code });
    expect(hintOf(emulator)).toMatch(/^the challenge was computed from the hex digest/);
  });

  it('recognizes a secret encoded twice, in the form and by Basic', async () => {
    const emulator = await open();
    emulator.applications.update(clientId, { clientSecret: 'a+b c%' });
    await refresh(emulator, 'x', { client_secret: encodeURIComponent('a+b c%') });
    expect(hintOf(emulator)).toBe('client_secret is percent-encoded twice');
    await exchange(
      emulator,
      { client_id: undefined, client_secret: undefined, code: 'x' },
      { authorization: basic(clientId, 'A+b c%') },
    );
    expect(lastEntry(emulator)).toMatchObject({ clientId, hint: null });
  });

  it('recognizes a code or token of another kind or application, or with extra characters', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const { access_token, refresh_token } = emulator.signIn();
    const other = emulator.signIn({ clientId: 'logbook-reader-demo' });
    const asOther = { client_id: 'logbook-reader-demo', client_secret: 'reader-secret-for-the-emulator-only' };
    const hints: (string | null)[] = [];
    const note = async (asked: Promise<unknown>) => {
      await asked;
      hints.push(hintOf(emulator));
    };
    await note(exchange(emulator, { code, ...asOther }));
    await note(exchange(emulator, { code: refresh_token }));
    await note(exchange(emulator, { code: ` ${code}` }));
    await note(exchange(emulator, { code: 'x' }));
    await note(refresh(emulator, access_token));
    await note(refresh(emulator, other.refresh_token));
    await note(refresh(emulator, `"${refresh_token}"`));
    expect(hints).toEqual([
      `code belongs to ${clientId}`,
      'code is a refresh token',
      'code has surrounding whitespace',
      null,
      'refresh_token is an access token',
      'refresh_token belongs to logbook-reader-demo',
      'refresh_token has surrounding quotes',
    ]);
  });
});

it.each([
  [(token: string) => token, 'the header must begin with Bearer and a space'],
  [(token: string) => `Bearer: ${token}`, 'the header must begin with Bearer and a space'],
  [(token: string) => `Bearer "${token}"`, 'access_token has surrounding quotes'],
  [() => 'Basic YTpi', 'Basic is for the token endpoint; the API expects Bearer'],
  [() => 'Bearer', 'the token is missing'],
])('recognizes an almost valid bearer header', async (header, hint) => {
  const emulator = await openEmulator();
  const { access_token } = emulator.signIn();
  await emulator.inject({ url: '/api/v1/flights', headers: { authorization: header(access_token) } });
  expect(lastEntry(emulator)).toMatchObject({ status: 401, hint });
});

it('recognizes a token of the wrong kind, or in the URL', async () => {
  const emulator = await openEmulator();
  const { refresh_token } = emulator.signIn();
  await emulator.inject({ url: '/api/v1/flights', headers: { authorization: `Bearer ${refresh_token}` } });
  expect(hintOf(emulator)).toBe('access_token is a refresh token');
  await emulator.inject('/api/v1/flights?access_token=x');
  expect(hintOf(emulator)).toBe('the token is in the URL; send it in the Authorization header');
});
