import { describe, expect, test } from 'vitest';
import { redact, redacted } from '../../../../main/core/platform/masking/redact.ts';
import { createRemoteText } from '../../../../main/core/platform/masking/remote-text.ts';
import { createSecretRegistry } from '../../../../main/core/platform/masking/secret-registry.ts';
import { formsOf } from '../../../leaks/leak-search.ts';
import { writings } from '../../../leaks/repeating-service.ts';
import { fc } from '../../../support/fast-check.ts';

const registryOf = (...secrets: string[]) => {
  const registry = createSecretRegistry();
  for (const secret of secrets) registry.register(secret, 'refresh-token');
  return registry;
};

/** Hex, UUID, short, base64url, anything visible, and any text for passphrases. */
const secret = fc.oneof(
  fc.uint8Array({ minLength: 16, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  fc.uuid(),
  fc.stringMatching(/^[a-z0-9]{6,9}$/),
  fc.uint8Array({ minLength: 24, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.stringMatching(/^[!-~]{8,60}$/),
  fc
    .string({ unit: 'grapheme', minLength: 8, maxLength: 30 })
    .filter((text) => text.trim() === text && !/[\u200B\s]{2}/.test(text)),
);
const message = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });

test('masks any secret, in any form, anywhere in a text', () => {
  fc.assert(
    fc.property(secret, fc.constantFrom(...writings), message, message, (value, [, write], before, after) => {
      const text = createRemoteText(registryOf(value))(`${before} ${write(value)} ${after}`, 10_000);
      // Shorter fragments of base64 occur in any text.
      const found = [...formsOf(value)].filter(([, form]) => form.length >= 7 && Buffer.from(text).includes(form));
      expect(found).toEqual([]);
      expect(text).toContain(redacted);
    }),
    { numRuns: 600 },
  );
});

test.each(writings)('masks each secret of a text that has several: %s', (_name, write) => {
  const values = ['7f3a9c1e', 'b0a1c2d3-0000-4000-8000-1234567890ab', 'pass phrase of "mine"', 'ключ-ключ'];
  const text = values.map(write).join(', ');
  expect(createRemoteText(registryOf(...values))(text, 5_000).split(redacted)).toHaveLength(values.length + 1);
});

test('masks a secret that several programs have escaped one after the other', () => {
  const value = 'a/b+c"d\\e f';
  const twice = encodeURIComponent(encodeURIComponent(value));
  for (const text of [twice, JSON.stringify(JSON.stringify(value)), encodeURIComponent(JSON.stringify(value))]) {
    expect(registryOf(value).mask(`<${text}>`)).toMatch(/^<.{0,3}\[redacted\].{0,3}>$/);
  }
});

test.each(['\\', '\\u', '\\u00', '\\\\\\', '"\\'])(
  'masks a secret in percent-encoding behind an escape that was broken off: %s',
  (before) => {
    const value = '<a/b+c"d>e';
    for (const text of [encodeURIComponent(value), encodeURIComponent(encodeURIComponent(value))]) {
      expect(registryOf(value).mask(`${before}${text}`)).toContain(redacted);
    }
  },
);

test('masks upper and lower case alike', () => {
  expect(registryOf('0ab1cd2e').mask('not known: 0AB1CD2E')).toBe(`not known: ${redacted}`);
});

test('masks the whole base64 text that a secret is part of', () => {
  const basic = Buffer.from('pilots-own:s3cret!').toString('base64');
  expect(registryOf('s3cret!').mask(`Basic ${basic}, again`)).toBe(`Basic ${redacted}, again`);
});

// If its time grew with the square of the text, this would not end within the time limit of a test.
test('masks a megabyte of base64 of a secret', () => {
  const value = 'abcdefghijklmnopqrstuvwxyz012345';
  const text = Buffer.from(`${value}!`).toString('base64').repeat(22_000);
  expect(registryOf(value).mask(`${text} ${text}`)).toBe(`${redacted} ${redacted}`);
});

test('masks a secret of five characters as a word, and one of three not at all', () => {
  expect(registryOf('abcde', 'xyz').mask('abcde, (abcde) abcdef xyz')).toBe(`${redacted}, (${redacted}) abcdef xyz`);
});

test('leaves other text unchanged', () => {
  const text = 'Report 12 of C:\\Users\\ada, 100 % of it: \\u0041 é 🛩️ %zz \\';
  expect(registryOf('another secret').mask(text)).toBe(text);
  expect(createSecretRegistry().mask(text)).toBe(text);
});

test('masks a token that was replaced, and drops the oldest of very many', () => {
  const registry = createSecretRegistry();
  for (let count = 0; count < 520; count += 1) {
    registry.register('the application secret', 'client-secret');
    registry.register(`token-number-${count}-of-many`, 'access-token');
  }
  expect(registry.mask('token-number-100-of-many')).toBe(redacted);
  expect(registry.mask('token-number-0-of-many')).toBe('token-number-0-of-many');
  expect(registry.mask('the application secret')).toBe(redacted);
});

describe('a value for a window or a program', () => {
  test('loses every secret that does not occur by chance, and nothing else', () => {
    const registry = registryOf('c0ffee00-0000-4000-8000-000000000000', 'reports');
    registry.register('state-of-this-sign-in', 'state');
    const value = {
      path: '/home/ada/reports',
      address: 'https://service.example/?state=state-of-this-sign-in',
      list: [1, null, { code: 'token c0ffee00-0000-4000-8000-000000000000' }],
    };
    expect(registry.maskValue(value)).toEqual({ ...value, list: [1, null, { code: `token ${redacted}` }] });
  });

  test('is the same object if there is nothing to mask', () => {
    const value = { list: [{ text: 'nothing' }] };
    expect(registryOf('c0ffee00-0000-4000-8000-000000000000').maskValue(value)).toBe(value);
  });
});

test('log entries are masked by value at any depth, including member names', () => {
  const { mask } = registryOf('0ab1cd2e');
  const error = new Error('0ab1cd2e is not known', { cause: { '0ab1cd2e': new Map([['said', 'not 0ab1cd2e']]) } });
  expect(JSON.stringify(redact({ error }, mask))).not.toContain('0ab1cd2e');
});

test('a secret is masked before a text is cut, and after it is cleaned', () => {
  const value = 'a-secret-of-some-length';
  const text = createRemoteText(registryOf(value));
  expect(text(`${'x'.repeat(190)}${value}`)).toBe(`${'x'.repeat(190)}[redacted]`);
  expect(text('a-secret\u200B-of-\u0000some-\u202Elength')).toBe(redacted);
});
