// Counts with their noun, by the language's own rules.

const rules = new Intl.PluralRules('en');

/** `count(1, 'report')` is "1 report", `count(3, 'report')` is "3 reports"; an irregular plural is named. */
export function count(n: number, one: string, other = `${one}s`): string {
  return `${n} ${plural(n, one, other)}`;
}

/** The noun alone, in the form that `n` asks for. */
export const plural = (n: number, one: string, other = `${one}s`) => (rules.select(n) === 'one' ? one : other);
