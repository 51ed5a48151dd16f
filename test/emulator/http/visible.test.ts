import { expect, it } from 'vitest';
import { onTerminal, visible } from '../../../emulator/http/visible.ts';

it.each(['\u001B', '\u0007', '\u009B', '\u200B', '\u202E', '\uFEFF', '\u{E0041}', '\u2028'])(
  'a name with %j shows where it is',
  (sign) => {
    expect(visible(`a${sign}b`)).toBe('a·b');
    expect(onTerminal(`a${sign}b\n`)).toBe(sign === '\u001B' ? 'a\u001Bb\n' : 'a·b\n');
  },
);
