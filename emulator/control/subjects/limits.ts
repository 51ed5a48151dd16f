// Shows the rate limits used by each pair of application and pilot, by the rules of flights/limits.ts.

import { readsWithoutSubscription, requestsWithSubscription, windowMs } from '../../flights/limits.ts';
import type { EmulatorContext } from '../../context.ts';
import { partiesOf } from '../../world/world.ts';
import type { PairUsage } from '../../world/world.ts';
import { isoTime } from '../../clock/timestamps.ts';
import { pageByName, viewPage } from './paging.ts';
import type { LimitView, Page, PageRequest } from '../../api-types.ts';

export type LimitsControl = {
  list(request: PageRequest): Page<LimitView>;
};

export function createLimitsControl({
  world,
  settings,
  clock,
}: Pick<EmulatorContext, 'world' | 'settings' | 'clock'>): LimitsControl {
  const view = ([key, usage]: [string, PairUsage]): LimitView => {
    const [clientId, pilot] = partiesOf(key);
    const isWriter = world.applications.get(clientId)?.writeEnabled === true;
    const limit = isWriter ? requestsWithSubscription : readsWithoutSubscription;
    const nowMs = clock.now();
    const inside = usage.requestsAtMs.filter((atMs) => atMs > nowMs - windowMs);
    const leavingAtMs = inside.at(-limit);
    const isFull = inside.length >= limit && leavingAtMs !== undefined;
    return {
      clientId,
      pilot,
      limit,
      windowMs,
      used: inside.length,
      requestsAt: inside.map(isoTime),
      mayRequestAt: isoTime(isFull ? leavingAtMs + windowMs : nowMs),
      lastFlightId: usage.lastFlightId,
      minGapMs: settings.minGapMs,
      mayUploadAt: isoTime(Math.max(nowMs, (usage.waitFromMs ?? -Infinity) + settings.minGapMs)),
    };
  };
  return {
    list: (request) =>
      viewPage(
        pageByName(world.usage, ([key]) => key, request),
        view,
      ),
  };
}
