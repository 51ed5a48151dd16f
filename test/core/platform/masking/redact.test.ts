import { fc } from '../../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { redact, redacted, redactText } from '../../../../main/core/platform/masking/redact.ts';

// The characters of tokens, codes and secrets (RFC 6750 §2.1, RFC 7636 §4.1), long enough not to be a word.
const secret = fc
  .stringMatching(/^[A-Za-z0-9._~+/-]{24,60}$/)
  .filter((text) => /\d/.test(text) || /[A-Z].*[a-z]/.test(text));

const names = fc.constantFrom(
  'access_token',
  'accessToken',
  'Access-Token',
  'refresh_token',
  'refreshToken',
  'client_secret',
  'clientSecret',
  'code',
  'code_verifier',
  'codeVerifier',
  'state',
  'Authorization',
  'authorization',
  'password',
  'secret',
  'cookie',
  'id_token',
  'tokens',
  'token',
  'key',
);

const wrappings = fc.constantFrom<(value: string) => string>(
  (value) => `Authorization: Bearer ${value}`,
  (value) => `authorization: Basic ${value}`,
  (value) => `sent with bearer ${value}, refused`,
  (value) => `GET http://127.0.0.1:4000/callback?code=${value}&state=abc HTTP/1.1`,
  (value) => `http://127.0.0.1:4000/callback?state=${value}`,
  (value) => `grant_type=refresh_token&refresh_token=${encodeURIComponent(value)}&client_secret=x`,
  (value) => `code_verifier=${value}`,
  (value) => `{"access_token":"${value}","token_type":"Bearer"}`,
  (value) => `{"refreshToken" : "${value}"}`,
  (value) => `Cookie: window=${value}; other=1`,
  (value) => `https://pilot:${encodeURIComponent(value)}@service.example/`,
);

test('a value under a secret name is never written, at any depth', () => {
  fc.assert(
    fc.property(
      names,
      secret,
      fc.array(fc.constantFrom('a', 'list', 'map', 'error'), { maxLength: 5 }),
      (name, value, path) => {
        let field: unknown = { [name]: value, kept: 'yes' };
        for (const step of path) {
          if (step === 'list') field = [field];
          else if (step === 'map') field = new Map([['inner', field]]);
          else if (step === 'error') field = new Error('broke', { cause: field });
          else field = { [step]: field };
        }
        const written = JSON.stringify(redact(field));
        expect(written).not.toContain(value);
        expect(written).toContain('yes');
      },
    ),
  );
});

test('a secret in a text of a known form is never written', () => {
  fc.assert(
    fc.property(wrappings, secret, fc.boolean(), (wrap, value, asField) => {
      const text = wrap(value);
      for (const written of [redactText(text), JSON.stringify(redact(asField ? { note: text } : new Error(text)))]) {
        expect(written).not.toContain(value);
        expect(written).not.toContain(encodeURIComponent(value));
      }
    }),
  );
});

// 256 bits, as the emulator and most services make their tokens.
const random = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
const alone = fc.oneof(
  fc.tuple(fc.constantFrom('at_', 'rt_', 'ac_', 'cs_', 'ct_'), random).map((parts) => parts.join('')),
  fc
    .tuple(fc.base64String({ minLength: 12 }), random)
    .map(([claims, signature]) => `eyJhbGciOiJFUzI1NiJ9.${claims.replace(/[+/=]/g, '_')}.${signature}`),
);

test('a token is never written, in any context', () => {
  fc.assert(
    fc.property(alone, fc.stringMatching(/^[a-z ]{0,20}$/), (value, message) => {
      for (const text of [value, `${message} ${value}, ${message}`, `${message}“${value}”`, `/${message}/${value}/x`]) {
        const written = redactText(text);
        expect(written).not.toContain(value);
        expect(written).toContain(redacted);
      }
    }),
  );
});

test.each([
  ['X4fT9q2LkB7vHs0RzWm3NcYp8GdJ1uEa', redacted],
  ['Screenshot_2026-11-21_at_10-22-33_MSFS', null],
  ['PilotFlightServiceReportOfTheLongWay2024', null],
  ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', null],
  ['0e37df36-f698-11e6-8dd4-cb9ced3df976', null],
])('%s stands alone: random runs are taken for secrets, names and hashes are not', (text, expected) => {
  expect(redactText(`about ${text} here`)).toBe(`about ${expected ?? text} here`);
});

test('it never throws, and the original is unchanged', () => {
  fc.assert(
    fc.property(fc.anything({ withMap: true, withSet: true, withBigInt: true, withDate: true }), (value) => {
      expect(() => JSON.stringify(redact(value))).not.toThrow();
    }),
  );
  const fields = { access_token: 'abc', inner: { code: 'x1' } };
  redact(fields);
  expect(fields).toEqual({ access_token: 'abc', inner: { code: 'x1' } });
});

describe('text that is not secret stays readable', () => {
  test.each([
    [{ code: 'ECONNREFUSED' }],
    [{ code: 'UND_ERR_SOCKET' }],
    [{ code: 'insufficient_scope' }],
    [{ code: 'invalid_grant: the grant was revoked' }],
    [{ code: 'HTTP 503' }],
    [{ code: 4 }],
    [{ state: 'waiting' }],
    [{ name: 'shot 1.png', bytes: 4, list: [1, true, null] }],
  ])('%j', (fields) => {
    expect(redact(fields)).toEqual(fields);
  });
});

test('a cycle is cut', () => {
  const fields: Record<string, unknown> = { name: 'a' };
  fields['self'] = fields;
  expect(redact(fields)).toEqual({ name: 'a', self: '[…]' });
});

test('counts bytes and cleans addresses', () => {
  expect(redact({ body: Buffer.from('secret'), at: new URL('http://h/x?code=abc&page=2') })).toEqual({
    body: '[6 bytes]',
    at: `http://h/x?code=${redacted}&page=2`,
  });
});

test('headers are written by name, and an object that only claims to be a map is no error', () => {
  expect(redact(new Headers({ accept: 'text/html', authorization: 'Bearer abc' }))).toEqual({
    accept: 'text/html',
    authorization: redacted,
  });
  expect(redact({ [Symbol.toStringTag]: 'Map', name: 'a' })).toEqual({ name: 'a' });
});

test('an error keeps its code, and a secret in it is masked', () => {
  const code = (value: string) => redact({ error: Object.assign(new Error('no'), { code: value }) });
  expect(code('ECONNRESET')).toMatchObject({ error: { name: 'Error', message: 'no', code: 'ECONNRESET' } });
  expect(code('client_secret=abc')).toMatchObject({ error: { code: redacted } });
  expect(redact({ error: new Error('no') })).not.toHaveProperty('error.code');
});
