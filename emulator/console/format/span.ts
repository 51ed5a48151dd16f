// Durations, with the units of the command line: `250ms`, `5s`, `2m`.
import { locale } from './number.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Unit = 'millisecond' | 'second' | 'minute' | 'hour' | 'day';

const unit = (name: Unit, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow', ...options });
const shortMs = unit('millisecond', { maximumFractionDigits: 1 });
const wholeMs = unit('millisecond', { maximumFractionDigits: 0 });
const seconds = unit('second', { maximumFractionDigits: 2 });
const signedSeconds = unit('second', { signDisplay: 'exceptZero' });
const signedMinutes = unit('minute', { signDisplay: 'exceptZero' });
const [days, hours] = [unit('day'), unit('hour')];
const dayAndHour = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' });
const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });

/** `0:05`, `12:00`, `1:02:03`, `29d 23h`; never negative. Rounded up, so `0:00` means now. */
export function countdown(ms: number): string {
  if (ms >= 2 * dayMs)
    return dayAndHour.format([days.format(Math.floor(ms / dayMs)), hours.format(Math.floor((ms % dayMs) / hourMs))]);
  const left = Math.max(0, Math.ceil(ms / secondMs));
  const [h, m, s] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), twoDigits.format(left % 60)];
  return h > 0 ? `${h}:${twoDigits.format(m)}:${s}` : `${m}:${s}`;
}

/** `0.4ms`, `12ms`, `3.2s` */
export function duration(ms: number): string {
  if (ms < 10) return shortMs.format(ms);
  return ms < secondMs ? wholeMs.format(ms) : seconds.format(ms / secondMs);
}

/** `-60s`, `+10s` */
export const secondsFromNow = (s: number): string => signedSeconds.format(s);

/** `+15m` */
export const minutesFromNow = (minutes: number): string => signedMinutes.format(minutes);
