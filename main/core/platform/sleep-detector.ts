// How long this machine has slept since the start. On Linux the timers' clock stops in a sleep and the time since boot
// does not: their difference is sleep, regardless of the wall clock and the process. On macOS and Windows both keep
// running, and the answer is always 0.

/** The two clocks are read one after the other, and one of them has a resolution of 10 ms. */
const LEAST_MS = 1_000;
/** The time since boot is read from a file, at most this often. */
const READ_EVERY_MS = 250;

/** @returns the sleep so far in ms; it only grows. */
export function createSleepDetector(clocks: { timersMs(): number; sinceBootMs(): number }): () => number {
  const apartMs = () => clocks.sinceBootMs() - clocks.timersMs();
  let awakeApartMs = apartMs();
  let sleptMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const timersMs = clocks.timersMs();
    if (timersMs - readAt < READ_EVERY_MS) return sleptMs;
    readAt = timersMs;
    const apart = apartMs();
    if (apart - awakeApartMs >= LEAST_MS) {
      sleptMs += apart - awakeApartMs;
      awakeApartMs = apart;
    }
    return sleptMs;
  };
}
