import { describe, expect, it } from 'vitest';
import { filterRequests, noFilter } from '../../../emulator/console/requests/request.ts';
import type { JournalEntry } from '../../../emulator/api-types.ts';

const entry = (id: number, change: Partial<JournalEntry> = {}): JournalEntry => ({
  id,
  at: '2026-05-12T12:00:00.000Z',
  durationMs: 1,
  method: 'GET',
  path: '/api/v1/flights',
  status: 200,
  outcome: 'answered',
  clientId: null,
  pilot: null,
  grantType: null,
  rule: null,
  hint: null,
  fault: null,
  ...change,
});

const entries = [
  entry(1, { method: 'POST', pilot: 'demo' }),
  entry(2, { path: '/oauth/token', method: 'POST', status: 400, rule: 'invalid_grant: used before' }),
  entry(3, { outcome: 'dropped', status: null, fault: 4 }),
  entry(4, { outcome: 'open', status: null, durationMs: null, pilot: 'second' }),
];
const ids = (filter: Partial<typeof noFilter>, upToId: number | null = null) =>
  filterRequests(entries, { ...noFilter, ...filter }, upToId).map(({ id }) => id);

describe('the filter of requests', () => {
  it.each([
    ['all, newest first', {}, [4, 3, 2, 1]],
    ['refused ones and those that a client never got', { kind: 'refused' }, [3, 2]],
    ['uploads', { kind: 'uploads' }, [1]],
    ['those to the token endpoint', { kind: 'tokens' }, [2]],
    ['those that a fault touched', { kind: 'faults' }, [3]],
    ['those of a pilot', { pilot: 'second' }, [4]],
    ['those that have every word, regardless of case', { text: 'POST Used' }, [2]],
    ['none where a word is nowhere', { text: 'post nowhere' }, []],
  ] as const)('keeps %s', (_words, filter, expected) => {
    expect(ids(filter)).toEqual(expected);
  });

  it('counts a sign-in that was refused by redirect as an error', () => {
    const signIn = (rule: string) => entry(1, { path: '/oauth/authorize', status: 303, rule });
    const refused = (rule: string) => filterRequests([signIn(rule)], { ...noFilter, kind: 'refused' }, null).length;
    expect(['invalid_scope: scope is missing', 'access_denied: the pilot denied access'].map(refused)).toEqual([1, 1]);
    expect(refused('approved: by demo, ac_‹g0qjXs› lives 1 min')).toBe(0);
  });

  it('hides requests newer than the one the list is paused at', () => {
    expect(ids({}, 2)).toEqual([2, 1]);
  });
});
