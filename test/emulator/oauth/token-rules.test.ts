// The rules of the sign-in that an emulator keeps for every request to its token endpoint, by their numbers: its form, who
// asks, and what an answer carries (A17, A20). Codes, renewals and secrets have files of their own beside this one.

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  basic,
  clientId,
  clientSecret,
  exchange,
  obtainCode,
  openEmulator,
  postForm,
  redirectUri,
  refresh,
  verifier,
} from '../open-emulator.ts';
import { provocations } from '../contract/provocations.ts';
import { readBasic } from '../../../emulator/http/basic-auth.ts';

const open = () => openEmulator({ autoConsent: true });

it('exchanges a code for a token response exactly as documented', async () => {
  const emulator = await open();
  const answer = await exchange(emulator, { code: await obtainCode(emulator) });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    access_token: expect.stringMatching(/^[A-Za-z0-9_-]{40,}$/),
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{40,}$/),
    scope: 'openid profile flights:read flights:write',
  });
});

describe('rule 12: a form in the body, by POST, and nothing in the URL', () => {
  it('refuses a JSON body', async () => {
    const emulator = await open();
    const answer = await emulator.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret },
    });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it.each(['', 'multipart/form-data; boundary=x', 'text/plain'])('refuses the type “%s”', async (type) => {
    const answer = await postForm(await open(), 'grant_type=refresh_token', { 'content-type': type });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it('accepts the type with a charset', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const type = 'application/x-www-form-urlencoded; charset=UTF-8';
    expect((await exchange(emulator, { code }, { 'content-type': type })).statusCode).toBe(200);
  });

  it.each(['client_secret=x', 'grant_type=refresh_token', 'code=x'])('refuses ?%s', async (query) => {
    const answer = await (
      await open()
    ).inject({
      method: 'POST',
      url: `/oauth/token?${query}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'])(
    'refuses %s and names the supported method',
    async (method) => {
      const asking = httpRequest(`${(await (await open()).start()).url}/oauth/token?x`, { method });
      asking.end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
      expect(await json(answer)).toMatchObject({ error: 'invalid_request' });
    },
  );

  it('refuses HEAD with headers only', async () => {
    const answer = await (await open()).inject({ method: 'HEAD', url: '/oauth/token' });
    expect([answer.statusCode, answer.headers.allow, answer.payload]).toEqual([405, 'POST', '']);
  });

  it.each([
    [65_536, {}],
    [500, { maxFormBytes: 500 }],
  ])('A25: refuses an oversized form, and accepts one byte less', async (mostBytes, options) => {
    const emulator = await openEmulator(options);
    const { refresh_token } = emulator.signIn();
    const body = `grant_type=refresh_token&client_id=${clientId}&client_secret=${clientSecret}&refresh_token=${refresh_token}&x=`;
    const long = await postForm(emulator, body.padEnd(mostBytes + 1, 'x'));
    expect([long.statusCode, long.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: `The form exceeds ${mostBytes} bytes.` },
    ]);
    expect((await postForm(emulator, body.padEnd(mostBytes, 'x'))).statusCode).toBe(200);
  });

  it('refuses an oversized form at the consent page', async () => {
    const answer = await (
      await openEmulator()
    ).inject({
      method: 'POST',
      url: '/oauth/authorize',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'x'.repeat(70_000),
    });
    expect([answer.statusCode, answer.body.includes('The form exceeds 65536 bytes.')]).toEqual([400, true]);
  });

  it.each(['grant_type', 'code', 'redirect_uri'])('refuses an exchange without %s', async (name) => {
    const emulator = await open();
    const answer = await exchange(emulator, { code: await obtainCode(emulator), [name]: undefined });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it('refuses a refresh without a token', async () => {
    expect((await refresh(await open(), '')).json().error).toBe('invalid_request');
  });
});

describe('rule 13: each parameter is given once; unknown and empty ones are ignored', () => {
  it.each(['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier'])(
    'refuses %s given twice',
    async (name) => {
      const emulator = await open();
      const code = await obtainCode(emulator);
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        code,
      });
      body.append(name, body.get(name) ?? '');
      const answer = await postForm(emulator, body.toString());
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
      expect((await exchange(emulator, { code })).statusCode).toBe(200);
    },
  );

  it.each(['refresh_token', 'scope'])('refuses %s given twice and leaves the token valid', async (name) => {
    const emulator = await open();
    const { refresh_token } = emulator.signIn();
    const given = { client_id: clientId, client_secret: clientSecret, refresh_token, scope: 'openid' };
    const body = new URLSearchParams({ grant_type: 'refresh_token', ...given });
    body.append(name, given[name as keyof typeof given]);
    expect((await postForm(emulator, body.toString())).json().error).toBe('invalid_request');
    expect((await refresh(emulator, refresh_token)).statusCode).toBe(200);
  });

  it('ignores unknown and empty ones', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    expect((await exchange(emulator, { code, audience: 'x', scope: '', refresh_token: '' })).statusCode).toBe(200);
    expect((await exchange(emulator, { code: '' })).json().error).toBe('invalid_request');
  });
});

describe('rule 14: one method of client authentication', () => {
  it('refuses a secret both in the form and by Basic', async () => {
    const emulator = await open();
    const answer = await exchange(emulator, { code: 'x' }, { authorization: basic(clientId, clientSecret) });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it('accepts Basic with or without the same ID in the form, and refuses a different one', async () => {
    const emulator = await open();
    const authorization = basic(clientId, clientSecret);
    const ask = async (id: string | undefined) =>
      exchange(
        emulator,
        { code: await obtainCode(emulator), client_secret: undefined, client_id: id },
        { authorization },
      );
    expect((await ask(clientId)).statusCode).toBe(200);
    expect((await ask(undefined)).statusCode).toBe(200);
    expect((await ask('logbook-reader-demo')).json().error).toBe('invalid_request');
  });

  it.each([
    ['strict', undefined, 401],
    ['strict', true, 200],
    ['extended', undefined, 200],
    ['extended', false, 401],
  ] as const)(
    'A22: in %s mode with basicWithoutClientId %s, Basic alone is answered with %i',
    async (mode, basicWithoutClientId, status) => {
      const emulator = await openEmulator({
        mode,
        ...(basicWithoutClientId !== undefined && { basicWithoutClientId }),
      });
      const { refresh_token } = emulator.signIn();
      const headers = { authorization: basic(clientId, clientSecret) };
      const form = `grant_type=refresh_token&refresh_token=${refresh_token}`;
      const alone = await postForm(emulator, form, headers);
      expect([
        alone.statusCode,
        alone.json().error,
        String(alone.headers['www-authenticate']).startsWith('Basic '),
      ]).toEqual(status === 200 ? [200, undefined, false] : [401, 'invalid_client', true]);
      const other = emulator.signIn().refresh_token;
      const both = `grant_type=refresh_token&refresh_token=${other}&client_id=${clientId}`;
      expect((await postForm(emulator, both, headers)).statusCode).toBe(200);
    },
  );

  it.each([
    ['/oauth/token', basic(clientId, clientSecret), { error: 'invalid_client' }],
    ['/api/v1/flights', 'Bearer', { detail: 'unauthorized' }],
  ])('refuses two Authorization headers at %s', async (path, authorization, body) => {
    const emulator = await open();
    const { access_token, refresh_token } = emulator.signIn();
    const one = authorization === 'Bearer' ? `Bearer ${access_token}` : authorization;
    const asking = httpRequest(`${(await emulator.start()).url}${path}`, {
      method: 'POST',
      headers:
        `host: x|content-type: application/x-www-form-urlencoded|authorization: ${one}|authorization: Bearer other`
          .split('|')
          .flatMap((line) => line.split(': ')),
    });
    asking.end(`grant_type=refresh_token&refresh_token=${refresh_token}`);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    expect(await json(answer)).toMatchObject(body);
  });
});

describe('rule 15: Basic is form-encoded; other encodings are accepted too', () => {
  const secret = 'p-w_d.1+2%3A:z ~%';
  const forms = {
    'form-encoded, as RFC 6749 says': (text: string) => new URLSearchParams({ x: text }).toString().slice('x='.length),
    'percent-encoded': encodeURIComponent,
    'percent-encoded with the plus left alone': (text: string) => encodeURIComponent(text).replaceAll('%2B', '+'),
    'as it stands': (text: string) => text,
  };

  it.each(Object.entries(forms))('%s, in the ID and in the secret', async (_name, encode) => {
    const emulator = await open();
    const id = 'c-l_i.e+n%t:1';
    emulator.applications.add({ clientId: id, clientSecret: secret, redirectUris: [redirectUri] });
    const { refresh_token } = emulator.signIn({ clientId: id });
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString();
    const ask = (given: string) => postForm(emulator, body, { authorization: basic(encode(id), encode(given)) });
    expect((await ask(`${secret}x`)).json().error).toBe('invalid_client');
    expect((await ask(secret)).statusCode).toBe(200);
  });

  it('finds ID and secret in every encoding', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(text, text, fc.constantFrom(...Object.values(forms)), (id, secret, encode) => {
        // As it stands, an id with many colons could be split in many places: RFC 7617 forbids even one.
        fc.pre(id.split(':').length < 6);
        expect(readBasic(basic(encode(id), encode(secret)))).toContainEqual([id, secret]);
      }),
    );
  });

  it('reads the example of RFC 6749 §2.3.1', () => {
    expect(readBasic('Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW')).toEqual([['s6BhdRkqt3', 'gX1fBat3bV']]);
  });
});

it.each([
  ['a wrong secret', basic(clientId, 'wrong')],
  ['an unknown id', basic('nobody', clientSecret)],
  ['no colon', `Basic ${Buffer.from('nothing').toString('base64')}`],
  ['no base64', 'Basic %%%'],
  ['another scheme', 'Bearer abc'],
])('rule 17: Basic with %s returns 401 invalid_client with a Basic challenge', async (_name, authorization) => {
  const answer = await exchange(await open(), { code: 'x', client_secret: undefined }, { authorization });
  expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
});

it.each([
  ['a wrong secret', { client_secret: 'wrong' }],
  ['no secret', { client_secret: undefined }],
  ['a wrong id', { client_id: 'nobody' }],
  ['no id', { client_id: undefined }],
])('the form with %s returns 401 invalid_client without a challenge', async (_name, change) => {
  const answer = await exchange(await open(), { code: 'x', ...change });
  expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  expect(answer.json().error_description).toBeTypeOf('string');
  expect(answer.headers['www-authenticate']).toBeUndefined();
});

describe('rule 19: every response of the token endpoint is JSON and is not cached', () => {
  const headersOf = ({ headers }: Awaited<ReturnType<typeof postForm>>) => [
    headers['cache-control'],
    headers['pragma'],
    headers['content-type'],
  ];
  const expected = ['no-store', 'no-cache', expect.stringMatching(/^application\/json\b/)];

  it('with tokens, for either grant', async () => {
    const emulator = await open();
    const exchanged = await exchange(emulator, { code: await obtainCode(emulator) });
    expect(headersOf(exchanged)).toEqual(expected);
    expect(headersOf(await refresh(emulator, exchanged.json().refresh_token))).toEqual(expected);
  });

  it.each(provocations.filter(({ at }) => at === 'POST /oauth/token').map((each) => [each.way, each.ask] as const))(
    'with an error, for %s',
    async (_way, ask) => {
      expect(headersOf(await ask('strict'))).toEqual(expected);
    },
  );

  it('for another method and an unreadable form', async () => {
    const emulator = await open();
    expect(headersOf(await emulator.inject('/oauth/token'))).toEqual(expected);
    expect(headersOf(await postForm(emulator, 'x'.repeat(70_000)))).toEqual(expected);
  });
});

it('an unknown grant returns unsupported_grant_type', async () => {
  const answer = await exchange(await open(), { grant_type: 'password' });
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'unsupported_grant_type']);
});

describe('A17: a disabled application', () => {
  it('returns 401, or 400 for a code issued before', async () => {
    const emulator = await open();
    const { refresh_token } = emulator.signIn();
    const code = await obtainCode(emulator);
    emulator.applications.update(clientId, { disabled: true });
    const ofRefresh = await refresh(emulator, refresh_token);
    expect([ofRefresh.statusCode, ofRefresh.json().error]).toEqual([401, 'invalid_client']);
    const ofCode = await exchange(emulator, { code });
    expect([ofCode.statusCode, ofCode.json().error]).toEqual([400, 'invalid_client']);
  });

  it('returns 401 with a code of another application', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator, { client_id: 'logbook-reader-demo' });
    emulator.applications.update(clientId, { disabled: true });
    const answer = await exchange(emulator, { code });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
  });

  it('works again once enabled', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    emulator.applications.update(clientId, { disabled: true });
    emulator.applications.update(clientId, { disabled: false });
    expect((await exchange(emulator, { code })).statusCode).toBe(200);
  });
});
