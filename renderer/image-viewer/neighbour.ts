// The previous and next report in the order of the view behind: the board or the logbook.

/** Returns the next report with a screenshot in this direction, or null at the end of what is rendered. */
export function neighbourWithImage(id: string, step: 1 | -1): string | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-strip]')];
  const from = all.findIndex((element) => element.dataset['strip'] === id);
  if (from === -1) return null;
  for (let at = from + step; at >= 0 && at < all.length; at += step) {
    if (all[at]!.dataset['image'] !== undefined) return all[at]!.dataset['strip'] ?? null;
  }
  return null;
}
