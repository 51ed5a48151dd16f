// Redacts logs and diagnostics: tokens, codes, verifiers, secrets, Authorization headers, and OAuth parameters in
// addresses.

export const redacted = '[redacted]';

/** Compared in lower case without punctuation: accessToken, access_token and Access-Token are the same. */
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

/** `code` is also an error code, `state` also the state of a job: short lower-case words are not secrets. */
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

/** In order: quoted values, addresses and forms, headers. */
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
  // Bare tokens: JSON Web Tokens (RFC 7519 §3.1), and those of the emulator.
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, redacted],
  [/(?<![A-Za-z0-9])(?:at|rt|ac|cs|ct)_[A-Za-z0-9_-]{43}/g, redacted],
];

/** A run of letters and digits of this length, mixed as no name is, is a secret. */
const longRun = /[A-Za-z0-9_-]{32,}/g;
const isRandom = (run: string) => {
  const kinds = Array.from(run.replaceAll(/[_-]/g, ''), (sign) => (sign < 'A' ? 0 : sign < 'a' ? 1 : 2));
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
  return new Set(kinds).size === 3 && changes > 0.42 * kinds.length;
};

/** Returns the text with its secrets replaced. */
export function redactText(text: string): string {
  let result = text;
  for (const [pattern, replacement] of patterns) result = result.replace(pattern, replacement);
  return result.replace(longRun, (run) => (isRandom(run) ? redacted : run));
}

type Clean = (text: string) => string;

/**
 * Returns a copy of any value for writing: secret fields emptied, texts cleaned, bytes counted, cycles cut. Never
 * throws. `mask` removes known secrets (secret-registry.ts) before patterns are applied.
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

/**
 * Map, Headers and FormData list their entries as pairs. Known by their tags: their classes are loaded where they are named,
 * and that takes longer than a command of the command line.
 */
const entriesTags: ReadonlySet<string> = new Set(['Map', 'Headers', 'FormData'].map((name) => `[object ${name}]`));
const isEntries = (value: object): value is Iterable<[unknown, unknown]> =>
  Symbol.iterator in value && entriesTags.has(Object.prototype.toString.call(value));

function copyError(error: Error, clean: Clean, inner: (name: string, member: unknown) => unknown): unknown {
  return {
    name: error.name,
    message: clean(error.message),
    ...('code' in error && { code: inner('code', error.code) }),
    ...(error.stack !== undefined && { stack: clean(error.stack) }),
    ...(error.cause !== undefined && { cause: inner('cause', error.cause) }),
  };
}
