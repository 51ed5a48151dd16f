import { describe, expect, it } from 'vitest';
import { freshDraft, readDraft } from '../../../emulator/console/faults/fault-draft.ts';
import type { FaultDraft } from '../../../emulator/console/faults/fault-draft.ts';

const read = (change: Partial<FaultDraft>) => readDraft({ ...freshDraft, ...change });

describe('the fault form', () => {
  it('defaults to 503 for the next request', () => {
    expect(readDraft(freshDraft)).toEqual({
      fault: {
        match: {},
        skip: 0,
        times: 1,
        probability: 1,
        effect: { type: 'status', status: 503, body: { detail: 'service_unavailable' } },
      },
    });
  });

  it('matches the fields that are filled in, and all requests when no number is given', () => {
    expect(read({ path: '/oauth/*', pilot: 'demo', times: '', kind: 'drop-after' })).toEqual({
      fault: {
        match: { path: '/oauth/*', pilot: 'demo' },
        skip: 0,
        times: null,
        probability: 1,
        effect: { type: 'drop', when: 'after' },
      },
    });
  });

  it.each([
    [
      { kind: 'latency', amount: '1.5s' },
      { type: 'latency', ms: 1500 },
    ],
    [
      { kind: 'cut', amount: '4KiB' },
      { type: 'cut', afterBytes: 4096 },
    ],
    [
      { kind: 'throttle', amount: '50B' },
      { type: 'throttle', bytesPerSecond: 50 },
    ],
    [
      { body: 'no JSON', headers: 'Retry-After: 7\n' },
      { type: 'status', status: 503, body: 'no JSON', headers: { 'retry-after': '7' } },
    ],
    [{ body: '' }, { type: 'status', status: 503 }],
    [
      { kind: 'done-then', body: '' },
      { type: 'done-then', status: 503 },
    ],
    [
      { kind: 'done-then', status: '404', body: 'no', amount: '1B' },
      { type: 'done-then', status: 404, body: 'no', afterBytes: 1 },
    ],
  ] as const)('reads %o', (change, effect) => {
    expect(read(change)).toMatchObject({ fault: { effect } });
  });

  it.each([
    [{ status: '4x' }, 'status'],
    [{ times: '0' }, 'times'],
    [{ skip: '-1' }, 'skip'],
    [{ probability: '2' }, 'probability'],
    [{ kind: 'latency', amount: 'soon' }, 'amount'],
    [{ headers: 'no colon' }, 'headers'],
  ] as const)('names the invalid field in %o', (change, name) => {
    expect(read(change)).toEqual({ wrong: { [name]: expect.any(String) } });
  });
});
