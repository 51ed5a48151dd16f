// Sizes of files. Megabytes of 1,048,576 bytes, as the size limit of the settings counts them.

const KILO = 1024;
const MEGA = KILO * KILO;

const mega = (bytes: number) => {
  const value = bytes / MEGA;
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1);
};

/** `12.4 MB`, `340 kB`, `20 bytes`. */
export function size(bytes: number): string {
  if (bytes < KILO) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < MEGA / 2) return `${Math.round(bytes / KILO)} kB`;
  return `${mega(bytes)} MB`;
}

/** Both in the unit of the whole: `['1.0', '1.6 MB']`. */
export function sizePair(part: number, whole: number): readonly [string, string] {
  if (whole < MEGA / 2) return [String(Math.round(part / KILO)), `${Math.round(whole / KILO)} kB`];
  return [mega(part), size(whole)];
}
