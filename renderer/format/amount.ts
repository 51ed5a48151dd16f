// Figures. The service's nullable fields are number, text or not known yet (A6): text that is a plain number is
// drawn as that number, any other text as it came, and what is not known as `····`, never as zero or empty.
import type { ServiceValue } from '../../main/contract/strip.ts';
import { LANGUAGE } from './moment.ts';

export const UNKNOWN = '····';
const NARROW_SPACE = ' ';
const MINUS = '−';

const numberFormat = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 2 });
const signedFormat = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

function draw(format: Intl.NumberFormat, value: number): string {
  return format
    .formatToParts(value)
    .map((part) => {
      if (part.type === 'group') return NARROW_SPACE;
      return part.type === 'minusSign' ? MINUS : part.value;
    })
    .join('');
}

/** `2 140`, `−4`, `0.42`. */
export const number = (value: number) => draw(numberFormat, value);
/** `+48`, `−4`, `0`. */
export const signed = (value: number) => draw(signedFormat, value);

/** The number a value stands for, or null where it is none. */
export function asNumber(value: ServiceValue): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return value !== null && /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}

/** Draws a value by `asDrawn` where it is a number, as it came where it is text, as `····` where it is not known. */
export function amount(value: ServiceValue, asDrawn: (value: number) => string = number): string {
  const figure = asNumber(value);
  if (figure !== null) return asDrawn(figure);
  return value === null || String(value).trim() === '' ? UNKNOWN : String(value);
}

/** Whether the service has said anything. */
export const isKnown = (value: ServiceValue) => amount(value) !== UNKNOWN;

/** Minutes as `2 h 48 min`. */
export function minutes(value: number): string {
  const whole = Math.round(Math.abs(value));
  const [h, m] = [Math.floor(whole / 60), whole % 60];
  const sign = value < 0 ? MINUS : '';
  if (h === 0) return `${sign}${m} min`;
  return `${sign}${h} h${m > 0 ? ` ${m} min` : ''}`;
}

/** A text field of the record: what the service calls UNKNOWN or leaves empty is not known. */
export function text(value: string): string {
  const plain = value.trim();
  return plain === '' || plain === 'UNKNOWN' ? UNKNOWN : plain;
}
