import { expect, test } from 'vitest';
import { boundedPlainText } from '../../../../main/core/platform/masking/plain-text.ts';
import { anyCharacter, fc } from '../../../support/fast-check.ts';

test.each([
  ['a\u0000b\u001B[31mc\u007Fd\u009Be', 'ab[31mcde', 'control characters'],
  ['a\u202Eb\u2066c\u200Ed\u061Ce', 'abcde', 'what turns the direction of writing'],
  ['a\u200Bb\u200Dc\uFEFFd\u00ADe\u2060f', 'abcdef', 'what nobody sees'],
  [
    'a\u3164b\u115Fc\uFFA0d\u180Be\uFE0Ff\u{E0100}g\u17B4h\uFFFE',
    'abcdefgh',
    'fillers, variation selectors, noncharacters',
  ],
  ['\r\n a \t\u2028 \u0085 b\n', 'a b', 'line ends and runs of white space'],
  ['a\uD800b', 'a\uFFFDb', 'half a surrogate pair'],
])('%j is shown as %j: %s', (text, shown) => {
  expect(boundedPlainText(text)).toBe(shown);
});

test('cuts by code points, with an ellipsis', () => {
  expect(boundedPlainText('🛩'.repeat(200))).toBe('🛩'.repeat(200));
  expect(boundedPlainText('🛩'.repeat(201))).toBe(`${'🛩'.repeat(199)}…`);
  expect(boundedPlainText('abcdef', 4)).toBe('abc…');
});

test('any text becomes one bounded, well-formed line, idempotently', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (text, most) => {
      const plain = boundedPlainText(text, most);
      expect(Array.from(plain).length).toBeLessThanOrEqual(most);
      expect(plain.isWellFormed()).toBe(true);
      // oxlint-disable-next-line no-control-regex
      expect(plain).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2066-\u2069]/);
      expect(boundedPlainText(plain, most)).toBe(plain);
    }),
  );
});
