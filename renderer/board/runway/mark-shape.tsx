// One mark, on the lane and in its legend.
import type { Mark } from './runway-marks.ts';

/** The y of the line that the marks are on. */
export const AXIS = 26;

export function MarkShape({ x, kind }: Pick<Mark, 'x' | 'kind'>) {
  if (kind === 'turned-back')
    return <path className="mark turned-back" d={`M${x - 4} ${AXIS - 6}l8 12M${x + 4} ${AXIS - 6}l-8 12`} />;
  return <circle className={`mark ${kind}`} cx={x} cy={AXIS} r={5} />;
}
