/** The row that a key leads to, or null where it leads nowhere. From -1 the first one is reached by any. */
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
