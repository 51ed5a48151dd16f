// The emulator's time, extrapolated from the last known state of its clock.
import type { ClockState } from '../../api-types.ts';
import { createCell } from './cell.ts';
import { every, machineNow } from './machine-time.ts';

export type ServiceClock = {
  /** Null before the first state. */
  state(): ClockState | null;
  update(state: ClockState): void;
  /** Milliseconds since 1970 UTC; 0 before the first state. */
  now(): number;
  /**
   * Rounded to a step, for fewer renders. A frozen or slow clock is not rounded, because it would lag behind.
   */
  steppedNow(stepMs: number): number;
  /** When the clock was changed. */
  onChange(listener: () => void): () => void;
  /** Several times a second, and when the clock changes. */
  onTick(listener: () => void): () => void;
};

const tickMs = 200;

export function createClockSkew(): ServiceClock {
  const latest = createCell<{ state: ClockState; nowMs: number; atMs: number } | null>(null);
  const listeners = new Set<() => void>();
  let stop = () => {};
  const notify = () => {
    for (const listener of listeners) listener();
  };

  const now = () => {
    const known = latest.get();
    if (known === null) return 0;
    const { state, nowMs, atMs } = known;
    return state.frozen ? nowMs : nowMs + (machineNow() - atMs) * state.scale;
  };

  return {
    state: () => latest.get()?.state ?? null,
    update(state) {
      latest.set({ state, nowMs: Date.parse(state.now), atMs: machineNow() });
      notify();
    },
    now,
    steppedNow(stepMs) {
      const { frozen = true, scale = 1 } = latest.get()?.state ?? {};
      const step = stepMs * Math.min(1, scale);
      return frozen ? now() : Math.floor(now() / step) * step;
    },
    onChange: latest.subscribe,
    onTick(listener) {
      if (listeners.size === 0) stop = every(tickMs, notify);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
