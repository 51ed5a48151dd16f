// Faults that can be added with one click.
import type { FaultRequest } from '../../api-types.ts';

type Match = NonNullable<FaultRequest['match']>;
type Effect = FaultRequest['effect'];

export const targets = {
  any: {},
  upload: { method: 'POST', path: '/api/v1/flights' },
  refresh: { method: 'POST', path: '/oauth/token', grantType: 'refresh_token' },
} satisfies Record<string, Match>;

export type Target = keyof typeof targets;

/** In the order of the buttons. */
export const presets = {
  down: { type: 'status', status: 503, body: { detail: 'service_unavailable' } },
  limited: {
    type: 'status',
    status: 429,
    body: { detail: 'rate_limit_exceeded' },
    headers: { 'retry-after': '5' },
  },
  lostBefore: { type: 'drop', when: 'before' },
  lostAfter: { type: 'drop', when: 'after' },
  cut: { type: 'cut', afterBytes: 20 },
  garbage: { type: 'garbage' },
  slow: { type: 'latency', ms: 3000 },
  throttle: { type: 'throttle', bytesPerSecond: 50 },
} satisfies Record<string, Effect>;

export type Preset = keyof typeof presets;

/** The next request only. */
export const presetFault = (preset: Preset, target: Target): FaultRequest => ({
  match: targets[target],
  times: 1,
  effect: presets[preset],
});
