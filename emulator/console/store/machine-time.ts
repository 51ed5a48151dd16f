// The browser's timers, used for rendering only; the emulator's time is in clock.ts. The one place in the console with
// timers.
/* oxlint-disable no-restricted-globals, no-restricted-properties -- the rule is for the emulator's clock; a page has only the browser's timers */

/** Monotonic milliseconds. */
export const machineNow = (): number => performance.now();

/** Returns a function that cancels it. */
export function after(delayMs: number, action: () => void): () => void {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
}

/** Returns a function that stops it. */
export function every(periodMs: number, action: () => void): () => void {
  const timer = setInterval(action, periodMs);
  return () => clearInterval(timer);
}

/** Before the next frame, or soon on a background page. */
export function beforeNextFrame(action: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    action();
  };
  requestAnimationFrame(once);
  after(250, once);
}
