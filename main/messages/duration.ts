// How long something takes, in the units that fit: the one place where durations and differences of clocks get them.
import { message, type Message } from './message.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const yearMs = 365.2425 * dayMs;
/** From here on the smaller of two units says nothing. */
const many = 10;

/**
 * `20 s`, `4 min`, `2 h 10 min`, `3 d 4 h`, `20 years`: the two largest units that matter, rounded down, never negative.
 * @param smallest with `seconds`, `4 min 5 s`; with `milliseconds`, `350 ms` as well
 */
export function durationMessage(ms: number, smallest: 'milliseconds' | 'seconds' | 'minutes' = 'minutes'): Message {
  const length = Math.max(0, ms);
  const whole = (unitMs: number) => Math.floor(length / unitMs);
  if (smallest === 'milliseconds' && length < secondMs)
    return message('shared.duration.milliseconds', { n: Math.round(length) });
  if (length < minuteMs) return message('shared.duration.seconds', { n: whole(secondMs) });
  if (length < hourMs && smallest !== 'minutes') {
    const [minutes, seconds] = [whole(minuteMs), whole(secondMs) % 60];
    return seconds === 0
      ? message('shared.duration.minutes', { n: minutes })
      : message('shared.duration.minutesSeconds', { minutes, seconds });
  }
  if (length < dayMs) return hoursMessage(whole(minuteMs));
  if (length >= 2 * yearMs) return message('shared.duration.years', { n: whole(yearMs) });
  const [days, hours] = [whole(dayMs), whole(hourMs) % 24];
  return hours === 0 || days >= many
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
