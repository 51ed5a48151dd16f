// No secret is in the journal, regardless of where it occurred in a request or response.

import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { maskAddress, maskForm, maskHeader, maskJson, maskText } from '../../../emulator/journal/masking.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import { authorize, basic, clientId, openEmulator, postForm, redirectUri, verifier } from '../open-emulator.ts';
import { multipart, upload } from '../images.ts';

const token = `at_${'x'.repeat(43)}`;
const fingerprint = 'at_‹O5Wtaz›';
const nobody = () => false;

describe('masking', () => {
  it.each([
    ['client_secret=a%20b&x=1', 'client_secret=‹secret›&x=1'],
    ['Client%5FSecret=a', 'Client%5FSecret=‹secret›'],
    ['+client_secret=a', '+client_secret=‹secret›'],
    ['code_verifier=abc&code_challenge=def&code_challenge_method=S256', null],
    ['client_secret=', 'client_secret='],
    ['device_code=abc', expect.stringMatching(/^device_code=‹.{6}›$/)],
    ['client_id=a;client_secret=b', 'client_id=‹hidden›'],
    ['redirect_uri=http%3A%2F%2Fx%2F%3Fcode%3Db', 'redirect_uri=‹hidden›'],
    [`state=${token}`, `state=${fingerprint}`],
    [`state=%61${token.slice(1)}`, `state=${fingerprint}`],
    [`${token}&&=`, `${fingerprint}&&=`],
    ['grant_type=refresh_token&token_type=Bearer&scope=a+b', 'grant_type=refresh_token&token_type=Bearer&scope=a+b'],
  ])('masks the form %s', (form, masked) => {
    expect(maskForm(form)).toEqual(masked ?? 'code_verifier=‹verifier›&code_challenge=def&code_challenge_method=S256');
  });

  it("masks a value that is one of the service's secrets, anywhere", () => {
    const isSecret = (text: string) => text === 'known';
    expect(maskForm('client_id=known&state=%6Bnown&scope=+known&code=a', isSecret)).toMatch(
      /^client_id=‹secret›&state=‹secret›&scope=‹secret›&code=‹.{6}›$/,
    );
  });

  it.each([
    ['authorization', `Bearer ${token}`, `Bearer ${fingerprint}`],
    ['authorization', token, fingerprint],
    ['authorization', '', ''],
    ['authorization', 'Digest username="a"', expect.stringMatching(/^Digest ‹.{6}›$/)],
    ['cookie', 'a=b; c', 'a=‹cookie›;‹cookie›'],
    ['set-cookie', 'a=b; Path=/', 'a=‹cookie›; Path=/'],
    [
      'referer',
      `http://x/?code=abc&state=s#access_token=y`,
      expect.stringMatching(/^http:\/\/x\/\?code=‹.{6}›&state=s#access_token=‹.{6}›$/),
    ],
    ['x-api-key', 'abc', expect.stringMatching(/^‹.{6}›$/)],
    ['x-note', `see ${token}`, `see ${fingerprint}`],
    ['x-note', 'refresh_token: abc', '‹hidden›'],
    ['www-authenticate', 'Bearer error="invalid_token"', 'Bearer error="invalid_token"'],
  ])('masks the header %s: %s', (name, value, masked) => {
    expect(maskHeader(name, value, nobody)).toEqual(masked);
  });

  it.each([
    ['{"access_token":"a\\"b","n":1}', /^\{"access_token":"‹.{6}›","n":1\}$/],
    ['{"refresh_token" : "cut off', /^\{"refresh_token" : "‹.{6}›$/],
    ['{"client_secret":"a"}', /^\{"client_secret":"‹secret›"\}$/],
    ['{"text":"{\\"access_token\\":\\"a\\"}"}', /^\{"text":"‹hidden›"\}$/],
    ['{"nested":{"Authorization":"Bearer abc"}}', /^\{"nested":\{"Authorization":"‹secret›"\}\}$/],
    ['{"Set-Cookie":"a=b"}', /^\{"Set-Cookie":"‹secret›"\}$/],
    ['{"authorization_endpoint":"http://a/"}', /^\{"authorization_endpoint":"http:\/\/a\/"\}$/],
    ['{"token_type":"Bearer"}', /^\{"token_type":"Bearer"\}$/],
  ])('masks the JSON %s', (text, masked) => {
    expect(maskJson(text)).toMatch(masked);
  });

  it('masks a URL and a text', () => {
    expect(maskAddress(`/a/${token}?x=1`)).toBe(`/a/${fingerprint}?x=1`);
    expect(maskText(`${token}${token}`)).toBe(`${fingerprint}${fingerprint}`);
  });
});

/** A secret in each form that is searched for. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const everyByte = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const bases = [secret, `${clientId}:${secret}`, `${clientId}:${encoded}`];
  const base64 = bases.flatMap((text) => [
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
  ]);
  return [secret, encoded, encoded.toLowerCase(), everyByte, everyByte.toUpperCase(), ...base64];
}

/** Everything readable in the journal, and all events. */
function everythingKept(emulator: Emulator, published: readonly unknown[]): string {
  const { items } = emulator.journal.list({ limit: 1000 });
  return JSON.stringify(
    [items, items.map(({ id }) => emulator.journal.read(id)), published],
    (_name, value: unknown) => value,
  )
    .replaceAll('\\"', '"')
    .replaceAll('\\\\', '\\');
}

// Long enough not to occur in other text by chance.
const secretText = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/=%&:;" -]{16,40}$/).map((text) => `s${text}3`),
  fc.string({ unit: 'grapheme', minLength: 16, maxLength: 24 }).map((text) => `x${text.toWellFormed()}4`),
);

const encodings: ((text: string) => string)[] = [
  (text) => encodeURIComponent(text),
  (text) => new URLSearchParams({ x: text }).toString().slice(2),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
];

const names = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'access_token', 'form_token', 'password'];

it('stores and reports no secret: not literal, percent-encoded or in base64', async () => {
  const emulator = await openEmulator({ autoConsent: true, journalEntries: 50 });
  const published: unknown[] = [];
  emulator.journal.listen((event) => published.push(event));
  emulator.applications.update(clientId, { clientSecret: 'another-secret' });

  await fc.assert(
    fc.asyncProperty(
      secretText,
      fc.constantFrom(...encodings),
      fc.constantFrom(...names),
      fc.boolean(),
      async (secret, encode, name, isKnown) => {
        emulator.journal.clear();
        published.length = 0;
        if (isKnown) emulator.applications.update(clientId, { clientSecret: secret });
        const form = (parameters: Record<string, string>) =>
          Object.entries(parameters)
            .map(([key, value]) => `${key}=${encode(value)}`)
            .join('&');
        const header = Buffer.from(secret)
          .toString('latin1')
          .replaceAll(/[^\x20-\x7e]/g, '?');
        await postForm(emulator, form({ grant_type: 'refresh_token', client_id: clientId, [name]: secret }));
        await postForm(emulator, form({ [name]: secret, client_id: 'nobody' }));
        await postForm(emulator, form({ grant_type: 'authorization_code', client_id: clientId, [name]: secret }), {
          authorization: basic(encode(clientId), encode(secret)),
          cookie: `pilot_flight_service_form=${encode(secret)}`,
          'x-auth-token': encode(secret),
        });
        await postForm(emulator, 'x=y', { authorization: basic(clientId, secret) });
        await authorize(emulator, { [name]: secret });
        await emulator.inject({
          url: `/api/v1/flights?${form({ [name]: secret })}`,
          headers: { authorization: `Bearer ${header}`, referer: `http://127.0.0.1/?${form({ [name]: secret })}` },
        });
        await upload(emulator, null, multipart([{ name, content: secret }]).toString('latin1'));
        if (isKnown) {
          // In the wrong place: the service recognizes it anyway.
          await postForm(emulator, form({ client_id: secret, grant_type: 'refresh_token' }));
          await authorize(emulator, { client_id: secret });
          await emulator.inject(`/oauth/token/${encode(secret)}`);
        }
        const kept = everythingKept(emulator, published);
        expect(formsOf(secret).filter((text) => kept.includes(text))).toEqual([]);
      },
    ),
    { numRuns: 30 },
  );
});

it('stores nothing that the service has issued, in any part of a request', async () => {
  const emulator = await openEmulator({ autoConsent: true });
  const published: unknown[] = [];
  emulator.journal.listen((event) => published.push(event));
  const location = String((await authorize(emulator)).headers['location']);
  const code = new URL(location).searchParams.get('code') ?? '';
  const { access_token, refresh_token } = emulator.signIn();
  for (const secret of [code, access_token, refresh_token]) {
    for (const name of ['state', 'client_id', 'redirect_uri', 'grant_type', 'scope', 'anything']) {
      await postForm(emulator, `${name}=${secret}&x${secret}y=1`);
      await authorize(emulator, { [name]: secret });
    }
    await emulator.inject({
      url: `/api/v1/flights/${secret}`,
      headers: { 'user-agent': secret, [`x-${secret}`]: 'y' },
    });
    await emulator.inject({ url: `/nowhere?${secret}`, headers: { authorization: secret } });
    await upload(emulator, access_token, [{ name: secret, fileName: `${secret}.png`, content: secret }]);
  }
  const exchanged = `grant_type=authorization_code&client_id=${clientId}&client_secret=demo-secret-for-the-emulator-only&redirect_uri=${encodeURIComponent(redirectUri)}`;
  const answer = await postForm(emulator, `${exchanged}&code=${code}&code_verifier=${verifier}`);
  const issued = answer.json<{ access_token: string; refresh_token: string }>();
  const kept = everythingKept(emulator, published);
  const all = [code, access_token, refresh_token, issued.access_token, issued.refresh_token, verifier];
  expect(all.filter((secret) => kept.includes(secret) || kept.includes(secret.toLowerCase()))).toEqual([]);
});
