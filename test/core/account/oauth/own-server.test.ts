// Checks that our own test server detects violations, and rejects in its own way.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { demonstrationApplication } from '../../../../main/core/service/profile.ts';
import { failureOf, setUpAccount, valueOf } from '../account-under-test.ts';
import { startOwnServer, type OwnServer } from '../own-server.ts';

let server: OwnServer;
beforeEach(async () => {
  server = await startOwnServer(demonstrationApplication);
  onTestFinished(() => server.close());
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ask = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init });
const request = new URLSearchParams({
  response_type: 'code',
  client_id: demonstrationApplication.clientId,
  redirect_uri: `http://127.0.0.1:49152${demonstrationApplication.redirectPath}`,
  scope: 'openid',
  state: 's',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
});
const changed = (name: string, value: string | null) => {
  const parameters = new URLSearchParams(request);
  if (value === null) parameters.delete(name);
  else parameters.set(name, value);
  return `/oauth/authorize?${parameters}`;
};

test.each([
  ['a parameter twice', () => ask(`/oauth/authorize?${request}&state=t`), '§3.1'],
  ['a redirect by name', () => ask(changed('redirect_uri', 'http://localhost:1/callback/emulator')), '§7.3'],
  ['no method of the challenge', () => ask(changed('code_challenge_method', null)), 'RFC 7636 §4.3'],
  ['no state', () => ask(changed('state', null)), 'A.5'],
  ['tokens asked for by GET', () => ask('/oauth/token'), '§3.2'],
  ['a token request in JSON', () => ask('/oauth/token', { method: 'POST', body: '{}' }), '§4.1.3'],
  ['a secret in the address', () => ask('/oauth/token?client_secret=x', { method: 'POST', headers: form }), '§2.3.1'],
  [
    'two authentications',
    () =>
      ask('/oauth/token', {
        method: 'POST',
        headers: { ...form, authorization: 'Basic eDp5' },
        body: 'client_secret=x',
      }),
    '§2.3:',
  ],
  ['a token in the address', () => ask('/oauth/userinfo?access_token=x'), 'RFC 6750 §2.1'],
])('it writes %s down as a breach', async (_, wrong, section) => {
  expect((await wrong()).status).toBe(400);
  expect(server.breaches.join()).toContain(section);
});

test('rejects a client by text with a Basic challenge, which the account understands (rule 17)', async () => {
  const { account } = setUpAccount(server.url, { profile: { clientSecret: { from: 'given', value: 'wrong' } } });
  expect(failureOf(await account.signIn())).toMatchObject({ kind: 'application-refused', requiredAction: 'settings' });
  expect(server.breaches).toEqual([]);
});

test('revokes what a code that is used twice had issued (rule 11)', async () => {
  const { account, sent } = setUpAccount(server.url);
  valueOf(await account.signIn());
  const again = sent.find(({ url }) => url.pathname === '/oauth/token')?.form;
  expect((await ask('/oauth/token', { method: 'POST', headers: form, body: `${again}` })).status).toBe(400);
  expect(server.grantsRevoked()).toBe(1);
});
