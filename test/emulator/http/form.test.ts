// Forms with any text: nothing throws, and the text is read back unchanged (rule 13).

import { anyCharacter, fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { parseForm, readingsOf } from '../../../emulator/http/request.ts';

const names = ['grant_type', 'code', 'scope', '__proto__', 'a b', ''];
const name = fc.constantFrom(...names);
const value = fc.oneof(fc.constant(''), fc.string({ unit: anyCharacter }));

describe('a form', () => {
  it('is read back as written; empty is absent, and twice is repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const form = parseForm(new URLSearchParams(pairs).toString());
        for (const asked of names) {
          const given = pairs.filter(([other, text]) => other === asked && text !== '').map(([, text]) => text);
          expect(form.get(asked)).toBe(given[0]?.toWellFormed());
          expect(form.repeated([asked])).toBe(given.length > 1 ? asked : null);
        }
      }),
    );
  });

  it('of arbitrary text is read without throwing, and contains no empty value', () => {
    const scraps = fc.array(fc.oneof(fc.constantFrom('&', '=', '%', '+', ';', '%00', '%zz', '%ED%A0%80'), fc.string()));
    fc.assert(
      fc.property(scraps, (pieces) => {
        const text = pieces.join('');
        const form = parseForm(text);
        for (const asked of [...names, ...pieces]) expect(form.get(asked)).not.toBe('');
        expect([null, ...pieces]).toContain(form.repeated(pieces));
      }),
    );
  });
});

it('has at most three readings of any Basic credential, the literal one among them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[%+0-9a-fA-F]*$/)), (text) => {
      const readings = readingsOf(text);
      expect(readings).toContain(text);
      expect(readings.length).toBeLessThanOrEqual(3);
      expect(readingsOf(encodeURIComponent(text.toWellFormed()))).toContain(text.toWellFormed());
    }),
  );
});
