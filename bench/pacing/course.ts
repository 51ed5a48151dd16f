// One course: everything that a strategy meets and can't choose, fixed beforehand, so that each strategy and the oracle
// meet the same.

/** Of one upload: from its first byte to the moment that the service counts, and from there to the answer. */
export interface Latency {
  thereMs: number;
  backMs: number;
}

export interface Sleep {
  fromMs: number;
  untilMs: number;
  /** Whether the monotonic clock stops during sleep, as on some systems. */
  clockStops: boolean;
}

export interface Course {
  /** The minimum wait before each upload, in the order in which they are accepted. */
  gapsMs: readonly number[];
  /** By upload, for each try of it. */
  latencies: readonly Latency[];
  /** A11: a refusal restarts the wait. */
  restarts: boolean;
  /** A12. */
  retryAfter: boolean;
  /** When another program of the pilot uploads, once each, in order. */
  othersMs: readonly number[];
  /** In order. */
  sleeps: readonly Sleep[];
}

/** The first time at or after this one at which the machine is awake. */
export const awakeFrom = ({ sleeps }: Course, atMs: number): number =>
  sleeps.find(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs)?.untilMs ?? atMs;

/** Converts real time to the machine's monotonic clock. */
export const monotonicAt = ({ sleeps }: Course, atMs: number): number =>
  sleeps.reduce(
    (monotonic, { fromMs, untilMs, clockStops }) =>
      clockStops ? monotonic - Math.max(0, Math.min(atMs, untilMs) - fromMs) : monotonic,
    atMs,
  );

/** When a timer set to a reading of the monotonic clock fires, with the machine awake. */
export function realAt(course: Course, monotonicMs: number): number {
  let real = monotonicMs;
  for (const { fromMs, untilMs, clockStops } of course.sleeps) {
    if (clockStops && real > fromMs) real += untilMs - fromMs;
  }
  return awakeFrom(course, real);
}
