import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { outcomeUnknown, type RawAnswer, readAnswer, statusMeaning } from '../../../main/core/service/outcomes.ts';

const answer = (status: number, json: unknown, more: Partial<RawAnswer> = {}): RawAnswer => ({
  status,
  json,
  text: json === undefined ? '<h1>Back soon</h1>' : JSON.stringify(json),
  headers: { 'content-type': json === undefined ? 'text/html' : 'application/json' },
  retryAfterMs: null,
  ...more,
});

it.each([
  [199, { kind: 'not-understood', code: 'HTTP 199' }],
  [200, { kind: 'success', json: { a: 1 } }],
  [299, { kind: 'success', json: { a: 1 } }],
  [300, { kind: 'not-understood', code: 'HTTP 300' }],
  [399, { kind: 'not-understood', code: 'HTTP 399' }],
  [400, { kind: 'not-understood', code: 'HTTP 400', isAboutRequest: true }],
  [498, { kind: 'server-error', code: 'HTTP 498', retryAfterMs: null, means: statusMeaning(498)! }],
  [500, { kind: 'server-error', code: 'HTTP 500', retryAfterMs: null }],
  [503, { kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, means: statusMeaning(503)! }],
  [405, { kind: 'absent', code: 'HTTP 405' }],
  ...[407, 410, 425, 426].map((status) => [status, { kind: 'not-understood', code: `HTTP ${status}` }] as const),
] as const)('%i is on its side of each limit between kinds of answers', (status, meaning) => {
  expect(readAnswer(answer(status, { a: 1 }))).toEqual(meaning);
});

describe('the answer of the flight endpoint', () => {
  it.each([
    // the document's table
    [401, { detail: 'unauthorized' }, { kind: 'unauthorized', code: 'unauthorized' }],
    [403, { detail: 'insufficient_scope' }, { kind: 'scope-missing', code: 'insufficient_scope' }],
    [429, { detail: 'rate_limit_exceeded' }, { kind: 'rate-limited', retryAfterMs: null, code: 'rate_limit_exceeded' }],
    [403, { detail: 'write_not_enabled' }, { kind: 'write-not-enabled' }],
    [400, { detail: 'missing_file' }, { kind: 'file-rejected', code: 'missing_file' }],
    [400, { detail: 'invalid_file' }, { kind: 'file-rejected', code: 'invalid_file' }],
    [429, { detail: 'too_fast' }, { kind: 'too-fast', retryAfterMs: null }],
    // A9: codes whose body is only likely
    [403, { error: 'write_not_enabled' }, { kind: 'write-not-enabled' }],
    [400, { code: 'invalid_file', text: 'No image.' }, { kind: 'file-rejected', code: 'invalid_file' }],
    [400, 'invalid_file', { kind: 'file-rejected', code: 'invalid_file' }],
    [403, undefined, { kind: 'not-permitted', code: 'HTTP 403, text/html' }],
    [403, { detail: ' insufficient_scope ' }, { kind: 'scope-missing', code: 'insufficient_scope' }],
    [403, { detail: 'something_new' }, { kind: 'not-permitted', code: 'HTTP 403: other' }],
    [429, undefined, { kind: 'rate-limited', retryAfterMs: null, code: 'HTTP 429, text/html' }],
    [429, { error: 'slow down' }, { kind: 'rate-limited', retryAfterMs: null, code: 'HTTP 429' }],
    [429, { detail: ['too_fast'] }, { kind: 'rate-limited', retryAfterMs: null, code: 'HTTP 429' }],
    // A13, A16
    [413, { detail: 'file_too_large' }, { kind: 'file-too-large', code: 'file_too_large' }],
    [413, undefined, { kind: 'refused-by-gateway', code: 'HTTP 413, text/html', means: statusMeaning(413)! }],
    [401, undefined, { kind: 'unauthorized', code: 'HTTP 401, text/html', outcomeUnknown: true }],
    // documented codes with another status
    [400, { detail: 'unauthorized' }, { kind: 'not-understood', code: 'HTTP 400: unauthorized', isAboutRequest: true }],
    [403, { detail: 'invalid_file' }, { kind: 'not-permitted', code: 'HTTP 403: invalid_file' }],
    [500, { detail: 'invalid_file' }, { kind: 'server-error', code: 'HTTP 500: invalid_file', retryAfterMs: null }],
    // reading that is not available (A4)
    [404, { detail: 'not_found' }, { kind: 'absent', code: 'HTTP 404: not_found' }],
    [405, undefined, { kind: 'absent', code: 'HTTP 405, text/html' }],
    // failures of the service or of a gateway
    [500, undefined, { kind: 'server-error', code: 'HTTP 500, text/html', retryAfterMs: null }],
    [
      503,
      { detail: 'closed' },
      { kind: 'server-error', code: 'HTTP 503: other', retryAfterMs: null, means: statusMeaning(503)! },
    ],
    [511, undefined, { kind: 'server-error', code: 'HTTP 511, text/html', retryAfterMs: null }],
    // undocumented answers
    [400, { detail: 'other' }, { kind: 'not-understood', code: 'HTTP 400: other', isAboutRequest: true }],
    [409, undefined, { kind: 'not-understood', code: 'HTTP 409, text/html', isAboutRequest: true }],
    [422, { detail: [{ loc: 1 }] }, { kind: 'not-understood', code: 'HTTP 422', isAboutRequest: true }],
    [410, undefined, { kind: 'not-understood', code: 'HTTP 410, text/html' }],
    [302, undefined, { kind: 'not-understood', code: 'HTTP 302, text/html' }],
    [304, '', { kind: 'not-understood', code: 'HTTP 304' }],
  ])('%i with %j means %j', (status, json, meaning) => {
    expect(readAnswer(answer(status, json))).toEqual(meaning);
  });

  it('reads a documented code that is the whole text', () => {
    expect(readAnswer(answer(400, undefined, { text: ' invalid_file\n', headers: {} }))).toEqual({
      kind: 'file-rejected',
      code: 'invalid_file',
    });
  });

  it('keeps Retry-After of every answer that requests a pause (A12)', () => {
    for (const [status, json] of [
      [429, { detail: 'too_fast' }],
      [429, { detail: 'rate_limit_exceeded' }],
      [503, undefined],
    ] as const) {
      expect(readAnswer(answer(status, json, { retryAfterMs: 7_000 }))).toMatchObject({ retryAfterMs: 7_000 });
    }
  });

  it('passes on the JSON of a success, of any type', () => {
    for (const json of [{ id: 1 }, [], null, 0, 'text']) {
      expect(readAnswer(answer(200, json))).toEqual({ kind: 'success', json });
    }
  });

  it('infers a captive portal over plain http only, and never from a page over valid HTTPS', () => {
    for (const [status, more] of [
      [200, {}],
      [302, { leadsElsewhere: true }],
      [511, {}],
    ] as const) {
      const portal = { kind: 'captive-portal', code: `HTTP ${status}, text/html` };
      expect(readAnswer(answer(status, undefined, { ...more, isPlainHttp: true }))).toEqual(portal);
      expect(readAnswer(answer(status, undefined, more)).kind).not.toBe('captive-portal');
    }
  });

  it('keeps nothing of the text, whatever the answer', () => {
    const marker = 'm4rker-of-the-service';
    const body = fc.constantFrom<unknown>(
      marker,
      { detail: marker },
      { error: marker },
      [marker],
      { [marker]: 1 },
      undefined,
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), body, fc.boolean(), (status, json, isPlainHttp) => {
        const headers = { 'content-type': `text/${marker}; charset=${marker}` };
        const meaning = readAnswer(answer(status, json, { headers, text: marker, isPlainHttp }));
        expect(meaning.kind === 'success' ? '' : JSON.stringify(meaning)).not.toContain(marker);
      }),
    );
  });

  it('treats only a documented refusal in its shape, and a 429, as not done', () => {
    const statuses = { unauthorized: 401, insufficient_scope: 403, write_not_enabled: 403, file_too_large: 413 };
    const expected: Record<string, number> = { missing_file: 400, invalid_file: 400, ...statuses };
    const said = fc.oneof(fc.constantFrom(...Object.keys(expected), 'too_fast', 'not_found'), fc.string());
    const body = fc.oneof(
      said.map((detail) => ({ detail })),
      fc.constantFrom(undefined, null, [], {}, 7, ''),
    );
    const type = fc.constantFrom('application/json', 'text/html', 'text/plain', 'image/png', undefined);
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 599 }),
        body,
        type,
        fc.boolean(),
        (status, json, contentType, isPlainHttp) => {
          const headers = { 'content-type': contentType };
          const meaning = readAnswer(answer(status, json, { headers, isPlainHttp }));
          if (meaning.kind === 'success') return status < 300;
          const detail = typeof json === 'object' && json !== null && 'detail' in json ? json.detail.trim() : '';
          const isProved = status === 429 || (Object.hasOwn(expected, detail) && expected[detail] === status);
          return outcomeUnknown(meaning) === !isProved;
        },
      ),
    );
  });

  it('treats a success with an unreadable body as a success: the service may have made a record', () => {
    for (const [status, type] of [
      [200, 'application/json'],
      [200, 'application/json; charset=utf-8'],
      [200, undefined],
      [201, 'application/json'],
      [204, undefined],
      [200, 'text/plain'],
    ] as const) {
      expect(readAnswer(answer(status, undefined, { headers: { 'content-type': type } }))).toEqual({
        kind: 'success',
        json: undefined,
      });
    }
    expect(readAnswer(answer(201, { id: 1 }))).toEqual({ kind: 'success', json: { id: 1 } });
  });

  it('has a meaning for every possible answer, and treats only 2xx as a success', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        fc.anything(),
        fc.option(fc.integer({ min: 0 })),
        fc.option(fc.string(), { nil: undefined }),
        (status, json, retryAfterMs, type) => {
          const meaning = readAnswer({ status, json, text: '', retryAfterMs, headers: { 'content-type': type } });
          const isYes = status >= 200 && status < 300;
          expect(meaning.kind === 'success' && !isYes).toBe(false);
          expect('code' in meaning ? meaning.code : '').toEqual(expect.any(String));
        },
      ),
    );
  });
});
