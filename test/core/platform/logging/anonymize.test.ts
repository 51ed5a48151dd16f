import { fc } from '../../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { anonymize, type Names } from '../../../../main/core/platform/logging/anonymize.ts';

const names: Names = { home: '/home/amelia', user: 'amelia', computer: 'hangar-7', pilots: ['Amelia E.', 'Bo'] };

test.each([
  ['/home/amelia/Pictures/1.png', '~/Pictures/1.png'],
  ['moved from /home/amelia to /home/amelia/Sent.', 'moved from ~ to ~/Sent.'],
  ['/home/amelia-2/1.png', '/home/amelia-2/1.png'],
  ['/run/media/amelia/stick/1.png', '/run/media/(user)/stick/1.png'],
  ['amelia-air.png', 'amelia-air.png'],
  ['the report of Amelia E. waits', 'the report of (pilot) waits'],
  ['looked up hangar-7: no such name', 'looked up (this computer): no such name'],
  ['hangar-77', 'hangar-77'],
  // A name this short occurs in too many words.
  ['Bo', 'Bo'],
])('%s becomes %s', (text, expected) => {
  expect(anonymize({ [text]: [text, 7, null] }, names)).toEqual({ [expected]: [expected, 7, null] });
});

test('a pilot whose name begins like another’s, or like the computer’s, is not named in part', () => {
  const alike: Names = { ...names, computer: 'Amelia', pilots: ['Ann', 'Ann Lee', 'Amelia Earhart'] };
  expect(anonymize(['Ann Lee and Ann', 'Amelia Earhart on Amelia'], alike)).toEqual([
    '(pilot) and (pilot)',
    '(pilot) on (this computer)',
  ]);
});

test('a home on Windows is found with either sign and in any case', () => {
  const windows: Names = { ...names, home: String.raw`C:\Users\Amelia`, user: 'Amelia' };
  expect(
    anonymize([String.raw`c:\users\amelia\shots`, 'C:/Users/Amelia/shots', String.raw`D:\amelia\x`], windows),
  ).toEqual([String.raw`~\shots`, '~/shots', String.raw`D:\(user)\x`]);
});

test('home folders and names are matched literally, and nothing else is removed', () => {
  const odd = fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(...'a.*+?^${}()|[]B -'.split('')) });
  fc.assert(
    fc.property(odd, fc.string(), (home, rest) => {
      const none: Names = { home: `/home/${home}`, user: '', computer: '', pilots: [] };
      expect(anonymize(`/home/${home}/${rest}`, none).endsWith(`/${rest}`)).toBe(true);
      expect(anonymize(`/home/${home}/x`, none)).toBe('~/x');
    }),
  );
});
