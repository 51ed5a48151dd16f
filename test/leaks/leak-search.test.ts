// The search that the leak test relies on, tested with planted secrets.
import { randomBytes } from 'node:crypto';
import { fc } from '../support/fast-check.ts';
import { expect, test } from 'vitest';
import { createLeakSearch, type Secret } from './leak-search.ts';

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
