// The width of the day column: below a month heading a day needs less room than with its year.
import { dayText } from '../../format/time.ts';
import { perLocale } from '../../text.ts';
import { columnShape } from '../filter/columns.ts';

/** The width of a character in pixels: digits are equally wide, and Japanese characters are square. */
const widthOf = (letter: string) => (/\d/.test(letter) ? 9 : letter > '\u2E80' ? 15 : 7.4);

const fullDayWidth = perLocale(() => {
  const widths = Array.from({ length: 12 }, (_, month) => {
    const day = dayText(`2026-${String(month + 1).padStart(2, '0')}-28`);
    return Array.from(day, widthOf).reduce((sum, width) => sum + width, 0);
  });
  return Math.max(columnShape('day').width, Math.ceil(Math.max(...widths)));
});

export const dayWidth = (hasYear: boolean): number => (hasYear ? fullDayWidth() : columnShape('day').width);
