import { describe, expect, it } from 'vitest';
import { faultOf, freshDraft } from '../../../emulator/console/faults/fault-form.tsx';
import type { Draft } from '../../../emulator/console/elements/form.tsx';

const read = (change: Draft) => faultOf({ ...freshDraft, ...change });

describe('the fault form', () => {
  it('defaults to 503 for the next request', () => {
    expect(faultOf(freshDraft)).toEqual({
      match: {},
      skip: 0,
      times: 1,
      probability: 1,
      effect: { type: 'status', status: 503, body: { detail: 'service_unavailable' } },
    });
  });

  it('matches the fields that are filled in, and all requests when no number is given', () => {
    expect(read({ path: '/oauth/*', pilot: 'demo', times: '', kind: 'drop', 'drop.when': 'after' })).toEqual({
      match: { path: '/oauth/*', pilot: 'demo' },
      skip: 0,
      times: null,
      probability: 1,
      effect: { type: 'drop', when: 'after' },
    });
  });

  it.each([
    [
      { kind: 'latency', 'latency.ms': '1.5s' },
      { type: 'latency', ms: '1.5s' },
    ],
    [
      { kind: 'latency', 'latency.ms': '{"list":["1s"]}' },
      { type: 'latency', ms: { list: ['1s'] } },
    ],
    [
      { 'status.body': 'no JSON', 'status.headers': 'Retry-After: 7\n' },
      { type: 'status', status: 503, body: 'no JSON', headers: { 'retry-after': '7' } },
    ],
    [{ 'status.body': '' }, { type: 'status', status: 503 }],
    [{ 'status.status': 'four' }, { type: 'status', status: 'four' }],
    [
      { kind: 'done-then', 'done-then.status': '404', 'done-then.body': 'no', 'done-then.afterBytes': '1B' },
      { type: 'done-then', status: 404, body: 'no', afterBytes: '1B' },
    ],
  ] as const)('reads %o', (change, effect) => {
    expect(read(change as unknown as Draft)).toMatchObject({ effect });
  });
});
