// Removes the application's secret from the service's answers: a service that repeats the form would reveal it. Small
// on purpose, and without code shared with the companion.

export const masked = '[redacted]';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
const hex = (text: string) => Buffer.from(text).toString('hex');

/** A backslash or percent sign, escaped several times. Bounded, so that long runs of them don't slow matching down. */
const backslashes = String.raw`(?:\\|%(?:25){0,4}5c){0,16}`;
const percent = '%(?:25){0,4}';

/** @param secret visible ASCII, as the configuration requires */
export function createSecretMask(secret: string): (text: string) => string {
  // Each character as it is, percent-encoded several times, or JSON-escaped. No backslashes before the first one: a
  // match that may begin with a long run of them would take quadratic time.
  const plain = Array.from(secret, (sign, at) => {
    const code = hex(sign);
    const space = sign === ' ' ? String.raw`|\+|${percent}2b` : '';
    const before = at === 0 ? '' : backslashes;
    return String.raw`(?:${before}(?:${escaped(sign)}|${percent}${code}|\\u00${code})${space})`;
  }).join('');
  // Encoded twice: RFC 6749 §2.3.1 form-encodes the parts of Basic credentials; tokens contain JSON.
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  const forms = [secret, encodeURIComponent(secret), inForm, JSON.stringify(secret).slice(1, -1)];
  const base64 = forms.flatMap(inBase64).filter((one) => one.length >= 6);
  const base64Pattern = new RegExp(base64.map(escapedBase64).join('|'), 'g');
  const pattern = new RegExp(`${plain}|${forms.map(hex).join('|')}`, 'gi');
  return (text) => {
    const whole = text.replace(pattern, masked);
    return base64.length === 0 ? whole : withoutRuns(whole, base64Pattern);
  };
}

const inAnyCase = (text: string) => text.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** `+` and `/` are often escaped themselves. */
const escapedBase64 = (text: string) =>
  Array.from(text, (sign) =>
    /[\w-]/.test(sign) ? escaped(sign) : String.raw`(?:\\{0,16}${escaped(sign)}|${percent}${inAnyCase(hex(sign))})`,
  ).join('');

const isNearBase64 = (sign: string | undefined) => sign !== undefined && /[\w+/=%\\-]/.test(sign);

/** Replaces each match with the base64 around it, which contains bits of the secret. */
function withoutRuns(text: string, pattern: RegExp): string {
  // `matchAll` makes a copy of the pattern, which takes longer than the rest of the mask.
  if (text.search(pattern) === -1) return text;
  let result = '';
  let done = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index < done) continue;
    let from = index;
    let to = index + found.length;
    while (from > done && isNearBase64(text[from - 1])) from -= 1;
    while (isNearBase64(text[to])) to += 1;
    result += text.slice(done, from) + masked;
    done = to;
  }
  return result + text.slice(done);
}

/**
 * Returns the three base64 forms of a text, by its offset in the encoded data, without characters that depend on
 * neighbouring bytes.
 */
function inBase64(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const own = (encoded: string) => encoded.slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
    return [own(whole.toString('base64')), own(whole.toString('base64url'))];
  });
}
