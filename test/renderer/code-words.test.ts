// Whose code stands in the small print under a failure.
import { expect, test } from 'vitest';
import { codeWords } from '../../renderer/elements/code-words.ts';

test.each([
  ['write_not_enabled', 'Service code: write_not_enabled'],
  ['HTTP 200, text/html', 'Service code: HTTP 200, text/html'],
  ['ENOSPC', 'Code of this computer: ENOSPC'],
  ['UND_ERR_SOCKET', 'Code of this computer: UND_ERR_SOCKET'],
  ['rescued', null],
  ['full', null],
])('%s is printed as %s', (code, words) => {
  expect(codeWords(code)).toBe(words);
});
