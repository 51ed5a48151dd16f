// Formats figures. The service's nullable fields are numbers, text or unknown (A6): text that is a plain number is
// shown as that number, other text unchanged, and an unknown value as `····`, never as zero or empty.
import { asNumber, type ServiceValue } from '../../main/contract/flight.ts';
import { hoursMessage } from '../../main/messages/duration.ts';
import { perLocale, t, text, unbroken } from '../text.ts';

export const unknownMark = '····';

const numberFormat = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const signedFormat = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
);

/** `2,140`, `-4`, `0.42`. */
export const number = (value: number) => numberFormat().format(value);
/** `+48`, `−4`, `0`: with a minus sign as wide as the plus, so that columns line up. */
export const signed = (value: number) => withMinus(signedFormat().formatToParts(value));

const withMinus = (parts: readonly Intl.NumberFormatPart[]) =>
  parts.map(({ type, value }) => (type === 'minusSign' ? '−' : value)).join('');

const ratingFormat = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
);
/** `+0.40`, `−0.05`: always with two digits. */
export const rating = (value: number) => withMinus(ratingFormat().formatToParts(value));

/** Formats a number with `asDrawn`. Returns other text unchanged, and `····` for an unknown value. */
export function amount(value: ServiceValue, asDrawn: (value: number) => string = number): string {
  const figure = asNumber(value);
  if (figure !== null) return asDrawn(figure);
  return value === null || String(value).trim() === '' ? unknownMark : String(value);
}

/** Whether the service has sent a value. */
export const isKnown = (value: ServiceValue) => amount(value) !== unknownMark;

/** Whether a flight carried cargo and nobody. */
export const isCargo = ({ pax, cargoKg }: { readonly pax: ServiceValue; readonly cargoKg: ServiceValue }) =>
  asNumber(pax) === 0 && (asNumber(cargoKg) ?? 0) > 0;

export const kilograms = (value: ServiceValue) => amount(value, (n) => t('window.detail.kilograms', { n }));

/** Minutes as `2 h 48 min`. */
export function minutes(value: number): string {
  const whole = Math.round(Math.abs(value));
  const span = text(hoursMessage(whole));
  return value < 0 ? t('window.time.minus', { span }) : span;
}

/** Formats a text field of the record: `UNKNOWN` and empty text are unknown. */
export const knownText = (value: string): string => toldText(value) || unknownMark;

/** The same, and empty where it is unknown. */
export function toldText(value: string): string {
  const plain = value.trim();
  return plain === 'UNKNOWN' ? '' : plain;
}

// Formats file sizes. A megabyte has 1,048,576 bytes, as in the maximum file size of the settings.

const kilo = 1024;
const mega = kilo * kilo;

const formats = perLocale((locale) => {
  const plain = (digits: number, more: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more });
  const unit = (name: string, digits: number, unitDisplay: 'short' | 'long' = 'short') => {
    const { format } = plain(digits, { style: 'unit', unit: name, unitDisplay });
    return (value: number) => unbroken(format(value));
  };
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
  if (bytes < kilo) return few(bytes);
  if (bytes < mega / 2) return kilobytes(bytes / kilo);
  return (bytes / mega >= 100 ? wholeMegabytes : megabytes)(bytes / mega);
}

/** Both in the unit of the whole: `['1.0', '1.6 MB']`. */
export function sizePair(part: number, whole: number): readonly [string, string] {
  const { kilobytes, whole: wholes, tenths } = formats();
  if (whole < mega / 2) return [wholes.format(part / kilo), kilobytes(whole / kilo)];
  return [(whole / mega >= 100 ? wholes : tenths).format(part / mega), size(whole)];
}
