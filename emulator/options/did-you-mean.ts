// Suggests the known names that are closest to a mistyped one.

const mostSuggested = 3;

/** Returns the closest names, or none. Ignores case, `-` and `_`. */
export function didYouMean(typed: string, names: readonly string[]): string[] {
  const wanted = plain(typed);
  if (wanted === '') return [];
  const words = wordsOf(typed);
  const scored = names.map((name) => {
    const distance = editDistance(wanted, plain(name));
    const isNear = distance <= Math.max(1, Math.floor(wanted.length / 3));
    const hasWords = words.every((word) => wordsOf(name).includes(word));
    return { name, distance: isNear ? distance : hasWords ? wanted.length : Infinity };
  });
  const near = scored.filter(({ distance }) => distance < Infinity).sort((a, b) => a.distance - b.distance);
  const best = near[0]?.distance;
  return near
    .filter(({ distance }) => distance === best)
    .map(({ name }) => name)
    .slice(0, mostSuggested);
}

/** In brackets, for the end of a message; empty if nothing is near. */
export function meant(typed: unknown, known: readonly string[]): string {
  const near = typeof typed === 'string' ? didYouMean(typed, known) : [];
  return near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`;
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/);

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Damerau-Levenshtein (optimal string alignment): insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        at(last, column - 1) + (isSame ? 0 : 1),
        at(last, column) + 1,
        at(next, column - 1) + 1,
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = next;
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity;
