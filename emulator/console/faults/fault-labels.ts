// The labels of a fault: effect and match.
import type { FaultView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import type { CallInput } from '../client/client.ts';
import { messages } from '../messages/messages.ts';

export type NewFault = CallInput<'faults.add'>;

type Effect = FaultView['effect'];

export function effectLabel(effect: Effect): string {
  switch (effect.type) {
    case 'status':
      return String(effect.status);
    case 'done-then':
      return messages.faults.doneThen(effect.status);
    case 'latency':
      return delayLabel(effect.ms);
    case 'drop':
      return effect.when === 'before' ? messages.faults.dropBefore : messages.faults.dropAfter;
    case 'cut':
      return messages.faults.cut(effect.afterBytes);
    case 'garbage':
      return messages.faults.garbage;
    case 'throttle':
      return messages.faults.throttle(effect.bytesPerSecond);
    default:
      // A new effect.
      return (effect as Effect).type;
  }
}

function delayLabel(delay: (Effect & { type: 'latency' })['ms']): string {
  if (typeof delay !== 'object') return messages.faults.latency(delay);
  if ('list' in delay) return messages.faults.latencies(delay.list);
  return messages.faults.typicalLatency('normal' in delay ? delay.normal.mean : delay.logNormal.median);
}

export function matchLabel({ method, path, grantType, clientId, pilot }: FaultView['match']): string {
  const { targets, ofPilot, ofApplication, ofBoth } = messages.faults;
  const what =
    method === 'POST' && path === '/api/v1/flights'
      ? targets.upload
      : grantType === 'refresh_token'
        ? targets.refresh
        : visible([method, path, grantType].filter(Boolean).join(' ')) || targets.any;
  const [by, via] = [visible(pilot ?? ''), visible(clientId ?? '')];
  if (by !== '' && via !== '') return ofBoth(what, by, via);
  if (by !== '') return ofPilot(what, by);
  return via === '' ? what : ofApplication(what, via);
}

/** `0 of 1`, `4 so far`. */
export const countLabel = ({ fired, times }: FaultView): string =>
  times === null ? messages.faults.soFar(fired) : messages.faults.ofTimes(fired, times);

/** Whether it has applied to all its requests. */
export const isSpent = ({ fired, times }: FaultView): boolean => times !== null && fired >= times;

// Faults that can be added with one click.
type Match = NewFault['match'];

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
