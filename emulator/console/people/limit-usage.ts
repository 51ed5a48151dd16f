// The remaining limit at a time, computed from the last state that the emulator reported.
import type { LimitView } from '../../api-types.ts';

export type LimitUsage = {
  used: number;
  level: 'free' | 'filling' | 'full';
  /** 0 if it is allowed now. */
  requestInMs: number;
  /** An upload also needs a free slot in the window. */
  uploadInMs: number;
};

const fillingFrom = 0.7;

export function usageAt(
  { requestsAt, windowMs, limit, mayRequestAt, mayUploadAt }: LimitView,
  nowMs: number,
): LimitUsage {
  const used = requestsAt.filter((at) => Date.parse(at) > nowMs - windowMs).length;
  const requestInMs = used < limit ? 0 : Math.max(0, Date.parse(mayRequestAt) - nowMs);
  return {
    used,
    level: used >= limit ? 'full' : used >= limit * fillingFrom ? 'filling' : 'free',
    requestInMs,
    uploadInMs: Math.max(requestInMs, Date.parse(mayUploadAt) - nowMs, 0),
  };
}
