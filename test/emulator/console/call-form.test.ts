import { describe, expect, it } from 'vitest';
import { inputOf, membersOf } from '../../../emulator/console/elements/call-form.tsx';
import type { Draft } from '../../../emulator/console/elements/form.tsx';

const read = (call: Parameters<typeof membersOf>[0], draft: Draft) => inputOf(membersOf(call, draft), draft);

describe('the form of a call', () => {
  it('sends only what is filled in', () => {
    expect(
      read('faults.add', { 'match.path': '/oauth/*', times: '', 'effect.type': 'drop', 'effect.when': 'after' }),
    ).toEqual({ match: { path: '/oauth/*' }, effect: { type: 'drop', when: 'after' } });
  });

  it.each([
    [
      { type: 'latency', ms: '1.5s' },
      { type: 'latency', ms: '1.5s' },
    ],
    [
      { type: 'latency', ms: '{"list":["1s"]}' },
      { type: 'latency', ms: { list: ['1s'] } },
    ],
    [
      { type: 'status', status: '503', body: 'no JSON', headers: 'Retry-After: 7\n' },
      { type: 'status', status: 503, body: 'no JSON', headers: { 'Retry-After': '7' } },
    ],
    [
      { type: 'status', status: 'four', afterBytes: 'of another effect' },
      { type: 'status', status: 'four' },
    ],
  ])('reads the effect %o', (typed, effect) => {
    const draft = Object.fromEntries(Object.entries(typed).map(([name, value]) => [`effect.${name}`, value]));
    expect(read('faults.add', draft)).toEqual({ effect });
  });

  it('reads lines as a list, numbers as numbers, and a text that looks like one as a text', () => {
    expect(read('applications.add', { clientId: '7', redirectUris: 'http://a/\n\nhttp://b/' })).toEqual({
      clientId: '7',
      redirectUris: ['http://a/', 'http://b/'],
    });
    expect(read('flights.add', { count: '3', isArchived: 'true' })).toEqual({ count: 3, isArchived: true });
    expect(read('flights.check', { pax: ' 118 ', cargo_kg: 'NaN' })).toEqual({ pax: 118, cargo_kg: 'NaN' });
  });
});
