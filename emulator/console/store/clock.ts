// The emulator's time, extrapolated from the last known state of its clock.
import type { ClockState } from '../../api-types.ts';
import { every, machineNow } from './machine-time.ts';

const tickMs = 200;

export function createServiceClock() {
  let known: { state: ClockState; nowMs: number; atMs: number } | null = null;
  const listeners = new Set<() => void>();
  let stop = () => {};
  const notify = () => {
    for (const listener of listeners) listener();
  };

  /** Milliseconds since 1970 UTC; 0 before the first state. */
  const now = () => {
    if (known === null) return 0;
    const { state, nowMs, atMs } = known;
    return state.frozen ? nowMs : nowMs + (machineNow() - atMs) * state.scale;
  };

  return {
    now,
    /** Null before the first state. */
    state: () => known?.state ?? null,
    update(state: ClockState) {
      known = { state, nowMs: Date.parse(state.now), atMs: machineNow() };
      notify();
    },
    /** Rounded to a step, for fewer renders. A frozen or slow clock is not rounded, because it would lag behind. */
    steppedNow(stepMs: number) {
      const { frozen = true, scale = 1 } = known?.state ?? {};
      const step = stepMs * Math.min(1, scale);
      return frozen ? now() : Math.floor(now() / step) * step;
    },
    /** Several times a second, and when the clock changes. Returns a function that stops it. */
    onTick(listener: () => void) {
      if (listeners.size === 0) stop = every(tickMs, notify);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
