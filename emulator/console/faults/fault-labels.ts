// The labels of a fault, in the words of its call, and those that are added with one click.
import type { FaultView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import type { CallInput } from '../client/client.ts';
import { messages } from '../messages/messages.ts';

type NewFault = CallInput<'faults.add'>;

/** `status 503`, `latency 3000`, `drop after` */
export function effectLabel({ type, ...members }: FaultView['effect']): string {
  const { body: _body, headers: _headers, ...shown } = members as Record<string, unknown>;
  return [type, ...Object.values(shown).map(textOf)].join(' ');
}

/** `POST /api/v1/flights demo` */
export const matchLabel = (match: FaultView['match']): string =>
  visible(Object.values(match).map(textOf).join(' ')) || messages.faults.targets.any;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** `0 of 1`, `4 so far`. */
export const countLabel = ({ fired, times }: FaultView): string =>
  times === null ? messages.faults.soFar(fired) : messages.faults.ofTimes(fired, times);

/** Whether it has applied to all its requests. */
export const isSpent = ({ fired, times }: FaultView): boolean => times !== null && fired >= times;

export const targets = {
  any: {},
  upload: { method: 'POST', path: '/api/v1/flights' },
  refresh: { method: 'POST', path: '/oauth/token', grantType: 'refresh_token' },
} satisfies Record<string, NewFault['match']>;

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
} satisfies Record<string, NewFault['effect']>;

export type Preset = keyof typeof presets;

/** The next request only. */
export const presetFault = (preset: Preset, target: Target): NewFault => ({
  match: targets[target],
  skip: 0,
  times: 1,
  probability: 1,
  effect: presets[preset],
});
