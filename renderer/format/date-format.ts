// Formats times in the zone that the pilot chose: UTC, local time or both. All functions take epoch milliseconds.
import { createTimeFormat } from '../../main/messages/time-format.ts';
import { perLocale, timeFormat } from '../text.ts';

/** `14:02:16Z`. */
export const clockText = (at: number) => timeFormat().second(at);

/** `12 May 2026, 14:02:16Z`. */
export const fullDateTime = (at: number) => timeFormat().full(at);

/** Today `14:02:16Z`, another day `12 May, 14:02Z`: in one zone, for narrow places. */
export const shortDateTime = (at: number, now: number) => timeFormat().short(at, now);

/** `12 May 2026`. */
export const dateText = (at: number) => timeFormat().day(at);

const inBoth = perLocale((locale) => createTimeFormat(locale, 'both'));

/** `12 May 2026, 14:02:16Z (16:02:16 LT)`, for tooltips, regardless of the chosen zone. */
export const bothZones = (at: number) => inBoth().full(at);
