// Sign-in with PKCE in a test, without a browser: with autoConsent the authorization endpoint redirects immediately.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createEmulator } from '../../emulator.ts';
import { application, requestTokens } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual', autoConsent: true });
const { url } = await emulator.start();
const redirect_uri = 'http://127.0.0.1:5000/callback/emulator';

async function requestCode(verifier: string): Promise<string> {
  const state = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: application.client_id,
    redirect_uri,
    scope: 'openid profile flights:read flights:write',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const answer = await fetch(`${url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '').searchParams;
  assert.equal(back.get('state'), state);
  return back.get('code') ?? '';
}
const exchange = (code: string, code_verifier: string) =>
  requestTokens(url, { grant_type: 'authorization_code', code, redirect_uri, code_verifier });

const verifier = randomBytes(32).toString('base64url');
const [status, tokens] = await exchange(await requestCode(verifier), verifier);
assert.equal(status, 200);

// openid brings no id_token, because the service does not document one: /oauth/userinfo returns who signed in.
assert.equal('id_token' in tokens, false);
const headers = { authorization: `Bearer ${tokens.access_token}` };
const profile = (await (await fetch(`${url}/oauth/userinfo`, { headers })).json()) as { sub: string };
assert.equal(profile.sub, 'demo');

const [refused, { error }] = await exchange(await requestCode(verifier), randomBytes(32).toString('base64url'));
assert.deepEqual([refused, error], [400, 'invalid_grant']);
console.log('sign-in without a browser: signed in as demo');
