import { expect, test } from 'vitest';
import { exchangeFailure } from '../../../../main/core/account/sign-in/exchange-failure.ts';

type Outcome = Parameters<typeof exchangeFailure>[1];

const mode = 'own-application';
const rows: readonly (readonly [string, Outcome, kind: string, requiredAction: string])[] = [
  ['the code is worth nothing', { kind: 'grant-refused', code: 'c' }, 'sign-in-refused', 'sign-in'],
  ['the request is refused', { kind: 'request-refused', code: 'c' }, 'sign-in-refused', 'sign-in'],
  ['the application is refused', { kind: 'application-refused', code: 'c', mode }, 'application-refused', 'settings'],
  ['nobody answers', { kind: 'not-uploaded', code: 'c', why: 'no-answer' }, 'service-unreachable', 'sign-in'],
  ['its name is unknown', { kind: 'not-uploaded', code: 'c', why: 'name-not-found' }, 'name-not-found', 'sign-in'],
  ['it is not trusted', { kind: 'not-uploaded', code: 'c', why: 'not-trusted' }, 'connection-not-trusted', 'sign-in'],
  ['the proxy refuses', { kind: 'not-uploaded', code: 'c', why: 'proxy' }, 'proxy-error', 'sign-in'],
  ['it is busy', { kind: 'not-done', code: 'c', why: 'busy', retryAfterMs: null }, 'service-error', 'sign-in'],
  ['it has an error', { kind: 'outcome-unknown', code: 'c', why: 'server-error' }, 'service-error', 'sign-in'],
  ['the answer is lost', { kind: 'outcome-unknown', code: 'c', why: 'lost' }, 'service-unreachable', 'sign-in'],
  ['a network answers', { kind: 'outcome-unknown', code: 'c', why: 'captive-portal' }, 'captive-portal', 'sign-in'],
  [
    'the answer is unknown',
    { kind: 'outcome-unknown', code: 'c', why: 'not-understood' },
    'answer-not-understood',
    'sign-in',
  ],
  [
    'the token is unusable',
    { kind: 'outcome-unknown', code: 'c', why: 'token-unusable' },
    'answer-not-understood',
    'sign-in',
  ],
  [
    'a 401 concerns the application',
    { kind: 'outcome-unknown', code: 'c', why: 'application', mode },
    'application-refused',
    'settings',
  ],
];

test.each(rows)('a code exchange fails with %s: the failure shows what to do', (_, outcome, kind, requiredAction) => {
  expect(exchangeFailure('The service', outcome)).toMatchObject({ kind, requiredAction, code: 'c' });
});

test('each reason has its own message, except those that are the same to the pilot', () => {
  const messages = new Set(rows.map(([, outcome]) => JSON.stringify(exchangeFailure('The service', outcome))));
  // Busy and an error; no answer and a lost one; the application, by a documented code or not.
  expect(messages.size).toBe(rows.length - 3);
});
