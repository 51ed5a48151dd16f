/** Returns the row that a key moves to, or null. From -1, any key moves to the first row. */
export function rowMove(key: string, from: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const within = (index: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return within(from + 1);
    case 'ArrowUp':
    case 'k':
      return within(from - 1);
    case 'PageDown':
      return within(from + page);
    case 'PageUp':
      return within(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
