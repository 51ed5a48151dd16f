/**
 * The one form in which texts are searched: the question and what it is compared with. Spellings of the same name are
 * equal in it: case, accents and strokes, composed or not, the width of letters and kana, apostrophes, dashes and
 * invisible characters. Only the case of ASCII changes.
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    // Some letters have a capital only (ẞ), or a small form that depends on their place in the word (ς).
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    // These letters don't decompose.
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replace(/[‘’‛ʻʼ]/g, "'")
    .replace(/\p{Pd}/gu, '-');
