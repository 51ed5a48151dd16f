// How long this machine has slept since the start. On Linux the clock of the timers stands still meanwhile and the time
// since boot does not: what they are apart is sleep, and nothing else is: neither a wall clock that was set, nor a process
// that was stopped, nor a busy machine. On macOS and Windows both run through a sleep, and the answer is always 0.

/** The two clocks are read one after the other, and the coarser one in hundredths of a second. */
const LEAST_MS = 1_000;
/** The time since boot is a file: it is not read more often. */
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
