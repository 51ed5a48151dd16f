// The browser's own time, which the console only draws by. The service's time comes from the emulator and is carried on
// from here (clock-skew.ts). This is the one place in the console that touches timers.
/* oxlint-disable no-restricted-globals, no-restricted-properties -- that rule keeps the service on its own clock; a page has none but the browser's */

/** Milliseconds that never run backwards. */
export const machineNow = (): number => performance.now();

/** The answer takes it back. */
export function after(delayMs: number, action: () => void): () => void {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
}

/** The answer ends it. */
export function every(periodMs: number, action: () => void): () => void {
  const timer = setInterval(action, periodMs);
  return () => clearInterval(timer);
}

/** Before the next image is drawn, or soon where none is drawn (a page in the background). */
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
