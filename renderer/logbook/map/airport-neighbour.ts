// Which airport an arrow key moves the focus to. Pure.

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the nearest airport in the direction of an arrow key, preferring one straight ahead. Null if there is none,
 * undefined for any other key. `screen`: x and y of each airport.
 */
export function neighbourIn(
  key: string,
  from: number,
  shown: readonly number[],
  screen: Float64Array,
): number | null | undefined {
  const direction = directions[key];
  if (direction === undefined) return undefined;
  const [toX, toY] = direction;
  let nearest: number | null = null;
  let least = Infinity;
  for (const at of shown) {
    const [dx, dy] = [screen[2 * at]! - screen[2 * from]!, screen[2 * at + 1]! - screen[2 * from + 1]!];
    const ahead = dx * toX + dy * toY;
    const aside = Math.abs(dx * toY) + Math.abs(dy * toX);
    if (ahead <= 0 || ahead + 2 * aside >= least) continue;
    nearest = at;
    least = ahead + 2 * aside;
  }
  return nearest;
}
