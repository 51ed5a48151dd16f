// Durations, with the unit symbols that the emulator's rules use. Intl has “3.2 secs” and “3.2s” only.
import { locale } from './number.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const withUnit = (symbol: 'ms' | 's' | 'min' | 'h' | 'd', options?: Intl.NumberFormatOptions) => {
  const numbers = new Intl.NumberFormat(locale, options);
  return (amount: number) => `${numbers.format(amount)} ${symbol}`;
};
const shortMs = withUnit('ms', { maximumFractionDigits: 1 });
const wholeMs = withUnit('ms', { maximumFractionDigits: 0 });
const seconds = withUnit('s', { maximumFractionDigits: 2 });
const signedSeconds = withUnit('s', { signDisplay: 'exceptZero' });
const signedMinutes = withUnit('min', { signDisplay: 'exceptZero' });
const [days, hours] = [withUnit('d'), withUnit('h')];
const dayAndHour = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' });
const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });

/** `0:05`, `12:00`, `1:02:03`, `29 d 23 h`; never negative. Rounded up, so `0:00` means now. */
export function countdown(ms: number): string {
  if (ms >= 2 * dayMs)
    return dayAndHour.format([days(Math.floor(ms / dayMs)), hours(Math.floor((ms % dayMs) / hourMs))]);
  const left = Math.max(0, Math.ceil(ms / secondMs));
  const [h, m, s] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), twoDigits.format(left % 60)];
  return h > 0 ? `${h}:${twoDigits.format(m)}:${s}` : `${m}:${s}`;
}

/** `0.4 ms`, `12 ms`, `3.2 s` */
export function duration(ms: number): string {
  if (ms < 10) return shortMs(ms);
  return ms < secondMs ? wholeMs(ms) : seconds(ms / secondMs);
}

/** `-60 s`, `+10 s` */
export const secondsFromNow = (s: number): string => signedSeconds(s);

/** `+15 min` */
export const minutesFromNow = (minutes: number): string => signedMinutes(minutes);
