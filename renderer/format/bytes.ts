// Formats file sizes. A megabyte has 1,048,576 bytes, as in the maximum file size of the settings.
import { perLocale } from '../text.ts';

const KILO = 1024;
const MEGA = KILO * KILO;

const formats = perLocale((locale) => {
  const plain = (digits: number, more: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more });
  const unit = (name: string, digits: number, unitDisplay: 'short' | 'long' = 'short') =>
    plain(digits, { style: 'unit', unit: name, unitDisplay });
  return {
    bytes: unit('byte', 0, 'long'),
    kilobytes: unit('kilobyte', 0),
    megabytes: unit('megabyte', 1),
    wholeMegabytes: unit('megabyte', 0),
    whole: plain(0),
    tenths: plain(1),
  };
});

/** `12.4 MB`, `340 kB`, `20 bytes`. */
export function size(bytes: number): string {
  const { bytes: few, kilobytes, megabytes, wholeMegabytes } = formats();
  if (bytes < KILO) return few.format(bytes);
  if (bytes < MEGA / 2) return kilobytes.format(bytes / KILO);
  return (bytes / MEGA >= 100 ? wholeMegabytes : megabytes).format(bytes / MEGA);
}

/** Both in the unit of the whole: `['1.0', '1.6 MB']`. */
export function sizePair(part: number, whole: number): readonly [string, string] {
  const { kilobytes, whole: wholes, tenths } = formats();
  if (whole < MEGA / 2) return [wholes.format(part / KILO), kilobytes.format(whole / KILO)];
  return [(whole / MEGA >= 100 ? wholes : tenths).format(part / MEGA), size(whole)];
}
