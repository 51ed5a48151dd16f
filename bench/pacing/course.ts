// One course: everything that a strategy meets and cannot choose, fixed beforehand, so that each strategy and the oracle
// meet the same.

/** Of one upload: from its first byte to the service's own moment, and from there to the answer. */
export interface Latency {
  thereMs: number;
  backMs: number;
}

export interface Sleep {
  fromMs: number;
  untilMs: number;
  /** Whether the monotonic clock stands still meanwhile, as it does on some systems. */
  clockStops: boolean;
}

export interface Course {
  /** The minimum wait before each upload, in the order in which they are accepted. */
  gapsMs: readonly number[];
  /** By upload, for each try of it. */
  latencies: readonly Latency[];
  /** A11: a refusal begins the wait anew. */
  restarts: boolean;
  /** A12. */
  retryAfter: boolean;
  /** When another program of the pilot's uploads, once each, in order. */
  othersMs: readonly number[];
  /** In order. */
  sleeps: readonly Sleep[];
}

/** The first moment at or after this one at which the machine is awake. */
export const awakeFrom = ({ sleeps }: Course, atMs: number): number =>
  sleeps.find(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs)?.untilMs ?? atMs;

/** Real time to the machine's monotonic clock. */
export const monotonicAt = ({ sleeps }: Course, atMs: number): number =>
  sleeps.reduce(
    (monotonic, { fromMs, untilMs, clockStops }) =>
      clockStops ? monotonic - Math.max(0, Math.min(atMs, untilMs) - fromMs) : monotonic,
    atMs,
  );

/** The moment at which a timer set to a reading of the monotonic clock goes off, the machine being awake. */
export function realAt(course: Course, monotonicMs: number): number {
  let real = monotonicMs;
  for (const { fromMs, untilMs, clockStops } of course.sleeps) {
    if (clockStops && real > fromMs) real += untilMs - fromMs;
  }
  return awakeFrom(course, real);
}
