import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { readAnswer, type RawAnswer } from '../../../main/core/service/answers.ts';

const answer = (status: number, json: unknown, more: Partial<RawAnswer> = {}): RawAnswer => ({
  status,
  json,
  headers: { 'content-type': json === undefined ? 'text/html' : 'application/json' },
  retryAfterMs: null,
  ...more,
});

describe('the answer of the flight endpoint', () => {
  it.each([
    // the document's table
    [401, { detail: 'unauthorized' }, { kind: 'unauthorized', code: 'unauthorized' }],
    [403, { detail: 'insufficient_scope' }, { kind: 'scope-missing', code: 'insufficient_scope' }],
    [429, { detail: 'rate_limit_exceeded' }, { kind: 'rate-limited', retryAfterMs: null, code: 'rate_limit_exceeded' }],
    [403, { detail: 'write_not_enabled' }, { kind: 'write-not-enabled' }],
    [400, { detail: 'missing_file' }, { kind: 'file-refused', code: 'missing_file' }],
    [400, { detail: 'invalid_file' }, { kind: 'file-refused', code: 'invalid_file' }],
    [429, { detail: 'too_fast' }, { kind: 'too-fast', retryAfterMs: null }],
    // A9: codes without the body that is only likely
    [403, undefined, { kind: 'not-permitted', code: 'HTTP 403' }],
    [403, { detail: 'something_new' }, { kind: 'not-permitted', code: 'something_new' }],
    [429, undefined, { kind: 'rate-limited', retryAfterMs: null, code: 'HTTP 429' }],
    [429, { error: 'slow down' }, { kind: 'rate-limited', retryAfterMs: null, code: 'HTTP 429' }],
    [429, { detail: ['too_fast'] }, { kind: 'rate-limited', retryAfterMs: null, code: 'HTTP 429' }],
    // A13, A16
    [413, { detail: 'file_too_large' }, { kind: 'file-too-large', code: 'file_too_large' }],
    [413, undefined, { kind: 'file-too-large', code: 'HTTP 413' }],
    [401, undefined, { kind: 'unauthorized', code: 'HTTP 401' }],
    // reading that is not there (A4)
    [404, { detail: 'not_found' }, { kind: 'absent', code: 'not_found' }],
    [405, undefined, { kind: 'absent', code: 'HTTP 405' }],
    // trouble of the service, or of something between
    [500, undefined, { kind: 'trouble', code: 'HTTP 500', retryAfterMs: null, mayBeDone: true }],
    [502, undefined, { kind: 'trouble', code: 'HTTP 502', retryAfterMs: null, mayBeDone: true }],
    [503, { detail: 'maintenance' }, { kind: 'trouble', code: 'maintenance', retryAfterMs: null, mayBeDone: false }],
    [504, undefined, { kind: 'trouble', code: 'HTTP 504', retryAfterMs: null, mayBeDone: true }],
    // what no document speaks of
    [400, { detail: 'something_else' }, { kind: 'not-understood', code: 'something_else', mayBeDone: false }],
    [400, undefined, { kind: 'not-understood', code: 'HTTP 400', mayBeDone: false }],
    [418, undefined, { kind: 'not-understood', code: 'HTTP 418', mayBeDone: false }],
    [302, undefined, { kind: 'not-understood', code: 'HTTP 302', mayBeDone: true }],
    [304, '', { kind: 'not-understood', code: 'HTTP 304', mayBeDone: false }],
  ])('%i with %j means %j', (status, json, meaning) => {
    expect(readAnswer(answer(status, json))).toEqual(meaning);
  });

  it('keeps Retry-After of whatever asks for a pause (A12)', () => {
    for (const [status, json] of [
      [429, { detail: 'too_fast' }],
      [429, { detail: 'rate_limit_exceeded' }],
      [503, undefined],
    ] as const) {
      expect(readAnswer(answer(status, json, { retryAfterMs: 7_000 }))).toMatchObject({ retryAfterMs: 7_000 });
    }
  });

  it('hands on whatever JSON a success carries, of whatever type', () => {
    for (const json of [{ id: 1 }, [], null, 0, 'text']) {
      expect(readAnswer(answer(200, json))).toEqual({ kind: 'success', json });
    }
  });

  it('takes a page for people, a way to another host and 511 for the page of a network between', () => {
    expect(readAnswer(answer(200, undefined))).toEqual({ kind: 'captive-portal', code: 'HTTP 200, text/html' });
    const away = { kind: 'captive-portal', code: 'HTTP 302' };
    expect(readAnswer(answer(302, undefined, { leadsElsewhere: true }))).toEqual(away);
    expect(readAnswer(answer(511, undefined))).toEqual({ kind: 'captive-portal', code: 'HTTP 511' });
  });

  it('takes a success without readable words for a success: the service may have made a record', () => {
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

  it('has a meaning for every answer there can be, and calls only 2xx a success', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        fc.anything(),
        fc.option(fc.integer({ min: 0 })),
        fc.option(fc.string(), { nil: undefined }),
        (status, json, retryAfterMs, type) => {
          const meaning = readAnswer({ status, json, retryAfterMs, headers: { 'content-type': type } });
          const isYes = status >= 200 && status < 300;
          expect(meaning.kind === 'success' && !isYes).toBe(false);
          expect('code' in meaning ? meaning.code : '').toEqual(expect.any(String));
        },
      ),
    );
  });
});
