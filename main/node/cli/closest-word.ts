// The intended word for a mistyped one.

/** Returns the candidate that differs by at most two letters, and by less than half of them; null if there is none. */
export function closestWord(word: string, candidates: readonly string[]): string | null {
  const found = candidates
    .map((candidate) => ({ candidate, letters: differingLetters(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((one, other) => one.letters - other.letters)[0];
  return found && found.letters <= 2 && found.letters * 2 < word.length ? found.candidate : null;
}

/** How many letters have to be inserted, removed, replaced, or swapped with the next one. */
function differingLetters(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const above = rows[row - 1]!;
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows[row] = current;
  }
  return rows[from.length]![to.length]!;
}
