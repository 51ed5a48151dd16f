// How an application authenticates at the token endpoint, by rule number.
import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  basic,
  clientId,
  clientSecret,
  exchange,
  openEmulator,
  postForm,
  redirectUri,
  sendRequest,
} from '../open-emulator.ts';
import { readBasic } from '../../../emulator/http/request.ts';

const open = () => openEmulator({ autoConsent: true });

describe('rule 14: one method of client authentication', () => {
  it('refuses a secret both in the form and by Basic', async () => {
    const emulator = await open();
    const answer = await exchange(emulator, { code: 'x' }, { authorization: basic(clientId, clientSecret) });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it('refuses Basic with a different ID in the form', async () => {
    const form = { code: 'x', client_secret: undefined, client_id: 'logbook-reader-demo' };
    const answer = await exchange(await open(), form, { authorization: basic(clientId, clientSecret) });
    expect(answer.json().error).toBe('invalid_request');
  });

  it.each([
    ['strict', undefined, 401],
    ['strict', true, 200],
    ['extended', undefined, 401],
    ['extended', true, 200],
  ] as const)(
    'A22: in %s mode with basicWithoutClientId %s, Basic alone is answered with %i',
    async (mode, setting, status) => {
      const emulator = await openEmulator({ mode, ...(setting !== undefined && { basicWithoutClientId: setting }) });
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
    const headers =
      `host: x|content-type: application/x-www-form-urlencoded|authorization: ${one}|authorization: Bearer other`
        .split('|')
        .flatMap((line) => line.split(': '));
    const form = `grant_type=refresh_token&refresh_token=${refresh_token}`;
    const answer = await sendRequest((await emulator.start()).url + path, { method: 'POST', headers }, form);
    expect(answer.statusCode).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject(body);
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
    const emulator = await openEmulator({ basicWithoutClientId: true });
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
        // Unencoded, an id with many colons could be split in many places: RFC 7617 forbids even one.
        fc.pre(id.split(':').length < 6);
        expect(readBasic(basic(encode(id), encode(secret)))).toContainEqual([id, secret]);
      }),
    );
  });
});
