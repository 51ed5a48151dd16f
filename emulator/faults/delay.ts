// The delay of a latency fault: fixed, drawn from a distribution, or the next of a list. Drawn from the seed, so runs repeat.

import { drawFor } from './draw.ts';
import type { Delay, Fault } from '../world/world.ts';

export function delayMs(delay: Delay, { id, fired }: Pick<Fault, 'id' | 'fired'>, seed: string): number {
  if (typeof delay === 'number') return delay;
  if ('list' in delay) return delay.list[(fired - 1) % delay.list.length] ?? 0;
  const deviate = standardNormal(id, fired, seed);
  if ('normal' in delay) return Math.max(0, Math.round(delay.normal.mean + delay.normal.deviation * deviate));
  return Math.round(delay.logNormal.median * Math.exp(delay.logNormal.sigma * deviate));
}

/** Box-Muller. */
function standardNormal(id: number, fired: number, seed: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - drawFor(`delay ${id} ${fired} a ${seed}`)));
  return radius * Math.cos(2 * Math.PI * drawFor(`delay ${id} ${fired} b ${seed}`));
}
