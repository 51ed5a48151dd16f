// The faults of a crash campaign: every kind the emulator has, on uploads, reads and refreshes.
import type { FaultRequest } from '../../../emulator/emulator.ts';

type Effect = FaultRequest['effect'];
const some = (match: FaultRequest['match'], faults: readonly (readonly [number, Effect])[]): FaultRequest[] =>
  faults.map(([probability, effect]) => ({ ...(match && { match }), probability, effect }));

const uploads = { method: 'POST', path: '/api/v1/flights' };
const reads = { method: 'GET', path: '/api/v1/flights*' };
const refreshes = { grantType: 'refresh_token' };
const profile = { path: '/oauth/userinfo' };
const html = { 'content-type': 'text/html' };

export const mishaps: readonly FaultRequest[] = [
  ...some(uploads, [
    [0.03, { type: 'drop', when: 'before' }],
    [0.03, { type: 'drop', when: 'after' }],
    [0.02, { type: 'cut', afterBytes: 0 }],
    [0.02, { type: 'cut', afterBytes: 40 }],
    [0.02, { type: 'garbage' }],
    [0.04, { type: 'latency', ms: 4_000 }],
    [0.03, { type: 'throttle', bytesPerSecond: 20_000 }],
    [0.02, { type: 'status', status: 500, body: 'Internal Server Error' }],
    [0.01, { type: 'status', status: 502, body: '<h1>Bad gateway</h1>', headers: html }],
    [0.02, { type: 'status', status: 503, headers: { 'retry-after': '7' } }],
    [0.01, { type: 'status', status: 504 }],
    [0.02, { type: 'status', status: 429, body: { detail: 'rate_limit_exceeded' }, headers: { 'retry-after': '3' } }],
    [0.02, { type: 'status', status: 429, body: { detail: 'too_fast' } }],
    [0.01, { type: 'status', status: 401, body: { detail: 'unauthorized' } }],
  ]),
  ...some(reads, [
    [0.03, { type: 'drop', when: 'before' }],
    [0.02, { type: 'cut', afterBytes: 30 }],
    [0.01, { type: 'garbage' }],
    [0.03, { type: 'latency', ms: 2_000 }],
    [0.02, { type: 'status', status: 500 }],
    [0.01, { type: 'status', status: 429, body: { detail: 'rate_limit_exceeded' } }],
  ]),
  ...some(refreshes, [
    [0.05, { type: 'drop', when: 'before' }],
    [0.07, { type: 'drop', when: 'after' }],
    [0.04, { type: 'cut', afterBytes: 20 }],
    [0.03, { type: 'garbage' }],
    [0.05, { type: 'status', status: 500 }],
    [0.05, { type: 'latency', ms: 5_000 }],
  ]),
  ...some(profile, [
    [0.1, { type: 'drop', when: 'before' }],
    [0.1, { type: 'status', status: 500 }],
  ]),
];
