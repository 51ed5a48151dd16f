// The emulator's rules for the authorization endpoint, by number.

import { describe, expect, it } from 'vitest';
import { anyCharacter, fc } from '../../support/fast-check.ts';
import { authorizationQuery } from '../../../emulator/oauth/authorize.ts';
import { isRegistered, registrationError } from '../../../emulator/oauth/parameters.ts';
import { openForm } from '../contract/provocations.ts';
import { answerIn, authorize, challenge, obtainCode, openEmulator } from '../open-emulator.ts';

describe('rule 4: the redirect URI equals the registered one, except for a loopback port', () => {
  const registered = ['http://127.0.0.1/callback/emulator', 'https://example.org/cb?x=1', 'http://[::1]:9000/v6'];

  it.each([
    ['http://127.0.0.1/callback/emulator', true],
    ['http://127.0.0.1:1/callback/emulator', true],
    ['http://127.0.0.1:65535/callback/emulator', true],
    ['http://[::1]:4000/v6', true],
    ['https://example.org/cb?x=1', true],
    ['http://127.0.0.1:0/callback/emulator', false],
    ['http://127.0.0.1:65536/callback/emulator', false],
    ['http://127.0.0.1:80x/callback/emulator', false],
    ['http://127.0.0.1/callback/emulator/', false],
    ['http://127.0.0.1/callback/emulator?more=1', false],
    ['http://127.0.0.1/callback/emulator#fragment', false],
    ['http://127.0.0.1/callback/../callback/emulator', false],
    ['http://127.0.0.1/Callback/emulator', false],
    ['http://user@127.0.0.1/callback/emulator', false],
    ['http://127.0.0.1@evil.example/callback/emulator', false],
    ['http://127.0.0.2/callback/emulator', false],
    ['http://localhost/callback/emulator', false],
    ['https://127.0.0.1/callback/emulator', false],
    ['https://example.org:8443/cb?x=1', false],
    ['https://example.org/cb', false],
  ])('%s: %s', (address, expected) => {
    expect(isRegistered(address, registered, { allowLocalhost: false })).toBe(expected);
  });

  it.each(['http://127.0.0.1/cb#', 'https://example.org/#fragment'])('refuses to register %s', (address) => {
    expect(registrationError(address)).toBe('has a fragment');
  });

  it('accepts localhost for 127.0.0.1 only when configured (A2)', async () => {
    const asked = { redirect_uri: 'http://localhost:5000/callback/emulator' };
    expect((await authorize(await openEmulator(), asked)).statusCode).toBe(400);
    expect((await authorize(await openEmulator({ allowLocalhost: true }), asked)).statusCode).toBe(200);
  });
});

describe('rule 5: no redirect when the client or its redirect URI is invalid', () => {
  it.each([
    ['an unknown application', { client_id: 'nobody' }, ''],
    ['no application', { client_id: undefined }, ''],
    ['an application named twice', {}, '&client_id=other'],
    ['an address that is not registered', { redirect_uri: 'http://127.0.0.1:1/other' }, ''],
    ['no address', { redirect_uri: undefined }, ''],
    ['an address given twice', {}, '&redirect_uri=http://evil.example/'],
  ])('%s is answered with a page', async (_name, change, suffix) => {
    const answer = await authorize(await openEmulator({ autoConsent: true }), change, suffix);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.body).toContain('There’s nothing to approve');
  });

  it('shows the unregistered redirect URI as inert text', async () => {
    const { body } = await authorize(await openEmulator(), { redirect_uri: 'http://127.0.0.1:1/<script>' });
    expect(body).toContain('redirect URI: http://127.0.0.1:1/&#60;script&#62;');
  });

  it.each([
    ['no response_type', { response_type: undefined }, '', 'invalid_request'],
    ['an unknown scope', { scope: 'openid flights:delete' }, '', 'invalid_scope'],
    ['a scope given twice', {}, '&scope=openid', 'invalid_request'],
  ])('%s is redirected to the application with error and state', async (_name, change, suffix, error) => {
    const answer = await authorize(await openEmulator({ autoConsent: true }), change, suffix);
    expect(answer.statusCode).toBe(303);
    expect(Object.fromEntries(answerIn(answer))).toMatchObject({ error, state: 'a-state' });
    expect(answerIn(answer).has('code')).toBe(false);
  });
});

describe('rule 7: state is returned byte for byte', () => {
  it.each(['%20', '+', 'a%2Bb', '%ff%00', 'ä', '%E4%BD%A0', '()*~!', '%26code%3Dfake', 'a=b=c'])('%s', async (raw) => {
    const emulator = await openEmulator({ autoConsent: true });
    const location = String((await authorize(emulator, { state: undefined }, `&state=${raw}`)).headers.location);
    expect(/[?&]state=([^&]*)/.exec(location)?.[1]).toBe(raw === 'ä' ? '%C3%A4' : raw);
  });

  it('holds for any text', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: anyCharacter }), async (state) => {
        expect(answerIn(await authorize(emulator, { state })).get('state')).toBe(state);
      }),
      { numRuns: 50 },
    );
  });

  it('is found under a percent-encoded name', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    const { headers } = await authorize(emulator, { state: undefined }, '&state=&?state=x&st%61te=%7e+a%2F');
    expect(headers.location).toContain('&state=%7e+a%2F&iss=');
  });

  it('is omitted when it was not sent or was sent twice', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    expect(answerIn(await authorize(emulator, { state: undefined })).has('state')).toBe(false);
    const twice = answerIn(await authorize(emulator, {}, '&state=other'));
    expect(twice.get('error')).toBe('invalid_request');
    expect(twice.has('state')).toBe(false);
  });
});

it.each([
  ['no method, which means plain', { code_challenge_method: undefined }],
  ['plain', { code_challenge_method: 'plain' }],
  ['another spelling', { code_challenge_method: 's256' }],
  ['a challenge that is not a digest', { code_challenge: 'short' }],
  ['a padded challenge', { code_challenge: `${challenge}=` }],
])('rule 8: PKCE with S256 only: %s is refused', async (_name, change) => {
  const answer = await authorize(await openEmulator({ autoConsent: true }), change);
  expect(answerIn(answer).get('error')).toBe('invalid_request');
});

describe('rule 13: each parameter is given once; unknown and empty ones are ignored', () => {
  it.each(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'login_hint'])(
    'refuses %s given twice',
    async (name) => {
      const emulator = await openEmulator({ autoConsent: true });
      const answer = await authorize(emulator, { [name]: 'x' }, `&${name}=y`);
      expect(answerIn(answer).get('error')).toBe('invalid_request');
    },
  );

  it('ignores unknown and empty ones', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    expect(answerIn(await authorize(emulator, { nonce: 'x', prompt: 'none' })).has('code')).toBe(true);
    const empty = answerIn(await authorize(emulator, { state: '', login_hint: '' }));
    expect([empty.has('code'), empty.has('state')]).toEqual([true, false]);
    for (const [name, error] of [
      ['response_type', 'invalid_request'],
      ['scope', 'invalid_scope'],
      ['code_challenge', 'invalid_request'],
    ] as const) {
      expect(answerIn(await authorize(emulator, { [name]: '' })).get('error')).toBe(error);
    }
  });
});

it('rule 28: the response contains the issuer, on errors too', async () => {
  const emulator = await openEmulator({ autoConsent: true });
  const { url } = await emulator.start();
  expect(answerIn(await authorize(emulator)).get('iss')).toBe(url);
  expect(answerIn(await authorize(emulator, { scope: undefined })).get('iss')).toBe(url);
});

describe('rule 31: the consent page', () => {
  it('cannot be framed, sends no referrer, has no scripts and is not cached', async () => {
    const { headers, body } = await authorize(await openEmulator());
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(body).not.toMatch(/<script|\son\w+=|https?:\/\/(?!127)/i);
  });

  it('names the application, the scopes and the pilot', async () => {
    const { body } = await authorize(await openEmulator(), { login_hint: 'second' });
    for (const message of ['Pilot Companion', 'Read your flights', 'Demo Pilot', 'Second Pilot', '127.0.0.1:49152']) {
      expect(body).toContain(message);
    }
    expect(body).toMatch(/value="second" required checked/);
  });

  it('escapes all input from the request', async () => {
    const { body } = await authorize(await openEmulator(), { state: '"><script>alert(1)</script>' });
    expect(body).not.toContain('<script');
  });

  it('redirects an approval with 303 and the scopes left selected', async () => {
    const emulator = await openEmulator();
    const post = await openForm(emulator);
    const answer = await post('form_token=TOKEN&decision=approve&pilot=second&scope=openid&scope=flights:read');
    expect(answer.statusCode).toBe(303);
    expect(answerIn(answer).get('code')).toMatch(/^ac_/);
    expect(emulator.consents.list().items).toMatchObject([{ pilot: 'second', scopes: ['openid', 'flights:read'] }]);
  });

  it.each([
    ['without the form token', 'decision=approve&pilot=demo&scope=openid', {}],
    ['with a wrong one', 'form_token=wrong&decision=approve&pilot=demo&scope=openid', {}],
    ['without the cookie', 'form_token=TOKEN&decision=approve&pilot=demo&scope=openid', { cookie: '' }],
    [
      'from another site',
      'form_token=TOKEN&decision=approve&pilot=demo&scope=openid',
      { 'sec-fetch-site': 'cross-site' },
    ],
    ['as an unknown pilot', 'form_token=TOKEN&decision=approve&pilot=nobody&scope=openid', {}],
    ['without a decision', 'form_token=TOKEN&pilot=demo&scope=openid', {}],
  ])('rejects a decision %s', async (_name, body, headers) => {
    const emulator = await openEmulator();
    const answer = await (await openForm(emulator))(body, headers);
    expect(answer.statusCode).toBe(400);
    expect(emulator.consents.list().items).toEqual([]);
  });
});

it('an authorization request needs exactly the parameters described as required', async () => {
  const emulator = await openEmulator({ autoConsent: true });
  const parameters = Object.entries(authorizationQuery.shape);
  expect(parameters).toHaveLength(8);
  for (const [name, schema] of parameters) {
    const answer = await authorize(emulator, { [name]: undefined });
    const isGranted = answer.statusCode === 303 && answerIn(answer).has('code');
    expect([name, isGranted]).toEqual([name, schema.safeParse(undefined).success]);
  }
});

it('auto-consent approves as the first pilot, or as the one hinted at', async () => {
  const emulator = await openEmulator({ autoConsent: true });
  expect(await obtainCode(emulator)).toMatch(/^ac_/);
  await obtainCode(emulator, { login_hint: 'second' });
  expect(emulator.consents.list().items.map(({ pilot }) => pilot)).toEqual(['demo', 'second']);
});

const strict = { allowLocalhost: false };

it('a change of any character other than the port of a loopback URI matches nothing', () => {
  const registered = 'http://127.0.0.1/callback/emulator';
  const requested = 'http://127.0.0.1:5000/callback/emulator';
  const change = fc.tuple(fc.nat({ max: requested.length }), fc.nat({ max: 2 }), fc.string({ maxLength: 2 }));
  fc.assert(
    fc.property(change, ([at, without, instead]) => {
      const changed = requested.slice(0, at) + instead + requested.slice(at + without);
      const isPortOnly = /^http:\/\/127\.0\.0\.1(?::\d{1,5})?\/callback\/emulator$/.test(changed);
      expect(isRegistered(changed, [registered], strict) && !isPortOnly).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
