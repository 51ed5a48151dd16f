import { expect, test } from 'vitest';
import { asError, classifyConnectionError } from '../../../../main/core/platform/network/connection-error.ts';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });
const fetched = (cause: Error) => new TypeError('fetch failed', { cause });

test.each([
  ['ECONNREFUSED', 'no-answer', true],
  ['ENETUNREACH', 'no-answer', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'no-answer', true],
  // Something may have been sent.
  ['ECONNRESET', 'no-answer', false],
  ['UND_ERR_SOCKET', 'no-answer', false],
  ['NO_ANSWER_IN_TIME', 'no-answer', false],
  ['ENOTFOUND', 'name-not-found', true],
  ['EAI_AGAIN', 'name-not-found', true],
  ['CERT_HAS_EXPIRED', 'not-trusted', true],
  ['CERT_NOT_YET_VALID', 'not-trusted', true],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'not-trusted', true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-trusted', true],
  ['UND_ERR_PRX_TLS', 'proxy', true],
  ['PROXY_UNUSABLE', 'proxy', true],
] as const)('%s is %s, and nothing was sent: %s', (code, why, neverSent) => {
  expect(classifyConnectionError(coded(code))).toEqual({ why, code, neverSent });
  expect(classifyConnectionError(fetched(coded(code)))).toEqual({ why, code, neverSent });
});

test('through a proxy, names and refusals are the proxy’s', () => {
  expect(classifyConnectionError(coded('ECONNREFUSED'), true)).toMatchObject({ why: 'proxy' });
  expect(classifyConnectionError(coded('ENOTFOUND'), true)).toMatchObject({ why: 'proxy' });
  // The certificate is still the service's, and a broken connection proves nothing.
  expect(classifyConnectionError(coded('CERT_HAS_EXPIRED'), true)).toMatchObject({ why: 'not-trusted' });
  expect(classifyConnectionError(coded('ECONNRESET'), true)).toMatchObject({ why: 'no-answer', neverSent: false });
});

test.each([
  ['Proxy response (407) !== 200 when HTTP Tunneling', 'proxy', 'proxy: HTTP 407'],
  ['Proxy response (503) !== 200 when HTTP Tunneling', 'no-answer', 'proxy: HTTP 503'],
  ['Proxy Authentication Required (407)', 'proxy', 'proxy: HTTP 407'],
])('%s: %s', (message, why, code) => {
  expect(classifyConnectionError(coded('UND_ERR_ABORTED', message))).toEqual({ why, code, neverSent: true });
});

test('other errors count as no answer, and no address gets into the code', () => {
  const silence = { why: 'no-answer', code: 'CONNECTION_BROKE', neverSent: false };
  expect(classifyConnectionError('what')).toEqual(silence);
  expect(classifyConnectionError(new Error('http://ada:secret@proxy.test'))).toEqual(silence);
});

test('a classified error keeps its class, however deep it is wrapped', () => {
  const broken = classifyConnectionError(coded('ECONNREFUSED'), true);
  expect(classifyConnectionError(fetched(asError(broken)))).toEqual(broken);
});
