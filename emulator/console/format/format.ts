// Numbers, sizes, durations, dates, lists and plurals of the console's language.

/** The console is in English, with British dates and a 24-hour clock. */
const locale = 'en-GB';

const numbers = new Intl.NumberFormat(locale);
const signs = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
const percents = new Intl.NumberFormat(locale, { style: 'percent' });
const rules = new Intl.PluralRules(locale);
const plainLists = new Intl.ListFormat(locale, { type: 'unit' });

/** `10,000` */
export const number = (n: number): string => numbers.format(n);

/** `+120` */
export const signed = (n: number): string => signs.format(n);

/** `50%` of 0.5 */
export const percent = (share: number): string => percents.format(share);

/** Chooses the form that a number requires. */
export const plural = (n: number, forms: { one: string; other: string }): string =>
  rules.select(n) === 'one' ? forms.one : forms.other;

/** `a, b, c` */
export const plainList = (items: readonly string[]): string => plainLists.format(items);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
const formats = units.map(
  (unit, step) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: 1,
    }),
);

/** `980 bytes`, `1.6 MB` */
export function bytes(amount: number): string {
  const step = amount < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(amount) / 3));
  return formats[step]!.format(amount / 1000 ** step);
}

// Durations, with the unit symbols that the emulator's rules use. Intl has “3.2 secs” and “3.2s” only.
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

/** `+15 min` */
export const minutesFromNow = (minutes: number): string => signedMinutes(minutes);

// Dates and times in UTC. `Z` is the aviation sign of UTC, written by the messages.
const format = (options: Intl.DateTimeFormatOptions): ((ms: number) => string) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format;

/** `14:02:11` */
export const clockTime = format({ timeStyle: 'medium' });

/** `14:02:11.043` */
export const clockTimeExactly = format({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `12 May 2026` */
export const day = format({ dateStyle: 'medium' });

/** `12 May 2026, 14:02:11` */
export const dateTime = format({ dateStyle: 'medium', timeStyle: 'medium' });
