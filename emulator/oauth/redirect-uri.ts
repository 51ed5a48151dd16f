// Rule 4 and A2: a redirect URI must equal a registered one exactly; only loopback URIs may differ in the port (RFC 8252
// §7.3, RFC 9700 §4.1.3).

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(\/[^#]*)?$/;

type RedirectRule = {
  allowLocalhost: boolean;
};

export function isRegistered(requested: string, registered: readonly string[], rule: RedirectRule): boolean {
  const address = withoutPort(requested, rule);
  return registered.some((other) =>
    address === null ? other === requested && !loopback.test(other) : withoutPort(other, rule) === address,
  );
}

/** Returns null, or why the URI cannot be registered. */
export function registrationError(address: string): string | null {
  if (!URL.canParse(address) || !/^[\x21-\x7e]+$/.test(address)) return 'is not a valid URL';
  if (address.includes('#')) return 'has a fragment';
  if (!loopback.test(address) && !address.startsWith('https://')) return 'is neither https nor a loopback URL';
  return null;
}

/** A loopback URI without its port, or null for any other. */
function withoutPort(address: string, { allowLocalhost }: RedirectRule): string | null {
  const match = loopback.exec(address);
  if (match === null) return null;
  const [, host, port, path = ''] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  if (host === 'localhost') return allowLocalhost ? `127.0.0.1${path}` : null;
  return `${host}${path}`;
}
