import { expect, test } from 'vitest';
import { redact, redacted, redactText } from '../../../../main/core/platform/masking/redact.ts';
import { fc } from '../../../support/fast-check.ts';

const secret = fc.stringMatching(/^[A-Za-z0-9._~+/-]{24,60}$/);
const names = fc.constantFrom(
  'access_token',
  'refreshToken',
  'Client-Secret',
  'code_verifier',
  'Authorization',
  'cookie',
);
const wrappings = fc.constantFrom<(value: string) => string>(
  (value) => `Authorization: Bearer ${value}`,
  (value) => `sent with basic ${value}, refused`,
  (value) => `GET http://127.0.0.1:4000/callback?code=${value}&state=${value} HTTP/1.1`,
  (value) => `grant_type=refresh_token&refresh_token=${encodeURIComponent(value)}&client_secret=x`,
  (value) => `Cookie: window=${value}; other=1`,
  (value) => `https://pilot:${encodeURIComponent(value)}@service.example/`,
);

test('a value under a secret name is never written, at any depth', () => {
  const path = fc.array(fc.constantFrom('a', 'list'), { maxLength: 5 });
  fc.assert(
    fc.property(names, secret, path, (name, value, steps) => {
      let field: unknown = { [name]: value, kept: 'yes' };
      for (const step of steps) field = step === 'list' ? [field] : { [step]: field };
      const written = JSON.stringify(redact(field));
      expect(written).not.toContain(value);
      expect(written).toContain('yes');
    }),
  );
});

test('a secret in a header, a form or an address is never written', () => {
  fc.assert(
    fc.property(wrappings, secret, (wrap, value) => {
      for (const written of [redactText(wrap(value)), JSON.stringify(redact({ note: wrap(value) }))]) {
        expect(written).not.toContain(value);
        expect(written).not.toContain(encodeURIComponent(value));
      }
    }),
  );
});

test('of an error only its name, its code and its place are written, never a message that may quote a peer', () => {
  const text = fc.stringMatching(/^[a-z0-9]{12,20}$/);
  fc.assert(
    fc.property(text, (quoted) => {
      const cause = Object.assign(new TypeError(`${quoted}\n    and ${quoted}`), { code: quoted, body: quoted });
      const written = JSON.stringify(redact({ error: new Error(`Unexpected token in "${quoted}"`, { cause }) }));
      expect(written).not.toContain(quoted);
      expect(written).toContain('TypeError');
      expect(written).toContain('redact.test.ts');
    }),
  );
  const error = Object.assign(new Error('reset by 10.0.0.1'), { code: 'ECONNRESET' });
  expect(redact({ error })).toMatchObject({ error: { name: 'Error', code: 'ECONNRESET' } });
});

test('it never throws, cuts cycles, and leaves the original as it is', () => {
  fc.assert(
    fc.property(fc.anything({ withMap: true, withSet: true, withBigInt: true, withDate: true }), (value) => {
      expect(() => JSON.stringify(redact(value))).not.toThrow();
    }),
  );
  const fields: Record<string, unknown> = { name: 'a', access_token: 'abc' };
  fields['self'] = fields;
  expect(redact(fields)).toEqual({ name: 'a', access_token: redacted, self: '[…]' });
  expect(fields['access_token']).toBe('abc');
});

test('what is not secret stays readable, bytes are counted, addresses cleaned', () => {
  const fields = { code: 'ECONNREFUSED', state: 'waiting', name: 'shot 1.png', bytes: 4, list: [1, true, null] };
  expect(redact(fields)).toEqual(fields);
  expect(redact({ body: Buffer.from('secret'), at: new URL('http://h/x?code=abc&page=2') })).toEqual({
    body: '[6 bytes]',
    at: `http://h/x?code=${redacted}&page=2`,
  });
});
