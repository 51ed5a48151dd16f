// Whose error code is in the small print below a failure.
import { expect, test } from 'vitest';
import { codeText } from '../../renderer/elements/failure-message.tsx';

test.each([
  ['write_not_enabled', 'Service code: write_not_enabled'],
  ['ENOSPC', 'System code: ENOSPC'],
  ['proxy: HTTP 407', 'Proxy code: HTTP 407'],
  ['UND_ERR_SOCKET', null],
])('%s is printed as %s', (code, message) => {
  expect(codeText(code)).toBe(message);
});
