// The answer of a token endpoint as the library gets it.
import { expect, test } from 'vitest';
import {
  boundedText,
  lifetimeSeconds,
  readTokenResponse,
  retryAfterMs,
  wholeMembers,
} from '../../../../main/core/account/oauth/token-response.ts';

type Response = Parameters<typeof readTokenResponse>[0];

/** @param broken the connection breaks after the body. */
function read(body: string, more: { status?: number; headers?: Record<string, string>; broken?: boolean } = {}) {
  async function* pieces() {
    yield Buffer.from(body);
    if (more.broken) throw new Error('reset');
  }
  const response = { status: more.status ?? 200, headers: new Headers(more.headers), body: pieces() };
  return readTokenResponse(response as unknown as Response);
}

const pair = { access_token: 'access-of-anna', refresh_token: 'refresh-of-anna' };

test.each([
  [200, pair, 200],
  [201, pair, 200],
  [299, pair, 200],
  [300, pair, 300],
  [199, pair, 199],
  [400, pair, 400],
  [201, { error: 'invalid_grant' }, 201],
  [201, { access_token: '' }, 201],
])('reads status %i with %j as %i', async (status, body, expected) => {
  expect((await read(JSON.stringify(body), { status })).status).toBe(expected);
});

test('passes on the members of RFC 6749, and no others', async () => {
  const known = { ...pair, token_type: 'Bearer', scope: '', error_description: 'd', expires_in: '900' };
  const { text } = await read(JSON.stringify({ ...known, id_token: 'id', error: '' }));
  expect(JSON.parse(text)).toEqual({ ...known, expires_in: 900 });
});

test('leaves out members that are not text, and a lifetime that cannot be', async () => {
  const { text } = await read(
    JSON.stringify({ access_token: 1, token_type: null, refresh_token: {}, scope: ['a'], error: [], expires_in: 0 }),
  );
  expect(JSON.parse(text)).toEqual({});
});

test.each([
  [{ error: 'invalid_grant' }, 'invalid_grant', null],
  [{ error: 'invalid_grant', error_description: 'used\n up' }, 'invalid_grant', 'used up'],
  [{ error: 'invalid_grant', error_description: 7 }, 'invalid_grant', null],
  [{ error: '', error_description: 'used up' }, null, null],
  [{ error: 7 }, null, null],
  [pair, null, null],
])('finds the error of %j, and the sentence to show', async (body, error, sentence) => {
  expect(await read(JSON.stringify(body), { status: 400 })).toMatchObject({ error, sentence });
});

test.each([
  ['an object is JSON, with any type', '{}', { 'content-type': 'text/html' }, { 'content-type': 'application/json' }],
  ['another body keeps its type', '[]', { 'content-type': 'text/html' }, { 'content-type': 'text/html' }],
  ['a body without a type is text', 'busy', {}, { 'content-type': 'text/plain' }],
  [
    'the headers of a refusal stay, others go',
    'busy',
    { 'retry-after': '7', 'www-authenticate': 'Basic', server: 'x' },
    { 'content-type': 'text/plain', 'retry-after': '7', 'www-authenticate': 'Basic' },
  ],
])('%s', async (_, body, headers, expected) => {
  expect((await read(body, { headers })).headers).toEqual(expected);
});

test.each(['[]', 'null', '"text"', 'busy', ''])('passes on %j as it is: it is no object', async (body) => {
  expect(await read(body, { status: 503 })).toMatchObject({ status: 503, text: body, error: null, sentence: null });
});

test.each([
  ['a pair of tokens', '{"access_token":"a","refresh_token":"r","sco', { access_token: 'a', refresh_token: 'r' }],
  ['an error', '{"error":"invalid_grant","error_desc', { error: 'invalid_grant' }],
])('uses %s that arrived before the connection broke', async (_, body, members) => {
  expect(JSON.parse((await read(body, { broken: true })).text)).toEqual(members);
});

test.each(['{"access_token":"a","tok', '{"refresh_token":"r","tok', '{"tok', ''])(
  'rejects where the connection broke after %j',
  async (body) => {
    await expect(read(body, { broken: true })).rejects.toThrow('reset');
  },
);

test('does not complete an object that the service has cut off itself', async () => {
  expect(await read('{"access_token":"a","tok')).toMatchObject({ status: 200, text: '{"access_token":"a","tok' });
});

test.each([
  [undefined, null],
  ['0', 0],
  [' 7 ', 7_000],
  ['3600', 3_600_000],
  ['3601', 3_600_000],
  ['Thu, 01 Jan 1970 00:00:30 GMT', 20_000],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 0],
  ['Thu, 01 Jan 1970 00:00:09 GMT', null],
  ['Thu, 01 Jan 1970 08:00:00 GMT', 3_600_000],
  ['soon', null],
  ['', null],
])('reads Retry-After %j ten seconds after the epoch as %j ms', (header, expected) => {
  expect(retryAfterMs(header, 10_000)).toBe(expected);
});

test('reads no pause from a negative Retry-After', () => {
  expect(retryAfterMs('-3', Date.UTC(2026, 4, 12, 12))).toBeNull();
});

test.each([
  ['{"a":"one","b":"two"', { a: 'one', b: 'two' }],
  ['{"a":"one","b":"tw', { a: 'one' }],
  ['{"a":"one","b":90', { a: 'one' }],
  ['{"a":"o,n,e","b', { a: 'o,n,e' }],
  ['{"a":"one\\', null],
  ['{"a', null],
  ['', null],
  ['[1,2', null],
  [`{"a":"one"${',,'.repeat(50_000)}`, null],
])('%j holds, whole, %j', (text, members) => {
  expect(wholeMembers(text)).toEqual(members);
});

test.each([
  [3600, 3600],
  ['3600', 3600],
  [' 3600 ', 3600],
  ['3600.5', 3600.5],
  ['3600.25', 3600.25],
  ['0x10', null],
  ['1e3', null],
  ['+60', null],
  [30 * 86_400 + 1, 30 * 86_400],
  ['3600.', null],
  ['3600.x', null],
  ['1h', null],
  ['-1', null],
  ['', null],
  [1, 1],
  [0.9, null],
  [0, null],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
  [null, null],
  [undefined, null],
])('reads expires_in %j as %j seconds', (value, expected) => {
  expect(lifetimeSeconds(value)).toBe(expected);
});

async function* parts(sizes: readonly number[], error?: Error) {
  for (const size of sizes) yield Buffer.alloc(size, 'a');
  if (error) throw error;
}

test.each([
  [[3, 4], 7],
  [[65_536], 65_536],
  [[65_536, 1], 0],
  [[], 0],
])('reads a body of %j bytes as %i characters', async (sizes, characters) => {
  expect((await boundedText({ body: parts(sizes) })).length).toBe(characters);
});

test('reads no body as empty, and throws if the connection broke', async () => {
  expect(await boundedText({ body: null })).toBe('');
  await expect(boundedText({ body: parts([3], new Error('reset')) })).rejects.toThrow('reset');
});
