// The labels of a fault: effect and match.
import type { FaultView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { bytes } from '../format/bytes.ts';
import { duration } from '../format/span.ts';
import { messages } from '../messages/messages.ts';

type Effect = FaultView['effect'];

export function effectWords(effect: Effect): string {
  switch (effect.type) {
    case 'status':
      return messages.faults.status(effect.status);
    case 'done-then':
      return messages.faults.doneThen(effect.status);
    case 'latency':
      return messages.faults.latency(delayWords(effect.ms));
    case 'drop':
      return effect.when === 'before' ? messages.faults.dropBefore : messages.faults.dropAfter;
    case 'cut':
      return messages.faults.cut(bytes(effect.afterBytes));
    case 'garbage':
      return messages.faults.garbage;
    case 'throttle':
      return messages.faults.throttle(bytes(effect.bytesPerSecond));
  }
}

function delayWords(delay: (Effect & { type: 'latency' })['ms']): string {
  if (typeof delay !== 'object') return duration(delay);
  if ('list' in delay) return delay.list.map((ms) => duration(ms)).join(', ');
  return `≈ ${duration('normal' in delay ? delay.normal.mean : delay.logNormal.median)}`;
}

export function matchWords({ method, path, grantType, clientId, pilot }: FaultView['match']): string {
  if (method === 'POST' && path === '/api/v1/flights') return withWhom(messages.faults.targets.upload, clientId, pilot);
  if (grantType === 'refresh_token') return withWhom(messages.faults.targets.refresh, clientId, pilot);
  const what = visible([method, path, grantType].filter(Boolean).join(' '));
  return withWhom(what === '' ? messages.faults.targets.any : what, clientId, pilot);
}

const withWhom = (what: string, ...whom: (string | undefined)[]) =>
  [what, ...whom.filter((one) => one !== undefined).map(visible)].join(', ');

/** `0 of 1`, `4 so far`. */
export const countWords = ({ fired, times }: FaultView): string =>
  times === null ? messages.faults.soFar(fired) : messages.faults.ofTimes(fired, times);

/** Whether it has applied to all its requests. */
export const isSpent = ({ fired, times }: FaultView): boolean => times !== null && fired >= times;
