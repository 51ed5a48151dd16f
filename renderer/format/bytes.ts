// Sizes of files. A megabyte has 1,048,576 bytes, as in the settings' maximum file size.
import { locale } from '../text.ts';

const KILO = 1024;
const MEGA = KILO * KILO;

const unit = (name: string, digits: number, unitDisplay: 'short' | 'long' = 'short') =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const plain = (digits: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

const formats = {
  bytes: unit('byte', 0, 'long'),
  kilobytes: unit('kilobyte', 0),
  megabytes: unit('megabyte', 1),
  wholeMegabytes: unit('megabyte', 0),
  whole: plain(0),
  tenths: plain(1),
};

/** `12.4 MB`, `340 kB`, `20 bytes`. */
export function size(bytes: number): string {
  if (bytes < KILO) return formats.bytes.format(bytes);
  if (bytes < MEGA / 2) return formats.kilobytes.format(bytes / KILO);
  return (bytes / MEGA >= 100 ? formats.wholeMegabytes : formats.megabytes).format(bytes / MEGA);
}

/** Both in the unit of the whole: `['1.0', '1.6 MB']`. */
export function sizePair(part: number, whole: number): readonly [string, string] {
  if (whole < MEGA / 2) return [formats.whole.format(part / KILO), formats.kilobytes.format(whole / KILO)];
  return [(whole / MEGA >= 100 ? formats.whole : formats.tenths).format(part / MEGA), size(whole)];
}
