// What is left of a limit at a moment: the emulator said how it was, requests have left the window since.
import type { LimitView } from '../../api-types.ts';

export interface Room {
  used: number;
  level: 'free' | 'filling' | 'full';
  /** 0 where it may go now. */
  requestInMs: number;
  /** An upload needs room in the window as well. */
  uploadInMs: number;
}

const fillingFrom = 0.7;

export function roomAt({ requestsAt, windowMs, limit, mayRequestAt, mayUploadAt }: LimitView, nowMs: number): Room {
  const used = requestsAt.filter((at) => Date.parse(at) > nowMs - windowMs).length;
  const requestInMs = used < limit ? 0 : Math.max(0, Date.parse(mayRequestAt) - nowMs);
  return {
    used,
    level: used >= limit ? 'full' : used >= limit * fillingFrom ? 'filling' : 'free',
    requestInMs,
    uploadInMs: Math.max(requestInMs, Date.parse(mayUploadAt) - nowMs, 0),
  };
}
