// The faults applied to refreshes: every kind the emulator has, at shares that leave most of them unaffected.
import type { FaultRequest } from '../../../emulator/api-types.ts';

type Effect = FaultRequest['effect'];

const html = { 'content-type': 'text/html' };

const faults: readonly (readonly [share: number, name: string, effect: Effect])[] = [
  [0.03, 'lost before the service did anything', { type: 'drop', when: 'before' }],
  [0.04, 'lost after the service did it', { type: 'drop', when: 'after' }],
  // Before the new refresh token, within it, and right after it.
  [0.01, 'cut off after 60 bytes', { type: 'cut', afterBytes: 60 }],
  [0.01, 'cut off after 150 bytes', { type: 'cut', afterBytes: 150 }],
  [0.02, 'cut off after 180 bytes', { type: 'cut', afterBytes: 180 }],
  [0.02, 'garbage', { type: 'garbage' }],
  [0.01, 'carried out, then a page', { type: 'done-then', status: 200, body: '<h1>', headers: html }],
  [0.01, 'carried out, then 404', { type: 'done-then', status: 404, body: { detail: 'not_found' } }],
  [0.01, 'carried out, then 503', { type: 'done-then', status: 503 }],
  [0.04, 'late by 20 s', { type: 'latency', ms: 20_000 }],
  [0.02, 'late by 60 s', { type: 'latency', ms: 60_000 }],
  [0.02, 'slow', { type: 'throttle', bytesPerSecond: 16 }],
  [0.04, '500', { type: 'status', status: 500, body: 'Internal Server Error' }],
  [0.02, '503 with Retry-After', { type: 'status', status: 503, headers: { 'retry-after': '20' } }],
  [0.03, '429', { type: 'status', status: 429, body: { error: 'slow_down' }, headers: { 'retry-after': '15' } }],
  [0.01, '502', { type: 'status', status: 502, body: 'Bad gateway' }],
  [0.01, '504', { type: 'status', status: 504, body: '' }],
];

export const mishaps: readonly { readonly name: string; readonly fault: FaultRequest }[] = faults.map(
  ([probability, name, effect]) => ({
    name,
    fault: { match: { grantType: 'refresh_token' }, probability, effect },
  }),
);
