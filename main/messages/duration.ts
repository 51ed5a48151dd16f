// How long something takes, in the units that fit: the one place where durations and differences of clocks get them.
import { message, type Message } from './message.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365.2425 * DAY_MS;
/** From here on the smaller of two units says nothing. */
const MANY = 10;

/**
 * `20 s`, `4 min`, `2 h 10 min`, `3 d 4 h`, `20 years`: the two largest units that matter, rounded down, never negative.
 * @param smallest with `seconds`, `4 min 5 s`; with `milliseconds`, `350 ms` as well
 */
export function durationMessage(ms: number, smallest: 'milliseconds' | 'seconds' | 'minutes' = 'minutes'): Message {
  const length = Math.max(0, ms);
  const whole = (unitMs: number) => Math.floor(length / unitMs);
  if (smallest === 'milliseconds' && length < SECOND_MS)
    return message('shared.duration.milliseconds', { n: Math.round(length) });
  if (length < MINUTE_MS) return message('shared.duration.seconds', { n: whole(SECOND_MS) });
  if (length < HOUR_MS && smallest !== 'minutes') {
    const [minutes, seconds] = [whole(MINUTE_MS), whole(SECOND_MS) % 60];
    return seconds === 0
      ? message('shared.duration.minutes', { n: minutes })
      : message('shared.duration.minutesSeconds', { minutes, seconds });
  }
  if (length < DAY_MS) return hoursMessage(whole(MINUTE_MS));
  if (length >= 2 * YEAR_MS) return message('shared.duration.years', { n: whole(YEAR_MS) });
  const [days, hours] = [whole(DAY_MS), whole(HOUR_MS) % 24];
  return hours === 0 || days >= MANY
    ? message('shared.duration.days', { n: days })
    : message('shared.duration.daysHours', { days, hours });
}

/** Whole minutes as `48 min`, `2 h` or `130 h 5 min`, as flights are counted. */
export function hoursMessage(wholeMinutes: number): Message {
  const [hours, minutes] = [Math.floor(wholeMinutes / 60), wholeMinutes % 60];
  if (hours === 0) return message('shared.duration.minutes', { n: minutes });
  return minutes === 0
    ? message('shared.duration.hours', { n: hours })
    : message('shared.duration.hoursMinutes', { hours, minutes });
}
