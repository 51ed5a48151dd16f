// Redacts log lines and diagnostics: fields with the name of a secret, and parameters, headers and addresses that carry
// one. Texts of other programs never come this far (remote-values.ts); this is for our own addresses and errors.
import { isErrorCode } from './remote-values.ts';

export const redacted = '[redacted]';

/** Compared in lower case without punctuation: accessToken, access_token and Access-Token are the same. */
const secretNames: ReadonlySet<string> = new Set(
  `accesstoken refreshtoken idtoken token tokens bearer authorization proxyauthorization cookie setcookie clientsecret
   applicationsecret secret secrets password passphrase codeverifier verifier codechallenge nonce windowkey`.split(
    /\s+/,
  ),
);
const isSecretName = (name: string) => secretNames.has(name.toLowerCase().replace(/[^a-z]/g, ''));

const parameterNames =
  'access_token|refresh_token|id_token|client_secret|code|code_verifier|code_challenge|state|token|secret|password|key|nonce';
const patterns: readonly [RegExp, string][] = [
  [new RegExp(`\\b(${parameterNames})=[^&\\s#"'<>]+`, 'gi'), `$1=${redacted}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=%-]+/gi, `$1 ${redacted}`],
  [/\b(authorization|cookie|set-cookie)(\s*:\s*)(?!\s*(?:Bearer|Basic) )[^\r\n]+/gi, `$1$2${redacted}`],
  // Credentials before the host of an address.
  [/(\bhttps?:\/\/)[^\s/?#@]+@/gi, `$1${redacted}@`],
];

/** Returns the text with its secrets replaced. */
export const redactText = (text: string): string =>
  patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);

/**
 * Returns a copy of any value for writing: secret fields emptied, texts cleaned, bytes counted, cycles cut. Of an error
 * only its name, its code and where it was thrown: its message may quote what another program sent. Never throws.
 */
export const redact = (value: unknown): unknown => copy(value, new Set());

function copy(value: unknown, above: ReadonlySet<object>): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (above.has(value) || above.size > 8) return '[…]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof URL || value instanceof URLSearchParams) return redactText(value.toString());
  const path = new Set([...above, value]);
  if (value instanceof Error) return copyError(value, path);
  if (Array.isArray(value)) return value.map((member) => copy(member, path));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redactText(name),
      isSecretName(name) && member !== null && member !== undefined ? redacted : copy(member, path),
    ]),
  );
}

function copyError(error: Error, path: ReadonlySet<object>): unknown {
  const frames = (typeof error.stack === 'string' ? error.stack.split('\n') : []).filter((line) =>
    /^ {4}at /.test(line),
  );
  return {
    name: /^\w{1,60}$/.test(error.name) ? error.name : 'Error',
    ...('code' in error && isErrorCode(error.code) && { code: error.code }),
    ...(frames.length > 0 && { at: frames.slice(0, 8).map((line) => redactText(line.trim())) }),
    ...(error.cause !== undefined && { cause: copy(error.cause, path) }),
  };
}
