// The search that the leak test relies on, tested with planted secrets.
import { randomBytes } from 'node:crypto';
import { fc } from '../support/fast-check.ts';
import { expect, test } from 'vitest';
import { createLeakSearch, formsOf, type Secret } from './leak-search.ts';

const secret = (kind: string, value = `at_${randomBytes(32).toString('base64url')}`): Secret => ({ kind, value });

/** As programs write it. */
const writings: readonly [string, (value: string) => string | Buffer][] = [
  ['plain', (value) => `Bearer ${value}`],
  ['two bytes a sign', (value) => Buffer.from(`x${value}`, 'utf16le')],
  ['a query', (value) => `?a=1&${new URLSearchParams({ token: value }).toString()}`],
  ['every byte in percent', (value) => Buffer.from(value).toString('hex').replaceAll(/../g, '%$&')],
  ['Basic', (value) => Buffer.from(`client:${value}`).toString('base64')],
  ['base64url within JSON', (value) => Buffer.from(JSON.stringify({ id: 7, value })).toString('base64url')],
  ['hex', (value) => Buffer.from(`k${value}`).toString('hex').toUpperCase()],
  ['JSON in JSON', (value) => JSON.stringify(JSON.stringify({ value }))],
  ['every sign escaped', (value) => Array.from(value, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('')],
];

test.each(writings)('finds a planted secret: %s', (_name, write) => {
  const planted = secret('access_token');
  const search = createLeakSearch([secret('other'), planted]);
  for (const before of [0, 1, 2, 1000, 65_535]) {
    const bytes = Buffer.concat([randomBytes(before), Buffer.from(write(planted.value)), randomBytes(300)]);
    expect(search.search('here', bytes)).toContainEqual(
      expect.objectContaining({ where: 'here', kind: 'access_token' }),
    );
  }
});

test('finds every escaped form of a secret', () => {
  const odd = secret('client_secret', String.raw`ä"\+/ %&=: a secret of one's own`);
  const search = createLeakSearch([odd]);
  for (const [form, text] of formsOf(odd.value)) {
    const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1');
    expect(search.search(form, Buffer.concat([Buffer.from('x'), bytes])).length).toBeGreaterThan(0);
  }
});

test('finds a secret that is split in two anywhere', () => {
  fc.assert(
    fc.property(fc.constantFrom(...writings), fc.nat(), ([, write], cut) => {
      const planted = secret('refresh_token');
      const search = createLeakSearch([planted]);
      const bytes = Buffer.from(write(planted.value));
      const at = cut % bytes.length;
      const [left, right] = [bytes.subarray(0, at), bytes.subarray(at)];
      expect([...search.search('left', left), ...search.search('right', right)].length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});

test('has no false positives, and reports only the place and kind', () => {
  const planted = secret('code');
  const search = createLeakSearch([planted, ...Array.from({ length: 200 }, () => secret('more'))]);
  expect(search.count).toBe(201);
  expect(search.search('noise', randomBytes(1_000_000))).toEqual([]);
  expect(search.search('short', Buffer.from('at_'))).toEqual([]);
  const found = search.search('log', Buffer.from(`a ${planted.value} b`));
  expect(found[0]).toEqual({ where: 'log', kind: 'code', form: expect.any(String), at: 2 });
  expect(JSON.stringify(found)).not.toContain(planted.value);
});
