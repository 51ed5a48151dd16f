// Rule 4 and A2: a redirect address equals a registered one, character by character; only on the loopback address may
// the port differ (RFC 8252 §7.3, RFC 9700 §4.1.3).

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(\/[^#]*)?$/;

interface RedirectRule {
  allowLocalhost: boolean;
}

export function isRegistered(requested: string, registered: readonly string[], rule: RedirectRule): boolean {
  const address = withoutPort(requested, rule);
  return registered.some((other) =>
    address === null ? other === requested && !loopback.test(other) : withoutPort(other, rule) === address,
  );
}

/** What may be registered: the loopback address over http, or https; no fragment. Null, or why not. */
export function obstacleToRegister(address: string): string | null {
  if (!URL.canParse(address) || !/^[\x21-\x7e]+$/.test(address)) return 'is not an address';
  if (address.includes('#')) return 'has a fragment';
  if (!loopback.test(address) && !address.startsWith('https://')) return 'is neither https nor on the loopback address';
  return null;
}

/** A loopback address with its port left out, or null where it is none. */
function withoutPort(address: string, { allowLocalhost }: RedirectRule): string | null {
  const match = loopback.exec(address);
  if (match === null) return null;
  const [, host, port, path = ''] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  if (host === 'localhost') return allowLocalhost ? `127.0.0.1${path}` : null;
  return `${host}${path}`;
}
