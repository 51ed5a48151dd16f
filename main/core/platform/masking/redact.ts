// Takes everything secret out of what is logged or shown in diagnostics: tokens, codes, verifiers, secrets,
// Authorization headers, and the parameters of the flow in addresses. One function for fields, one for texts.

export const redacted = '[redacted]';

/** Names are compared in lower case without signs: accessToken, access_token and Access-Token are one. */
const secretNames: ReadonlySet<string> = new Set([
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'token',
  'tokens',
  'bearer',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'clientsecret',
  'applicationsecret',
  'secret',
  'secrets',
  'password',
  'passphrase',
  'codeverifier',
  'verifier',
  'codechallenge',
  'state',
  'code',
  'nonce',
  'csrf',
  'csrftoken',
  'key',
  'windowkey',
]);

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const isSecretName = (name: string) => secretNames.has(plainName(name));

/** `code` also names what went wrong, `state` also where a job stands: short words of one kind are not secrets. */
const plainWords = [
  /^[A-Z][A-Z_]{2,39}$/,
  /^HTTP \d{3}$/,
  // A code of ours or of RFC 6749 §5.2, with its description.
  /^[a-z]{2,14}([_-][a-z]{2,14}){0,4}(: .*)?$/,
];

const isPlainWord = (name: string, value: unknown) =>
  (plainName(name) === 'code' || plainName(name) === 'state') &&
  (typeof value === 'number' || (typeof value === 'string' && plainWords.some((pattern) => pattern.test(value))));

const parameterNames =
  'access_token|refresh_token|id_token|client_secret|code|code_verifier|code_challenge|state|token|secret|password|key|nonce';

/** In order: what stands in quotes, in addresses and forms, and in headers. */
const patterns: readonly [RegExp, string][] = [
  [
    new RegExp(
      `("(?:${parameterNames}|authorization|accessToken|refreshToken|clientSecret|codeVerifier)"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`,
      'gi',
    ),
    `$1"${redacted}"`,
  ],
  [new RegExp(`\\b(${parameterNames})=[^&\\s#"'<>]+`, 'gi'), `$1=${redacted}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=%-]+/gi, `$1 ${redacted}`],
  [/\b(authorization|cookie|set-cookie)(\s*:\s*)(?!\s*(?:Bearer|Basic) )[^\r\n]+/gi, `$1$2${redacted}`],
  // Credentials before the host of an address.
  [/(\bhttps?:\/\/)[^\s/?#@]+@/gi, `$1${redacted}@`],
  // Tokens that stand alone: JSON Web Tokens (RFC 7519 §3.1), and what the emulator makes.
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, redacted],
  [/(?<![A-Za-z0-9])(?:at|rt|ac|cs|ct)_[A-Za-z0-9_-]{43}/g, redacted],
];

/** A run of letters and digits this long, mixed as no name is, is a secret wherever it stands. */
const longRun = /[A-Za-z0-9_-]{32,}/g;
const isRandom = (run: string) => {
  const kinds = Array.from(run.replaceAll(/[_-]/g, ''), (sign) => (sign < 'A' ? 0 : sign < 'a' ? 1 : 2));
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
  return new Set(kinds).size === 3 && changes > 0.42 * kinds.length;
};

/** A text with everything secret in it replaced. */
export function redactText(text: string): string {
  let result = text;
  for (const [pattern, replacement] of patterns) result = result.replace(pattern, replacement);
  return result.replace(longRun, (run) => (isRandom(run) ? redacted : run));
}

type Clean = (text: string) => string;

/**
 * A copy of any value, fit to be written: secret names emptied, texts cleaned, bytes counted, cycles cut. Never throws.
 * `mask` takes out the secrets that are known by value (secret-registry.ts), before their shape is looked at.
 */
export function redact(value: unknown, mask: Clean = (text) => text): unknown {
  return copy(value, (text) => redactText(mask(text)), new Set(), 0);
}

function copy(value: unknown, clean: Clean, above: ReadonlySet<object>, depth: number): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value) || depth > 8) return '[…]';
  const path = new Set([...above, value]);
  const inner = (name: string, member: unknown) =>
    isSecretName(name) && member !== null && member !== undefined && !isPlainWord(name, member)
      ? redacted
      : copy(member, clean, path, depth + 1);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof URL || value instanceof URLSearchParams) return clean(value.toString());
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((member) => copy(member, clean, path, depth + 1));
  if (value instanceof Error) return copyError(value, clean, inner);
  const members: [unknown, unknown][] = isEntries(value) ? [...value] : Object.entries(value);
  return Object.fromEntries(members.map(([name, member]) => [clean(String(name)), inner(String(name), member)]));
}

/** Map, Headers and FormData give their members as pairs. */
const isEntries = (value: object): value is Iterable<[unknown, unknown]> =>
  value instanceof Map || value instanceof Headers || value instanceof FormData;

function copyError(error: Error, clean: Clean, inner: (name: string, member: unknown) => unknown): unknown {
  return {
    name: error.name,
    message: clean(error.message),
    ...('code' in error && { code: inner('code', error.code) }),
    ...(error.stack !== undefined && { stack: clean(error.stack) }),
    ...(error.cause !== undefined && { cause: inner('cause', error.cause) }),
  };
}
