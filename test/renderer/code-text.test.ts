// Whose error code is in the small print below a failure.
import { expect, test } from 'vitest';
import { codeText } from '../../renderer/elements/failure-message.tsx';

test.each([
  ['write_not_enabled', 'Service code: write_not_enabled'],
  ['HTTP 200, text/html', 'Service code: HTTP 200, text/html'],
  ['ENOSPC', 'System code: ENOSPC'],
  ['HTTP 503', 'Service code: HTTP 503'],
  ['CERT_HAS_EXPIRED', 'System code: CERT_HAS_EXPIRED'],
  ['proxy: HTTP 407', 'Proxy code: HTTP 407'],
  ['UND_ERR_SOCKET', null],
  ['CONNECTION_BROKE', null],
  ['rescued', null],
  ['full', null],
])('%s is printed as %s', (code, message) => {
  expect(codeText(code)).toBe(message);
});
