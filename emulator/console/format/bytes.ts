import { locale } from './number.ts';

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
