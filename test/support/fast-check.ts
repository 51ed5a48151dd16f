// Property tests draw the same cases in every run, so that failures are reproducible. PROPERTY_SEED=N draws others.
import * as fc from 'fast-check';

export const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_121);
fc.configureGlobal({ seed });

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character but half of a surrogate pair, in place of the unit `binary`, for which fast-check first builds a
 * table of a million entries.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10f7ff }).map(characterAt, indexOf);

function characterAt(index: number): string {
  return String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count);
}

/** Throws for what is not one character, as fast-check expects. */
function indexOf(character: unknown): number {
  const codePoint = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
  const index = codePoint < surrogates.first ? codePoint : codePoint - surrogates.count;
  if (index < 0 || characterAt(index) !== character) throw new Error('not one character');
  return index;
}

/** In place of `fc.webUrl`, which uses the unit `binary`. */
export const anyWebUrl = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    authority: fc.webAuthority({ withPort: true }),
    path: fc.string({ unit: anyCharacter }),
    query: fc.option(fc.string({ unit: anyCharacter })),
  })
  .map(({ scheme, authority, path, query }) => {
    const end = query === null ? '' : `?${encodeURIComponent(query)}`;
    return `${scheme}://${authority}/${encodeURI(path)}${end}`;
  });

export { fc };
